import { expect, it, vi } from 'vitest';
import { randomId } from '../../src/core/random-id.ts';

it('is 24 hexadecimal digits, and never the same twice', () => {
  const ids = Array.from({ length: 10_000 }, randomId);
  expect(ids.filter((id) => !/^[0-9a-f]{24}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

it('uses every digit at every place', () => {
  const ids = Array.from({ length: 2_000 }, randomId);
  for (let place = 0; place < 24; place += 1) {
    expect(new Set(ids.map((id) => id[place])).size).toBe(16);
  }
});

it('asks for randomness in portions, and only when it is wanted', async () => {
  vi.resetModules();
  const asked = vi.spyOn(crypto, 'getRandomValues');
  const fresh = await import('../../src/core/random-id.ts');
  expect(asked).toHaveBeenCalledTimes(0);
  const ids = Array.from({ length: 300 }, fresh.randomId);
  expect(asked.mock.calls.length).toBe(3);
  expect(new Set(ids).size).toBe(300);
  asked.mockRestore();
});
