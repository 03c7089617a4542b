import { generateText, isStepCount, streamText, type ToolSet } from 'ai';
import type { Dialect, Entry } from './dialects/dialect.ts';
import type { Provider, Way } from './providers.ts';
import {
  startProviderServer,
  type ProviderRequest,
  type ScriptedAnswer,
} from './provider-server.ts';

export interface ProviderRun {
  readonly requests: readonly ProviderRequest[];
  readonly refusals: readonly string[];
  readonly text: string;
}

export type LoopSettings = Pick<Parameters<typeof generateText>[0], 'prepareStep' | 'instructions'>;

/** Lets a provider's model go through the script with these tools, and tells what its server saw. */
export async function runProvider(
  provider: Provider,
  way: Way,
  tools: ToolSet,
  script: readonly ScriptedAnswer[],
  loop: LoopSettings = {},
): Promise<ProviderRun> {
  const { dialect, providerOptions = {}, closes = true } = provider;
  await using server = await startProviderServer(dialect, script, { closes });
  const settings = {
    ...loop,
    model: provider.model(server.url),
    prompt: 'Plan the trip.',
    tools,
    providerOptions,
    stopWhen: isStepCount(script.length),
    maxRetries: 0,
  };
  const text =
    way === 'generateText'
      ? (await generateText(settings)).text
      : await streamText({ ...settings, onError: () => undefined }).text;
  const { requests, refusals } = server;
  return { requests, refusals, text };
}

/** An answer that calls the tool with this input; a text is sent as it is, however broken. */
export function callWith(input: unknown, reasoning?: string): ScriptedAnswer {
  const json = typeof input === 'string' ? input : JSON.stringify(input);
  return { call: { name: 'todo_write', json }, ...(reasoning !== undefined && { reasoning }) };
}

export const done: ScriptedAnswer = { text: 'All planned.' };

/** What the model read of its calls, in order. */
export function resultsOf(request: ProviderRequest | undefined): readonly string[] {
  return entriesOf(request, 'result').map(({ text }) => text);
}

/** The entries of one kind that a request carries. */
export function entriesOf<KIND extends Entry['kind']>(
  request: ProviderRequest | undefined,
  kind: KIND,
): readonly Extract<Entry, { kind: KIND }>[] {
  const isKind = (entry: Entry): entry is Extract<Entry, { kind: KIND }> => entry.kind === kind;
  return request?.entries.filter(isKind) ?? [];
}

/** The tools and the conversation of a request as they were sent, for people to read. */
export function shownRequest({ keys }: Dialect, { body }: ProviderRequest): string {
  const parts = keys.filter((key) => key in body).map((key) => [key, body[key]]);
  return JSON.stringify(Object.fromEntries(parts), null, 2);
}
