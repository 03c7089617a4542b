import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSessionTrace } from '../../../src/core/invariants/session-trace.ts';
import type { TraceNote } from '../../../src/core/invariants/violation.ts';
import { end, item, log, start, write, wellFormedLog } from './log.ts';

test('what is checked on a fork leaves no trace on the original, and the other way round', () => {
  const [first, list, last, late] = log(start(1), write([item('a')]), end(1), write([]));
  const notes: TraceNote[] = [];
  const trace = createSessionTrace({ onNote: (note) => notes.push(note) });
  trace.advance(first);
  trace.advance(list);

  const fork = trace.fork();
  expect(fork.advance(last)).toEqual([]);
  expect(fork.advance(late).map(({ rule }) => rule)).toEqual(['write-in-turn']);
  expect(fork.fork().advance('nonsense')).toHaveLength(1);

  notes.length = 0;
  expect(trace.advance({ ...late, seq: 2 })).toEqual([]);
  expect(notes.map(({ rule }) => rule)).toEqual(['items-dropped']);
  expect(trace.advance({ ...last, seq: 3 })).toEqual([]);
});

test('a fork goes on from any place as the original does, also in the middle of a fault', () => {
  const shuffled = wellFormedLog.chain((events) => fc.shuffledSubarray(events));
  fc.assert(
    fc.property(shuffled, fc.nat(), (events, nat) => {
      const at = nat % (events.length + 1);
      const trace = createSessionTrace();
      for (const event of events.slice(0, at)) trace.advance(event);
      const fork = trace.fork();
      const rest = events.slice(at);
      const fromFork = rest.map((event) => fork.advance(event));
      expect(fromFork).toEqual(rest.map((event) => trace.advance(event)));
    }),
  );
});
