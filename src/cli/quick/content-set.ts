/** Slots of a new table: enough for the lists that agents write. A power of two. */
const SLOTS = 2048;

/**
 * The contents of one list by their hashes, and which of them are not completed. Used anew for each list.
 *
 * Different hashes tell that contents differ; equal ones tell nothing for certain.
 */
export class ContentSet {
  hashes = new Int32Array(SLOTS);
  /** Which list put something into a slot: the rest of the table is empty. */
  stamps = new Int32Array(SLOTS);
  unfinished = new Int32Array(SLOTS / 2);
  stamp = 0;
  count = 0;
  unfinishedCount = 0;
}

export function clear(set: ContentSet): void {
  set.stamp += 1;
  set.count = 0;
  set.unfinishedCount = 0;
}

/** Adds a content; `false` when its hash is there already. */
export function add(set: ContentSet, hash: number, isUnfinished: boolean): boolean {
  const slot = slotOf(set, hash);
  if (set.stamps[slot] === set.stamp) return false;
  set.hashes[slot] = hash;
  set.stamps[slot] = set.stamp;
  set.count += 1;
  if (isUnfinished) {
    set.unfinished[set.unfinishedCount] = hash;
    set.unfinishedCount += 1;
  }
  // A fuller table would become slow.
  if (set.count * 2 === set.hashes.length) grow(set);
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
  const mask = hashes.length - 1;
  let slot = hash & mask;
  while (stamps[slot] === stamp && hashes[slot] !== hash) slot = (slot + 1) & mask;
  return slot;
}

function grow(set: ContentSet): void {
  const { hashes, stamps, stamp, unfinished } = set;
  set.hashes = new Int32Array(hashes.length * 2);
  set.stamps = new Int32Array(hashes.length * 2);
  set.unfinished = new Int32Array(hashes.length);
  set.unfinished.set(unfinished);
  for (const [slot, hash] of hashes.entries()) {
    if (stamps[slot] !== stamp) continue;
    const next = slotOf(set, hash);
    set.hashes[next] = hash;
    set.stamps[next] = stamp;
  }
}
