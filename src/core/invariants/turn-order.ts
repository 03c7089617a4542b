import { ExpectedNumber } from './expected-number.ts';

/*
 * The boundaries of turns form one row, turn/start 1, turn/end 1, turn/start 2 and so on, which is numbered from 0 here.
 * Turns are in order when these numbers rise by one, and a turn is open when the next boundary is an end.
 */
const boundaryOf = (type: BoundaryType, turn: number) =>
  type === 'turn/start' ? 2 * turn - 2 : 2 * turn - 1;
const isEnd = (boundary: number) => boundary % 2 === 1;
const turnOfBoundary = (boundary: number) => Math.floor(boundary / 2) + 1;
const nameOf = (boundary: number) =>
  `${isEnd(boundary) ? 'turn/end' : 'turn/start'} ${turnOfBoundary(boundary)}`;

const misplaced = (name: string, expected: readonly number[]) =>
  `${name} stands where ${expected.map(nameOf).join(' or ')} was expected`;

export type BoundaryType = 'turn/start' | 'turn/end';

/** Follows which turn is open. Its methods answer what is wrong with an event, or `undefined`. */
export class TurnOrder {
  #next = new ExpectedNumber(0);

  /** A turn starts or ends; `turn` is undefined where the event does not say which. */
  boundary(type: BoundaryType, turn: number | undefined): string | undefined {
    if (turn === undefined) return this.#unnumbered(type);
    const missed = this.#next.accept(boundaryOf(type, turn));
    return missed && misplaced(`${type} ${turn}`, missed);
  }

  /** A list is written; `turn` is undefined where the event does not say in which turn. */
  write(turn: number | undefined): string | undefined {
    const belongs = (boundary: number) =>
      isEnd(boundary) && (turn === undefined || turnOfBoundary(boundary) === turn);
    if (this.#next.narrow(belongs)) return undefined;
    const { candidates, likeliest } = this.#next;
    // Either the write is wrong, or the start of its turn is lost.
    const started = candidates.map((boundary) => (isEnd(boundary) ? boundary : boundary + 1));
    const named = turn === undefined ? [] : [boundaryOf('turn/end', turn)];
    this.#next.hold(likeliest, [...named, ...started, ...candidates]);
    const open = candidates.find(isEnd);
    return open === undefined || turn === undefined
      ? `a todo/write stands in no open turn; ${nameOf(likeliest)} was expected before it`
      : `a todo/write of turn ${turn} stands in turn ${turnOfBoundary(open)}`;
  }

  #unnumbered(type: BoundaryType): string | undefined {
    const { candidates, likeliest } = this.#next;
    const fitting = candidates.find((boundary) => isEnd(boundary) === (type === 'turn/end'));
    // With data that bad it may have been another event altogether.
    this.#next.hold((fitting ?? likeliest + 1) + 1, candidates);
    return fitting === undefined ? misplaced(type, candidates) : undefined;
  }

  /** An event came that cannot be read: it may have started or ended a turn. */
  doubt(): void {
    this.#next.doubt();
  }

  fork(): TurnOrder {
    const copy = new TurnOrder();
    copy.#next = this.#next.fork();
    return copy;
  }
}
