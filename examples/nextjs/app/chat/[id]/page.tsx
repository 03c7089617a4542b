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
  // The list tells the log of a chat that cannot be read.
  const [chats, chat] = await Promise.all([listChats(), loadChat(id).catch(() => undefined)]);
  return (
    <div className="app">
      <SessionList chats={chats} current={id} />
      {chat === undefined ? (
        <main className="welcome">
          <h1>This chat cannot be read</h1>
          <p>Its file is damaged. The other chats are as they were.</p>
        </main>
      ) : (
        <Chat
          key={id}
          id={id}
          initialMessages={[...chat.messages]}
          initialPlan={await readPlan(id, chat)}
          resume={isStreaming(id)}
        />
      )}
    </div>
  );
}
