import { halves, type Answer, type Body, type Dialect, type Entry } from './dialect.ts';

/** OpenAI's Responses API. */
export const responses: Dialect = {
  keys: ['tools', 'tool_choice', 'input', 'include', 'store'],
  isStream: (body) => body['stream'] === true,
  answer: (answer) => ({ ...head(answer), output: items(answer), usage }),
  events: (answer) => [
    { type: 'response.created', response: head(answer) },
    ...items(answer).flatMap((item, output_index) => itemEvents(item, output_index)),
    { type: 'response.completed', response: { ...head(answer), usage } },
  ],
  tools: (body) =>
    (body['tools'] as unknown as Tool[]).map(({ name, description, parameters, strict }) => ({
      name,
      description,
      parameters,
      strict,
    })),
  entries: (body) => inputOf(body).map(entryOf),
};

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
  readonly strict?: boolean;
}

/** An item of the API's `input`, as far as a planning conversation has them. */
type InputItem =
  | { readonly role: 'system' | 'developer' | 'user' | 'assistant'; readonly content: unknown }
  | { readonly type: 'item_reference'; readonly id: string }
  | { readonly type: 'reasoning'; readonly encrypted_content: string }
  | {
      readonly type: 'function_call';
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
    }
  | {
      readonly type: 'function_call_output';
      readonly call_id: string;
      readonly output: string;
    };

function inputOf(body: Body): readonly InputItem[] {
  return body['input'] as unknown as InputItem[]; // the provider's own types keep to it
}

function entryOf(item: InputItem): Entry {
  if ('role' in item) {
    const text =
      typeof item.content === 'string' ? item.content : textOfParts(item.content as TextPart[]);
    if (item.role === 'user') return { kind: 'user', text };
    return { kind: item.role === 'assistant' ? 'text' : 'instructions', text };
  }
  switch (item.type) {
    case 'item_reference':
      return { kind: 'reasoning', mark: item.id };
    case 'reasoning':
      return { kind: 'reasoning', mark: item.encrypted_content };
    case 'function_call': {
      const input: unknown = JSON.parse(item.arguments);
      return { kind: 'call', id: item.call_id, name: item.name, input };
    }
    case 'function_call_output':
      return { kind: 'result', id: item.call_id, text: item.output };
  }
}

interface TextPart {
  readonly text: string;
}

function textOfParts(parts: readonly TextPart[]): string {
  return parts.map(({ text }) => text).join('');
}

const usage = { input_tokens: 1, output_tokens: 1 };

function head({ id }: Answer) {
  return { id: `resp_${id}`, created_at: 0, model: 'loopback' };
}

type OutputItem = ReturnType<typeof items>[number];

/** What the model says, as the API lists it. */
function items({ id, reasoning, text, call }: Answer) {
  return [
    ...(reasoning === undefined
      ? []
      : [
          {
            type: 'reasoning' as const,
            id: `rs_${id}`,
            encrypted_content: reasoning,
            summary: [{ type: 'summary_text', text: reasoning }],
          },
        ]),
    ...(text === undefined
      ? []
      : [
          {
            type: 'message' as const,
            id: `msg_${id}`,
            role: 'assistant',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
    ...(call === undefined
      ? []
      : [
          {
            type: 'function_call' as const,
            id: `fc_${id}`,
            call_id: `call_${id}`,
            name: call.name,
            arguments: call.json,
            status: 'completed',
          },
        ]),
  ];
}

function itemEvents(item: OutputItem, output_index: number): object[] {
  const place = { item_id: item.id, output_index };
  const begun = item.type === 'function_call' ? { ...item, arguments: '' } : item;
  return [
    { type: 'response.output_item.added', output_index, item: begun },
    ...deltas(item).map((delta) => ({ ...place, ...delta })),
    { type: 'response.output_item.done', output_index, item },
  ];
}

function deltas(item: OutputItem): object[] {
  switch (item.type) {
    case 'reasoning': {
      const type = 'response.reasoning_summary_text.delta';
      const [summary] = item.summary;
      return [
        { type: 'response.reasoning_summary_part.added', summary_index: 0 },
        ...halves(summary?.text ?? '').map((delta) => ({ type, summary_index: 0, delta })),
        { type: 'response.reasoning_summary_part.done', summary_index: 0 },
      ];
    }
    case 'message':
      return halves(textOfParts(item.content)).map((delta) => ({
        type: 'response.output_text.delta',
        delta,
      }));
    case 'function_call':
      return halves(item.arguments).map((delta) => ({
        type: 'response.function_call_arguments.delta',
        delta,
      }));
  }
}
