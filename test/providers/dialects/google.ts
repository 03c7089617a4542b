import { halves, objectOf, type Answer, type Dialect, type Entry } from './dialect.ts';

/** Google's `generateContent`. */
export const generateContent: Dialect = {
  keys: ['systemInstruction', 'tools', 'toolConfig', 'contents'],
  isStream: (_body, path) => path.includes(':streamGenerateContent'),
  answer: (answer) => chunk(partsOf(answer), 'STOP'),
  events: (answer) => [
    ...partsOf(answer).flatMap((part) =>
      'text' in part
        ? halves(part.text).map((text) => chunk([{ ...part, text }]))
        : [chunk([part])],
    ),
    chunk([], 'STOP'),
  ],
  tools: (body) =>
    (body['tools'] as unknown as { functionDeclarations: Declaration[] }[]).flatMap((tool) =>
      tool.functionDeclarations.map(({ name, description, parameters }) => ({
        name,
        description,
        parameters,
        // Not said of a tool, but of all: calls are held to the schemas.
        strict: JSON.stringify(body['toolConfig'] ?? null).includes('VALIDATED') || undefined,
      })),
    ),
  entries: (body) =>
    (body['contents'] as unknown as Content[]).flatMap(({ role, parts }) =>
      parts.flatMap((part) => entriesOf(role, part)),
    ),
};

interface Declaration {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
}

interface Content {
  readonly role: 'user' | 'model';
  readonly parts: readonly Part[];
}

type Part = { readonly thoughtSignature?: string } & (
  | { readonly text: string; readonly thought?: boolean }
  | {
      readonly functionCall: { readonly id: string; readonly name: string; readonly args: unknown };
    }
  | {
      readonly functionResponse: {
        readonly id: string;
        readonly response: { readonly content: string };
      };
    }
);

function entriesOf(role: Content['role'], part: Part): Entry[] {
  if ('functionResponse' in part) {
    const { id, response } = part.functionResponse;
    return [{ kind: 'result', id, text: response.content }];
  }
  if ('functionCall' in part) {
    const { id, name, args } = part.functionCall;
    const call = { kind: 'call' as const, id, name, input: args };
    const mark = part.thoughtSignature;
    return mark === undefined ? [call] : [{ kind: 'reasoning', mark }, call];
  }
  // What was thought comes back as text; its proof is the signature, which stands on the call.
  if (part.thought === true) return [];
  return [{ kind: role === 'user' ? 'user' : 'text', text: part.text }];
}

function chunk(parts: readonly object[], finishReason?: string): object {
  return {
    responseId: 'loopback',
    candidates: [{ content: { role: 'model', parts }, ...(finishReason && { finishReason }) }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
}

function partsOf({ id, reasoning, text, call }: Answer) {
  return [
    ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]),
    ...(text === undefined ? [] : [{ text }]),
    ...(call === undefined
      ? []
      : [
          {
            functionCall: { id: `call_${id}`, name: call.name, args: objectOf(call.json) },
            // Every call is signed, whether its thoughts are shown or not.
            thoughtSignature: reasoning ?? `signature_${id}`,
          },
        ]),
  ];
}
