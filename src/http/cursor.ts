/** The place after which a client wants to go on: what its browser says when it connects again, or what its url says. */
export function cursorOf({ headers, url }: Request): number | undefined {
  const text = headers.get('last-event-id') ?? new URL(url).searchParams.get('lastEventId') ?? '';
  if (!/^(-1|0|[1-9]\d{0,15})$/.test(text)) return undefined;
  const seq = Number(text);
  return Number.isSafeInteger(seq) ? seq : undefined;
}

/**
 * The place to go on after; `undefined` to start over with the current plan.
 *
 * A place beyond the end belongs to another session, or to an earlier life of this one. -1 is what a client has that
 * saw no event yet: the current plan serves it better than the whole past.
 */
export function afterSeqOf(cursor: number | undefined, asOfSeq: number): number | undefined {
  if (cursor === undefined || cursor > asOfSeq) return undefined;
  return cursor === -1 && asOfSeq > -1 ? undefined : cursor;
}
