import { createTodoRoute } from 'ai-sdk-todo/http';
import { isChatId } from '../../../../lib/chats.ts';
import { kit } from '../../../../lib/kit.ts';

export const { GET } = createTodoRoute({
  kit,
  // This example has no login: whoever knows a chat's id may see it. Ask yours here.
  authorize: async (_request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params;
    return isChatId(id) ? { sessionId: id } : new Response(null, { status: 404 });
  },
});
