import type { JSONValue } from 'ai';

/** What the model of a loopback server answers to one request. */
export interface Answer {
  /** Names everything in this answer that needs an id: `0` for the first request. */
  readonly id: number;
  readonly reasoning?: string;
  readonly text?: string;
  /** The exact text of the arguments, however broken. */
  readonly call?: { readonly name: string; readonly json: string };
}

/** One piece of a conversation, the same for all providers. */
export type Entry =
  | { readonly kind: 'instructions' | 'user' | 'text'; readonly text: string }
  /** `mark` is what the provider wants back: a text, a signature, an id. */
  | { readonly kind: 'reasoning'; readonly mark: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly kind: 'result'; readonly id: string; readonly text: string };

/** A tool as a request defines it. */
export interface ToolOnWire {
  readonly name: unknown;
  readonly description: unknown;
  readonly parameters: unknown;
  readonly strict: boolean | undefined;
}

export type Body = Readonly<Record<string, JSONValue>>;

/** How one provider's API writes requests and answers. */
export interface Dialect {
  /** The keys of a request that hold the tools and the conversation. */
  readonly keys: readonly string[];
  /** Whether an answer is wanted as a stream. */
  isStream(body: Body, path: string): boolean;
  /** The body of an answer in one piece. */
  answer(answer: Answer): object;
  /** The events of a streamed answer. */
  events(answer: Answer): readonly object[];
  /** What the server sends when a stream is over, beside closing it. */
  readonly end?: string;
  tools(body: Body): readonly ToolOnWire[];
  entries(body: Body): readonly Entry[];
}

/** A text in two pieces, so that a stream has to be put together again. */
export function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

/** The object that arguments are meant to be; an API whose calls carry objects cannot say anything else. */
export function objectOf(json: string): unknown {
  return JSON.parse(json);
}
