import type { Plan } from '../core/plan.ts';
import type { Place, Seat } from './plan-broadcast.ts';
import { frameOf } from './plan-frame.ts';

interface FollowerOptions {
  /** The plan to begin with; `undefined` for a client that has everything up to `seq`. */
  readonly first: Plan | undefined;
  readonly seq: number;
  readonly seat: Seat;
  /** Reads for this client alone, from a place on. */
  readonly watch: (afterSeq: number | undefined) => AsyncIterable<Plan>;
}

/** The frames of one client, one at a time as it asks for them. */
export interface PlanFollower {
  /** `undefined` at the end: of the broadcast, or after `leave`. */
  next(): Promise<Uint8Array | undefined>;
  leave(): void;
}

/**
 * Follows a plan for one client: along the broadcast while that still has what comes next, and on its own while the
 * client is further behind: when it comes back after a while, or reads slowly. So it never holds more than one frame.
 */
export function createPlanFollower({ first, seq, seat, watch }: FollowerOptions): PlanFollower {
  const { broadcast } = seat;
  let left = false;
  let opening = first;
  let place: Place | undefined;
  let own: AsyncIterator<Plan> | undefined;

  const leaveOwn = () => {
    void own?.return?.().catch(() => {});
    own = undefined;
  };
  const isOver = () => left || broadcast.state === 'ended';
  /** The next frame that the client reads for itself; ends that as soon as the broadcast can go on from there. */
  const readOwn = async (plans: AsyncIterator<Plan>) => {
    const { done, value } = await plans.next();
    if (done === true || isOver()) return undefined;
    place = { life: broadcast.life, seq: value.asOfSeq };
    if (broadcast.after(place) !== 'behind') leaveOwn();
    return frameOf(value);
  };

  return {
    async next() {
      if (opening !== undefined) {
        const frame = frameOf(opening);
        opening = undefined;
        return frame;
      }
      while (!isOver()) {
        if (own !== undefined) return readOwn(own);
        if (broadcast.state === 'live') {
          place ??= { life: broadcast.life, seq };
          const change = broadcast.after(place);
          if (change === 'behind') {
            const afterSeq = place.life === broadcast.life ? place.seq : undefined;
            own = watch(afterSeq)[Symbol.asyncIterator]();
            continue;
          }
          if (change !== undefined) {
            ({ place } = change);
            // Bytes of its own: whoever reads a stream may give them away.
            return change.frame.slice();
          }
        }
        await seat.news();
      }
      return undefined;
    },
    leave() {
      left = true;
      leaveOwn();
      seat.leave();
    },
  };
}
