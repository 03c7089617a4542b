import type { NewSessionEvent } from '../../../src/core/event.ts';

/** A turn with one write, as three events that begin at this version: well formed after any number of such turns. */
export function wholeTurn(version: number, size: number): NewSessionEvent[] {
  const turn = version / 3 + 1;
  const time = 1_764_520_000_000 + version;
  const todos = [{ content: 'x'.repeat(size), status: 'completed' }];
  return [
    { time, type: 'turn/start', data: { turn } },
    { time, type: 'todo/write', turn, data: { todos } },
    { time, type: 'turn/end', data: { turn, reason: { kind: 'completed' } } },
  ];
}
