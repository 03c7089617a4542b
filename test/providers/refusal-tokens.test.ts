import { describe, expect, it } from 'vitest';
import { medianShare, refusalTokens } from '../../bench/refusal-tokens.ts';
import { checkedKit } from '../support/kit.ts';

describe('a refusal', () => {
  it('costs the model in the median at most a quarter of what a plain zod schema makes it read', async () => {
    const { tools } = await checkedKit().session('chat').startTurn();
    const counts = await refusalTokens(tools.todo_write);
    expect(counts).toHaveLength(10);
    expect(counts.filter(({ ours, plain }) => ours === 0 || ours >= plain)).toEqual([]);
    expect(medianShare(counts)).toBeLessThanOrEqual(0.25);
  });
});
