import type { Plan } from '../core/plan.ts';
import type { PlanFeedOptions } from './create-plan-feed.ts';
import { PlanFeedError } from './plan-feed-error.ts';
import { planOfJson } from './plan-of-json.ts';
import { createSseParser } from './sse-parser.ts';
import { tell } from './tell.ts';

interface ConnectOptions extends Pick<PlanFeedOptions, 'url' | 'fetch' | 'onError'> {
  /** The place after which to go on; `undefined` to begin with the current plan. */
  readonly cursor: () => number | undefined;
  readonly receive: (plan: Plan) => void;
  readonly signal: AbortSignal;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** The server sends a comment at least every 30 s: a connection that is silent for longer is dead. */
const SILENCE_MS = 60_000;

/** Stays connected until the signal aborts, or until the server refuses. Never rejects. */
export async function connectPlan(options: ConnectOptions): Promise<void> {
  const { signal, onError } = options;
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const start = Date.now();
    try {
      await readStream(options);
    } catch (error) {
      if (signal.aborted) return;
      if (onError !== undefined) tell(onError, error);
      if (error instanceof PlanFeedError && error.isFinal) return;
    }
    // One that held for a while is worth a quick new try; one that always ends at once is not.
    if (Date.now() - start > pause) pause = FIRST_PAUSE_MS;
    // Some at random: after a restart of the server not everybody comes at the same moment.
    await sleep(pause * (0.75 + Math.random() / 2), signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/** One connection, until it ends. */
async function readStream({
  url,
  cursor,
  receive,
  fetch = globalThis.fetch,
  signal,
}: ConnectOptions): Promise<void> {
  const connection = new AbortController();
  const leave = () => connection.abort();
  signal.addEventListener('abort', leave);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const hear = () => {
    clearTimeout(silence);
    silence = setTimeout(leave, SILENCE_MS);
  };
  try {
    hear();
    const place = cursor();
    const response = await fetch(url, {
      headers: {
        Accept: 'text/event-stream',
        ...(place === undefined ? {} : { 'Last-Event-ID': String(place) }),
      },
      cache: 'no-store',
      signal: connection.signal,
    });
    if (!isStream(response)) throw await PlanFeedError.of(response);
    const parse = createSseParser((data) => {
      const plan = planOfJson(data);
      if (plan !== undefined && !connection.signal.aborted) receive(plan);
    });
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      hear();
      parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', leave);
    // Also after a failure in between: nothing of this connection stays open.
    leave();
  }
}

function isStream(response: Response): response is Response & { readonly body: ReadableStream } {
  const type = response.headers.get('content-type')?.toLowerCase() ?? '';
  return response.status === 200 && response.body !== null && type.startsWith('text/event-stream');
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal.addEventListener('abort', wake);
  });
}
