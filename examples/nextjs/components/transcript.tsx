import type { ChatMessage } from '../lib/chat-message.ts';
import { PlanRow } from './plan-row.tsx';

interface TranscriptProps {
  readonly messages: readonly ChatMessage[];
  readonly isWorking: boolean;
}

/** What was said. Its style keeps the end in sight while it grows. */
export function Transcript({ messages, isWorking }: TranscriptProps) {
  const last = messages.at(-1);
  return (
    <div className="transcript" role="log" aria-label="Conversation" tabIndex={0}>
      <div>
        {messages.map((message) => (
          <article
            key={message.id}
            className={message.role}
            aria-label={message.role === 'user' ? 'You' : 'Assistant'}
          >
            {message.parts.map((part, i) => {
              if (part.type === 'text') return <p key={i}>{part.text}</p>;
              if (part.type !== 'tool-todo_write') return null;
              return <PlanRow key={i} part={part} isWorking={isWorking && message === last} />;
            })}
          </article>
        ))}
        {isWorking && <p className="working">Working…</p>}
      </div>
    </div>
  );
}
