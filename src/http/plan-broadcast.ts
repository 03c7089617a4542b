import type { Plan } from '../core/plan.ts';
import { frameOf } from './plan-frame.ts';

/** How many changes are kept for clients that are a little behind; whoever is further behind gets the plan of now. */
export const KEPT = 32;
/** Where a life begins whose changes are all kept: before every place. */
const BEFORE_ALL = -2;

/** Where a client is. A session that was deleted and made anew has another life, with the same seqs. */
export interface Place {
  readonly life: number;
  readonly seq: number;
}

export interface Change {
  readonly place: Place;
  readonly frame: Uint8Array;
}

/** A client's place at a broadcast. */
export interface Seat {
  readonly broadcast: Pick<PlanBroadcast, 'state' | 'life' | 'after' | 'has' | 'placeOf'>;
  /** Resolves with the next news of the broadcast, and when the seat is left. */
  readonly news: () => Promise<void>;
  readonly leave: () => void;
}

/** The changes of one session's plan, read and encoded once for all the clients of this process that follow it. */
export interface PlanBroadcast {
  readonly state: 'starting' | 'live' | 'ended';
  readonly life: number;
  /** The first change after a place, or the newest one where that is not kept any more; `undefined` while there is none. */
  after(place: Place | undefined): Change | undefined;
  /** Whether all changes after this seq are kept. */
  has(seq: number): boolean;
  /**
   * Where the plan with this seq and frame stands; `undefined` where it is not kept, or where another one has its seq: that
   * of a life before or after.
   */
  placeOf(seq: number, frame: Uint8Array): Place | undefined;
  /** Takes a seat; the last one that is left ends the broadcast. */
  join(): Seat;
}

/**
 * Begins to follow a plan, until the last seat is left or the plan cannot be followed any more.
 *
 * @param onEnd called once, with the error where there is one.
 */
export function createPlanBroadcast(
  watch: (signal: AbortSignal) => AsyncIterable<Plan>,
  onEnd: (error?: unknown) => void,
): PlanBroadcast {
  const wakers = new Set<{ wake: (() => void) | undefined }>();
  const leaving = new AbortController();
  let state: PlanBroadcast['state'] = 'starting';
  let kept: Change[] = [];
  let life = 0;
  let last = -1;
  /** All changes after this seq of this life are kept. */
  let from = BEFORE_ALL;

  const tell = () => {
    for (const waiting of wakers) waiting.wake?.();
  };
  const receive = (plan: Plan) => {
    const { asOfSeq } = plan;
    if (state === 'starting') {
      // What stands already: nothing before it is kept.
      state = 'live';
      from = asOfSeq - 1;
    } else if (asOfSeq <= last) {
      life += 1;
      kept = [];
      from = BEFORE_ALL;
    }
    kept.push({ place: { life, seq: asOfSeq }, frame: frameOf(plan) });
    if (kept.length > KEPT) from = kept.shift()?.place.seq ?? from;
    last = asOfSeq;
    tell();
  };
  const end = (error?: unknown) => {
    if (state === 'ended') return;
    state = 'ended';
    leaving.abort();
    onEnd(error);
    tell();
  };
  const run = async () => {
    for await (const plan of watch(leaving.signal)) receive(plan);
  };
  run().then(() => end(), end);

  const broadcast: PlanBroadcast = {
    get state() {
      return state;
    },
    get life() {
      return life;
    },
    after(place) {
      if (place === undefined) return kept.at(-1);
      if (place.life !== life) return from === BEFORE_ALL ? kept[0] : kept.at(-1);
      // A frame holds the whole plan, so that nothing is lost by passing over those in between.
      return place.seq < from ? kept.at(-1) : kept.find((change) => change.place.seq > place.seq);
    },
    has: (seq) => seq >= from,
    placeOf(seq, frame) {
      const change = kept.find(({ place }) => place.seq === seq);
      return change && isEqual(change.frame, frame) ? change.place : undefined;
    },
    join() {
      const seat: { wake: (() => void) | undefined } = { wake: undefined };
      wakers.add(seat);
      return {
        broadcast,
        news: () =>
          new Promise((resolve) => {
            seat.wake = resolve;
          }),
        leave() {
          seat.wake?.();
          if (wakers.delete(seat) && wakers.size === 0) end();
        },
      };
    },
  };
  return broadcast;
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}
