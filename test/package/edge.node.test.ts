import { EdgeVM } from '@edge-runtime/vm';
import { expect, it } from 'vitest';
import { bundle } from './bundle.ts';
import type { chatOnce } from './edge-app.ts';

it('a built application runs a turn on an edge that has no process, no Buffer and no eval', async () => {
  const { code } = await bundle(`export * from './test/package/edge-app.ts';`, {
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['edge-light', 'worker', 'browser'],
    format: 'iife',
    globalName: 'app',
  });
  const edge = new EdgeVM();
  const missing = edge.evaluate<string>('[typeof process, typeof Buffer, typeof require].join()');
  expect(missing).toBe('undefined,undefined,undefined');

  edge.evaluate(code);
  const answer = await edge.evaluate<ReturnType<typeof chatOnce>>('app.chatOnce()');

  const todos = [
    { content: 'Read the notes', status: 'completed' },
    { content: 'Write the summary', status: 'in_progress' },
  ];
  expect(answer.chunks).toEqual(
    expect.arrayContaining(['tool-output-available', 'text-delta', 'finish']),
  );
  expect(answer.watched).toMatchObject({ todos, asOfSeq: 1, turn: { number: 1, open: true } });
  expect(answer.plan).toMatchObject({ todos, asOfSeq: 2, turn: { number: 1, open: false } });
  expect(answer.violations).toEqual([]);
});
