import { describe, expect, test } from 'vitest';
import { isRecord, isTurnNumber, turnOf } from '../../src/core/event.ts';
import { randomId } from '../../src/core/random-id.ts';

describe('isRecord', () => {
  test('is true for objects with string keys', () => {
    expect([{}, Object.create(null), { a: 1 }].every(isRecord)).toBe(true);
  });

  test('is false for everything else', () => {
    expect([null, undefined, [], 'x', 1, true, () => {}].some(isRecord)).toBe(false);
  });
});

describe('the number of a turn', () => {
  test('counts from 1 in whole numbers', () => {
    expect([1, 2, Number.MAX_SAFE_INTEGER].every(isTurnNumber)).toBe(true);
    expect([0, -1, 1.5, NaN, Infinity, 2 ** 53, '1', null, undefined].some(isTurnNumber)).toBe(
      false,
    );
  });

  test('is found in the data of a start or an end', () => {
    expect(turnOf({ turn: 3, trigger: 'message' })).toBe(3);
    expect([{ turn: 0 }, {}, null, [3], 3].map(turnOf)).toEqual(Array(5).fill(undefined));
  });
});

describe('randomId', () => {
  test('is 24 hexadecimal digits, and another one each time', () => {
    const ids = Array.from({ length: 1000 }, randomId);
    expect(ids.every((id) => /^[0-9a-f]{24}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(1000);
  });
});
