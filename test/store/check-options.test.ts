import { describe, expect, test } from 'vitest';
import {
  assertCount,
  checkAppendOptions,
  checkListOptions,
  checkReadOptions,
  checkTailOptions,
  compareVersion,
} from '../../src/store/check-options.ts';
import type { AppendOptions } from '../../src/store/session-store.ts';

const reason = new Error('given up');
const aborted = AbortSignal.abort(reason);

describe('options', () => {
  test.each([-1, 0.5, Number.NaN, Infinity, 2 ** 53, '1', null, undefined, 1n])(
    'a count of %s is refused by name',
    (value) => {
      const told = value === '1' ? 'the text "1"' : String(value);
      expect(() => assertCount('limit', value)).toThrow(
        `limit must be a whole number from 0 on; got ${told}.`,
      );
    },
  );

  test('a range has defaults', () => {
    expect(checkReadOptions('s')).toEqual({ fromSeq: 0, limit: Number.MAX_SAFE_INTEGER });
    expect(checkReadOptions('s', { fromSeq: 3, limit: 0 })).toEqual({ fromSeq: 3, limit: 0 });
    expect(checkListOptions()).toBe(100);
    expect(checkListOptions({ limit: 1_000 })).toBe(1_000);
  });

  test('a tail has no default', () => {
    expect(() => checkTailOptions('s', undefined as unknown as number)).toThrow('limit must be');
    expect(() => checkTailOptions('s', 0)).not.toThrow();
  });

  test('a page has 1 to 1,000 sessions', () => {
    expect(() => checkListOptions({ limit: 0 })).toThrow('limit must be a whole number from 1 on');
    expect(() => checkListOptions({ limit: 1_001 })).toThrow('limit must be at most 1000');
  });

  test('an append names its version, and a parent that is a session id', () => {
    expect(() => checkAppendOptions('s', undefined as unknown as AppendOptions)).toThrow(
      'expectedVersion must be a whole number from 0 on; got undefined.',
    );
    expect(() => checkAppendOptions('s', { expectedVersion: 0, parentSession: '' })).toThrow(
      'A session id must be',
    );
    expect(() => checkAppendOptions('', { expectedVersion: 0 })).toThrow('A session id must be');
  });

  test('an aborted signal is told by its reason', () => {
    const signal = aborted;
    expect(() => checkAppendOptions('s', { expectedVersion: 0, signal })).toThrow(reason);
    expect(() => checkReadOptions('s', { signal })).toThrow(reason);
    expect(() => checkTailOptions('s', 1, { signal })).toThrow(reason);
    expect(() => checkListOptions({ signal })).toThrow(reason);
  });
});

describe('comparing versions', () => {
  const found = { uid: 'u', version: 3, lastId: 'c', idsAtPlace: ['b', 'c'] };

  test('an append at the version goes on, with or without the uid', () => {
    expect(compareVersion('s', { expectedVersion: 0 }, null, ['a'])).toBe('append');
    expect(compareVersion('s', { expectedVersion: 3 }, found, ['a'])).toBe('append');
    const options = { expectedVersion: 3, expectedUid: 'u' };
    expect(compareVersion('s', options, found, ['a'])).toBe('append');
  });

  test('an append whose ids all stand at its place is a repeat', () => {
    expect(compareVersion('s', { expectedVersion: 1 }, found, ['b', 'c'])).toBe('repeat');
    expect(compareVersion('s', { expectedVersion: 1 }, found, ['b'])).toBe('repeat');
  });

  test.each([
    ['other ids', ['x', 'y']],
    ['ids in another order', ['c', 'b']],
    ['ids of which one is missing', ['b', undefined]],
    ['more ids than are stored', ['b', 'c', 'd']],
    ['no ids', [undefined, undefined]],
    ['no events', []],
  ])('an append at another version with %s is a conflict', (_, ids) => {
    expect(() => compareVersion('s', { expectedVersion: 1 }, found, ids)).toThrow(
      expect.objectContaining({ code: 'version_conflict', sessionId: 's', expected: 1, actual: 3 }),
    );
  });

  test('an append at the version goes on behind the event that it expects there, and behind no other', () => {
    const options = { expectedVersion: 3, expectedLastId: 'c' };
    expect(compareVersion('s', options, found, ['a'])).toBe('append');
    for (const lastId of ['x', undefined]) {
      expect(() => compareVersion('s', options, { ...found, lastId }, ['a'])).toThrow(
        'Session "s" lost events since it was read, and others stand in their place.',
      );
    }
    const first = { expectedVersion: 0, expectedLastId: 'c' };
    expect(() => compareVersion('s', first, null, ['a'])).toThrow(/lost events/);
  });

  test('an append that is stored already is a repeat, whatever stands at the end now', () => {
    const options = { expectedVersion: 1, expectedLastId: 'a' };
    expect(compareVersion('s', options, found, ['b', 'c'])).toBe('repeat');
  });

  test('events without ids are no repeat of stored events without ids', () => {
    const anonymous = { ...found, idsAtPlace: [undefined] };
    expect(() => compareVersion('s', { expectedVersion: 1 }, anonymous, [undefined])).toThrow(
      'Session "s" is at version 3, not 1.',
    );
  });

  test('another uid is a conflict, also at the version and for a repeat', () => {
    const message = 'Session "s" was deleted or made anew since it was read.';
    const expectedUid = 'old';
    for (const expectedVersion of [1, 3]) {
      expect(() =>
        compareVersion('s', { expectedVersion, expectedUid }, found, ['b', 'c']),
      ).toThrow(message);
    }
    expect(() => compareVersion('s', { expectedVersion: 0, expectedUid }, null, ['a'])).toThrow(
      message,
    );
  });
});
