import { useEffect, useRef } from 'react';
import type { ChatMessage } from '../lib/chat-message.ts';
import { PlanRow } from './plan-row.tsx';

interface TranscriptProps {
  readonly messages: readonly ChatMessage[];
  readonly isWorking: boolean;
}

export function Transcript({ messages, isWorking }: TranscriptProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: some browsers answer a promise, which is no cleanup.
    void end.current?.scrollIntoView({ block: 'end' });
  }, [messages]);
  return (
    <div className="transcript" role="log" aria-label="Conversation" tabIndex={0}>
      {messages.map(({ id, role, parts }) => (
        <article key={id} className={role} aria-label={role === 'user' ? 'You' : 'Assistant'}>
          {parts.map((part, i) => {
            if (part.type === 'text') return <p key={i}>{part.text}</p>;
            return part.type === 'tool-todo_write' ? <PlanRow key={i} part={part} /> : null;
          })}
        </article>
      ))}
      {isWorking && <p className="working">Working…</p>}
      <div ref={end} />
    </div>
  );
}
