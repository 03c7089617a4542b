import type { Plan } from '../../src/client/index.ts';
import { createPlanFeed, type PlanFeedOptions } from '../../src/client/index.ts';

/** A connection that a feed made, and what it was told. */
export interface Connection {
  readonly url: string;
  readonly lastEventId: string | null;
  readonly signal: AbortSignal;
  send(text: string): void;
  plan(plan: Plan): void;
  /** Breaks the connection. */
  drop(): void;
}

/** A server at the other end of `fetch`. */
export function fakeServer(answer?: () => Response | undefined | Promise<Response | undefined>) {
  const connections: Connection[] = [];
  const fetch = async (url: string, { headers, signal }: RequestInit): Promise<Response> => {
    const aborted = signal ?? new AbortController().signal;
    aborted.throwIfAborted();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        aborted.addEventListener('abort', () => controller.error(aborted.reason));
        connections.push({
          url,
          lastEventId: new Headers(headers).get('last-event-id'),
          signal: aborted,
          send,
          plan: (plan) => send(`id: ${plan.asOfSeq}\ndata: ${JSON.stringify(plan)}\n\n`),
          drop: () => controller.error(new TypeError('network error')),
        });
      },
    });
    const other = await answer?.();
    return other ?? new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  return {
    connections,
    fetch,
    open: () => connections.filter(({ signal }) => !signal.aborted).length,
    last: () => {
      const last = connections.at(-1);
      if (last === undefined) throw new Error('nobody has connected');
      return last;
    },
  };
}

/** A plan at a place of the log. */
export function planAt(asOfSeq: number, todos: Plan['todos'] = null, open = true): Plan {
  const counts = { pending: todos?.length ?? 0, inProgress: 0, completed: 0 };
  return { todos, counts, asOfSeq, turn: { number: 1, open } };
}

/** A feed, and the places of the plans that a subscriber saw. */
export function follow(options: Omit<PlanFeedOptions, 'url'> & { readonly url?: string }) {
  const errors: unknown[] = [];
  const feed = createPlanFeed({
    url: '/api/plan/chat',
    onError: (error) => void errors.push(error),
    ...options,
  });
  const seqs: number[] = [];
  const unsubscribe = feed.subscribe(() => seqs.push(feed.getSnapshot().asOfSeq));
  return { feed, seqs, errors, unsubscribe };
}
