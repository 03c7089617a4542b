/** How many numbers are held possible at once: enough for a few faults side by side. */
const MAX_CANDIDATES = 6;
const NONE: readonly number[] = Object.freeze([]);

/**
 * The number that must come next in a row that rises by one.
 *
 * Where another number comes, it may be wrong itself, or the numbers before it may be lost, or it may not belong there
 * at all. Nobody can tell until the next one comes, so each number that could follow is kept, and the next one decides.
 * That is how one fault gives one complaint, and not a second one where the row goes on as it was.
 */
export class ExpectedNumber {
  #likeliest: number;
  #others: readonly number[] = NONE;
  /** The number that was left out by one: if it comes now, the two have changed places. */
  #skipped: number | undefined;

  constructor(first: number) {
    this.#likeliest = first;
  }

  /** The number that comes next if the place in the row is right. */
  get likeliest(): number {
    return this.#likeliest;
  }

  /** Every number that may come next, the likeliest first; just one as long as nothing was wrong. */
  get candidates(): readonly number[] {
    return [this.#likeliest, ...this.#others];
  }

  /** Takes the number that came and goes on behind it; if it was not possible, answers the numbers that were. */
  accept(found: number): readonly number[] | undefined {
    const expected = this.#likeliest;
    if (found === expected || this.#others.includes(found)) {
      const changedPlaces = found === this.#skipped;
      this.#skipped = undefined;
      this.hold(changedPlaces ? found + 2 : found + 1, changedPlaces ? [found + 1] : NONE);
      return undefined;
    }
    const { candidates } = this;
    const later = this.#others.map((other) => other + 1);
    this.#skipped = found === expected + 1 ? expected : undefined;
    this.hold(expected + 1, [found + 1, expected, ...later, ...this.#others]);
    return candidates;
  }

  /** Passes over numbers that need no look. */
  skip(count: number): void {
    this.#likeliest += count;
    this.#others = this.#others.map((other) => other + count);
  }

  /** Something came that cannot be read: it may have been the next number, or none of this row. */
  doubt(): void {
    const { candidates } = this;
    this.hold(this.#likeliest + 1, [...candidates, ...candidates.map((number) => number + 1)]);
  }

  /** Keeps the numbers that pass a test and says whether there are any; where there are none, nothing changes. */
  narrow(test: (number: number) => boolean): boolean {
    if (this.#others.length === 0) return test(this.#likeliest);
    const [first, ...rest] = this.candidates.filter((number) => test(number));
    if (first === undefined) return false;
    this.hold(first, rest);
    return true;
  }

  /** Says which numbers may come next, the likeliest first. */
  hold(likeliest: number, others: readonly number[]): void {
    this.#likeliest = likeliest;
    this.#others = NONE;
    if (others.length === 0) return;
    const distinct = new Set([likeliest, ...others]);
    this.#others = [...distinct].slice(1, MAX_CANDIDATES);
  }

  fork(): ExpectedNumber {
    const copy = new ExpectedNumber(this.#likeliest);
    copy.#others = this.#others;
    copy.#skipped = this.#skipped;
    return copy;
  }
}
