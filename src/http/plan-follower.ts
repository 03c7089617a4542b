import type { Plan } from '../core/plan.ts';
import { KEPT, type Place, type Seat } from './plan-broadcast.ts';
import { frameOf } from './plan-frame.ts';

interface FollowerOptions {
  /** The plan as it was read when the client came. */
  readonly plan: Plan;
  /** Where the client is; `undefined` for one that begins with the plan. */
  readonly afterSeq: number | undefined;
  readonly seat: Seat;
  /** Reads for this client alone, from a place on. */
  readonly watch: (afterSeq: number) => AsyncIterable<Plan>;
}

/** The frames of one client, one at a time as it asks for them. */
export interface PlanFollower {
  /** `undefined` at the end: of the broadcast, or after `leave`. */
  next(): Promise<Uint8Array | undefined>;
  leave(): void;
}

/**
 * Follows a plan for one client along the broadcast, and on its own while it catches up: when it comes back after a while
 * and the broadcast does not have what it missed. One that is far behind, since it was away for long or reads slowly, goes
 * on with the plan that stands now. So it never holds more than one frame.
 *
 * It joins the broadcast only where that has the very plan that the client has. A seq alone would not do: a session that
 * was deleted and made anew has the same ones.
 */
export function createPlanFollower({ plan, afterSeq, seat, watch }: FollowerOptions): PlanFollower {
  const { broadcast } = seat;
  const current = frameOf(plan);
  const missed = afterSeq === undefined ? Infinity : plan.asOfSeq - afterSeq;
  const isFar = missed > KEPT;
  let left = false;
  let opening = isFar ? current : undefined;
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
    const frame = frameOf(value);
    place = broadcast.placeOf(value.asOfSeq, frame);
    if (place !== undefined) leaveOwn();
    return frame;
  };
  /** Finds the client's place as soon as the broadcast runs, however slowly the client reads. */
  const settle = () => {
    if (isOver()) return;
    if (isFar || missed <= 0 || afterSeq === undefined) {
      // None where it changed since it was read: then the client begins again with what stands now.
      place = broadcast.placeOf(plan.asOfSeq, current);
    } else if (broadcast.has(afterSeq)) {
      place = { life: broadcast.life, seq: afterSeq };
    } else {
      own = watch(afterSeq)[Symbol.asyncIterator]();
    }
  };
  const settled = broadcast.state === 'starting' ? seat.news().then(settle) : settle();

  return {
    async next() {
      if (opening !== undefined) {
        const frame = opening;
        opening = undefined;
        return frame;
      }
      await settled;
      while (!isOver()) {
        if (own !== undefined) return readOwn(own);
        const change = broadcast.after(place);
        if (change === undefined) {
          await seat.news();
        } else {
          ({ place } = change);
          // Bytes of its own: whoever reads a stream may give them away.
          return change.frame.slice();
        }
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
