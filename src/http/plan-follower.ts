import type { Plan } from '../core/plan.ts';
import type { Place, Seat } from './plan-broadcast.ts';
import { frameOf } from './plan-frame.ts';

interface FollowerOptions {
  /** The plan as it was read when the client came. */
  readonly plan: Plan;
  /** Where the client is; `undefined` for one that begins with the plan. */
  readonly afterSeq: number | undefined;
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
 *
 * It joins the broadcast only where that has the very plan that the client has. A seq alone would not do: a session that
 * was deleted and made anew has the same ones.
 */
export function createPlanFollower({ plan, afterSeq, seat, watch }: FollowerOptions): PlanFollower {
  const { broadcast } = seat;
  const current = frameOf(plan);
  let left = false;
  let opening = afterSeq === undefined ? current : undefined;
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
  const readFrom = (seq: number | undefined) => {
    own = watch(seq)[Symbol.asyncIterator]();
  };
  /** Finds the client's place as soon as the broadcast runs, however slowly the client reads. */
  const settle = () => {
    if (isOver()) return;
    const isBehind = afterSeq !== undefined && afterSeq < plan.asOfSeq;
    if (isBehind) place = { life: broadcast.life, seq: afterSeq };
    else place = broadcast.placeOf(plan.asOfSeq, current);
    // Changed since it was read: then the client begins again with what stands now.
    if (place === undefined) readFrom(undefined);
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
        if (own !== undefined || place === undefined) return own && readOwn(own);
        const change = broadcast.after(place);
        if (change === 'behind') {
          readFrom(place.life === broadcast.life ? place.seq : undefined);
        } else if (change === undefined) {
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
