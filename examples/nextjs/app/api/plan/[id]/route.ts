import { createTodoRoute } from 'ai-sdk-todo/http';
import { isChatId, loadChat } from '../../../../lib/chats.ts';
import { kit } from '../../../../lib/kit.ts';
import { endCutTurn } from '../../../../lib/read-plan.ts';

export const { GET } = createTodoRoute({
  kit,
  // This example has no login: whoever knows a chat's id may see it. Ask yours here.
  authorize: async (_request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params;
    if (!isChatId(id)) return new Response(null, { status: 404 });
    try {
      await endCutTurn(id, await loadChat(id)); // for a page that stayed open while the server was started again
    } catch (error) {
      console.error('a turn that was cut could not be ended', error); // the plan is shown as it stands
    }
    return { sessionId: id };
  },
});
