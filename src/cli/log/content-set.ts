const SIZE = 2048;
/** Half of the table: beyond that it would become slow. */
const CAPACITY = SIZE / 2;

/**
 * The contents of one list by their hashes, and which of them are not completed. Used anew for each list.
 *
 * Different hashes tell that contents differ; equal ones tell nothing for certain.
 */
export class ContentSet {
  readonly hashes = new Int32Array(SIZE);
  /** Which list put something into a slot: the rest of the table is empty. */
  readonly stamps = new Int32Array(SIZE);
  readonly unfinished = new Int32Array(CAPACITY);
  stamp = 0;
  count = 0;
  unfinishedCount = 0;
}

export function clear(set: ContentSet): void {
  set.stamp += 1;
  set.count = 0;
  set.unfinishedCount = 0;
}

/** Adds a content; `false` when its hash is there already, or when no more fit. */
export function add(set: ContentSet, hash: number, isUnfinished: boolean): boolean {
  const slot = slotOf(set, hash);
  if (set.count === CAPACITY || set.stamps[slot] === set.stamp) return false;
  set.hashes[slot] = hash;
  set.stamps[slot] = set.stamp;
  set.count += 1;
  if (isUnfinished) {
    set.unfinished[set.unfinishedCount] = hash;
    set.unfinishedCount += 1;
  }
  return true;
}

/** Whether a list has all that was unfinished in the one before. */
export function carriesOn(before: ContentSet, after: ContentSet): boolean {
  for (let i = 0; i < before.unfinishedCount; i += 1) {
    const slot = slotOf(after, before.unfinished[i] as number); // below the count
    if (after.stamps[slot] !== after.stamp) return false;
  }
  return true;
}

/** Where a hash stands, or where it belongs. */
function slotOf({ hashes, stamps, stamp }: ContentSet, hash: number): number {
  let slot = hash & (SIZE - 1);
  while (stamps[slot] === stamp && hashes[slot] !== hash) slot = (slot + 1) & (SIZE - 1);
  return slot;
}
