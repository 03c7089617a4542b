import { notFound } from 'next/navigation';
import { Chat } from '../../../components/chat.tsx';
import { SessionList } from '../../../components/session-list.tsx';
import { isChatId, listChats, loadChat } from '../../../lib/chats.ts';
import { isStreaming } from '../../../lib/live-streams.ts';
import { readPlan } from '../../../lib/read-plan.ts';

export const dynamic = 'force-dynamic';

export default async function Page({ params }: { readonly params: Promise<{ id: string }> }) {
  const { id } = await params;
  if (!isChatId(id)) notFound();
  const [chats, chat] = await Promise.all([listChats(), loadChat(id)]);
  const plan = await readPlan(id, chat);
  return (
    <div className="app">
      <SessionList chats={chats} current={id} />
      <Chat
        key={id}
        id={id}
        initialMessages={[...chat.messages]}
        initialPlan={plan}
        resume={isStreaming(id)}
      />
    </div>
  );
}
