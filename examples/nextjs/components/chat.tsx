'use client';

import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai';
import { planFromMessages } from 'ai-sdk-todo/client';
import { TodoPanel, usePlan, type Plan } from 'ai-sdk-todo/react';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { titleOf, type ChatMessage } from '../lib/chat-message.ts';
import { Composer } from './composer.tsx';
import { Transcript } from './transcript.tsx';
import { Welcome } from './welcome.tsx';

interface ChatProps {
  readonly id: string;
  readonly initialMessages: ChatMessage[];
  readonly initialPlan: Plan | undefined;
  /** Whether an answer is being written right now. */
  readonly resume: boolean;
}

// The server has the messages before: only the new one is sent.
const transport = new DefaultChatTransport<ChatMessage>({
  prepareSendMessagesRequest: ({ id, messages }) => ({ body: { id, message: messages.at(-1) } }),
});

export function Chat({ id, initialMessages, initialPlan, resume }: ChatProps) {
  const router = useRouter();
  const { messages, sendMessage, status, error } = useChat<ChatMessage>({
    id,
    messages: initialMessages,
    resume,
    transport,
  });
  useEffect(() => {
    if (status === 'streaming') router.refresh(); // this chat now stands first in the list
  }, [status, router]);
  const plan = usePlan({ url: `/api/plan/${id}`, initialPlan });
  const isWorking = status === 'submitted' || status === 'streaming';
  const { preview, todos } = planFromMessages(messages);
  const send = (text: string) => void sendMessage({ text });
  return (
    <main className="chat">
      {messages.length === 0 ? (
        <Welcome onSend={send} />
      ) : (
        <>
          <h1 className="title">{titleOf(messages)}</h1>
          <Transcript messages={messages} isWorking={isWorking} />
        </>
      )}
      {error && (
        <p className="failure" role="alert">
          {error.message}
        </p>
      )}
      <div className="dock">
        {/* The store's plan; until its first one of this turn, what the model is writing. */}
        <TodoPanel plan={plan} preview={isWorking ? (preview ?? todos) : null} />
        <Composer
          isWorking={isWorking}
          onSend={send}
          onStop={() => void fetch(`/api/chat/${id}/stop`, { method: 'POST' })}
        />
      </div>
    </main>
  );
}
