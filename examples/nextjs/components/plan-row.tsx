import { summarizePlan } from 'ai-sdk-todo/client';
import type { ChatMessage } from '../lib/chat-message.ts';

interface PlanRowProps {
  readonly part: Extract<ChatMessage['parts'][number], { type: 'tool-todo_write' }>;
  /** Whether the answer is still being written. */
  readonly isWorking: boolean;
}

/** One call of the tool in one line: what was accepted, or why it was not. */
export function PlanRow({ part, isWorking }: PlanRowProps) {
  if (part.state === 'output-available') {
    const { text, more } = summarizePlan(part.output);
    return (
      <div className="plan-row">
        <span className="text">{text}</span>
        {more && <span className="more">{more}</span>}
      </div>
    );
  }
  if (part.state === 'output-error') {
    // The first line tells people enough; the word before it is for the model.
    const [reason] = part.errorText.replace(/^Error: /, '').split('\n');
    return <div className="plan-row refused">Plan refused: {reason}</div>;
  }
  return <div className="plan-row">{isWorking ? 'Writing the plan…' : 'Stopped'}</div>;
}
