import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { ModelMessage, TextStreamPart, ToolSet } from 'ai';

/** What the editor is told of a part of an answer. The plan has a way of its own, so its tool is left out. */
export function updateOf(part: TextStreamPart<ToolSet>): SessionUpdate | undefined {
  switch (part.type) {
    case 'text-delta':
      return said('agent_message_chunk', part.text);
    case 'reasoning-delta':
      return said('agent_thought_chunk', part.text);
    case 'tool-call': {
      const { toolCallId, toolName, input } = part;
      if (toolName === 'todo_write') return undefined;
      const isNamed = { title: toolName, rawInput: input, status: 'in_progress' } as const;
      return { sessionUpdate: 'tool_call', toolCallId, kind: 'read', ...isNamed };
    }
    case 'tool-result':
    case 'tool-error': {
      const { toolCallId, toolName } = part;
      if (toolName === 'todo_write') return undefined;
      const [status, output] =
        part.type === 'tool-error'
          ? (['failed', String(part.error)] as const)
          : (['completed', part.output] as const);
      return { sessionUpdate: 'tool_call_update', toolCallId, status, rawOutput: output };
    }
    default:
      return undefined;
  }
}

/** What the editor is told of a message from before, when it loads a session. */
export function updatesOf({ role, content }: ModelMessage): SessionUpdate[] {
  if (role !== 'user' && role !== 'assistant') return [];
  const kind = role === 'user' ? 'user_message_chunk' : 'agent_message_chunk';
  if (typeof content === 'string') return [said(kind, content)];
  return content.flatMap((part) => (part.type === 'text' ? [said(kind, part.text)] : []));
}

function said(
  sessionUpdate: 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk',
  text: string,
): SessionUpdate {
  return { sessionUpdate, content: { type: 'text', text } };
}
