import { halves, objectOf, type Answer, type Dialect, type Entry } from './dialect.ts';

/** Anthropic's Messages API. */
export const anthropicMessages: Dialect = {
  keys: ['system', 'tools', 'tool_choice', 'thinking', 'messages'],
  isStream: (body) => body['stream'] === true,
  answer: (answer) => ({
    ...head(answer),
    content: blocks(answer).map(wholeBlock),
    stop_reason: stopReason(answer),
    usage,
  }),
  events: (answer) => [
    { type: 'message_start', message: { ...head(answer), content: [], usage } },
    ...blocks(answer).flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: block.start },
      ...block.deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: stopReason(answer) }, usage },
    { type: 'message_stop' },
  ],
  tools: (body) =>
    (body['tools'] as unknown as Tool[]).map(({ name, description, input_schema, strict }) => ({
      name,
      description,
      parameters: input_schema,
      strict,
    })),
  entries: (body) =>
    (body['messages'] as unknown as Message[]).flatMap(({ role, content }) =>
      content.map((part) => entryOf(role, part)),
    ),
};

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: unknown;
  readonly strict?: boolean;
}

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Part[];
}

type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly signature: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
    }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: string };

function entryOf(role: Message['role'], part: Part): Entry {
  switch (part.type) {
    case 'text':
      return { kind: role === 'user' ? 'user' : 'text', text: part.text };
    case 'thinking':
      return { kind: 'reasoning', mark: part.signature };
    case 'tool_use':
      return { kind: 'call', id: part.id, name: part.name, input: part.input };
    case 'tool_result':
      return { kind: 'result', id: part.tool_use_id, text: part.content };
  }
}

const usage = { input_tokens: 1, output_tokens: 1 };

function head({ id }: Answer) {
  return { type: 'message', id: `msg_${id}`, model: 'loopback', role: 'assistant' };
}

function stopReason({ call }: Answer): string {
  return call === undefined ? 'end_turn' : 'tool_use';
}

interface Block {
  /** The block as it begins in a stream, still empty. */
  readonly start: object;
  readonly deltas: readonly object[];
  /** What the block has more when it is whole. */
  readonly whole: () => object;
}

function wholeBlock({ start, whole }: Block): object {
  return { ...start, ...whole() };
}

function blocks({ id, reasoning, text, call }: Answer): Block[] {
  return [
    ...(reasoning === undefined
      ? []
      : [
          {
            start: { type: 'thinking', thinking: '' },
            deltas: [
              ...halves(reasoning).map((thinking) => ({ type: 'thinking_delta', thinking })),
              { type: 'signature_delta', signature: reasoning },
            ],
            whole: () => ({ thinking: reasoning, signature: reasoning }),
          },
        ]),
    ...(text === undefined
      ? []
      : [
          {
            start: { type: 'text', text: '' },
            deltas: halves(text).map((half) => ({ type: 'text_delta', text: half })),
            whole: () => ({ text }),
          },
        ]),
    ...(call === undefined
      ? []
      : [
          {
            start: { type: 'tool_use', id: `toolu_${id}`, name: call.name, input: {} },
            deltas: halves(call.json).map((half) => ({
              type: 'input_json_delta',
              partial_json: half,
            })),
            whole: () => ({ input: objectOf(call.json) }),
          },
        ]),
  ];
}
