import { describe, expect, test } from 'vitest';
import { createSessionTrace } from '../../../src/core/invariants/session-trace.ts';
import type { TraceNote } from '../../../src/core/invariants/violation.ts';

const HEADER = {
  type: 'session',
  version: 1,
  id: 'chat-1',
  uid: 'f00',
  createdAt: 1_764_520_000_000,
};
const messagesFor = (header: unknown, sessionId?: string) =>
  createSessionTrace({ sessionId })
    .header(header)
    .map(({ message }) => message);

describe('the header of a session', () => {
  test('is valid with and without a parent', () => {
    expect(messagesFor(HEADER)).toEqual([]);
    expect(messagesFor({ ...HEADER, parentSession: 'chat-0' })).toEqual([]);
  });

  test.each([
    ['no object', null, 'the header must be an object; got null'],
    ['another type', { ...HEADER, type: 'log' }, 'type of the header must be "session"; got "log"'],
    [
      'no version',
      { ...HEADER, version: undefined },
      'version of the header must be 1; got nothing',
    ],
    ['half a version', { ...HEADER, version: 0.5 }, 'version of the header must be 1; got 0.5'],
    ['no id', { ...HEADER, id: '' }, 'id of the header must be a session id; got ""'],
    ['no uid', { ...HEADER, uid: 5 }, 'uid of the header must be a non-empty string; got 5'],
    [
      'no time',
      { ...HEADER, createdAt: '2026' },
      'createdAt of the header must be Unix milliseconds; got "2026"',
    ],
    [
      'a parent that is no session id',
      { ...HEADER, parentSession: null },
      'parentSession of the header must be a session id; got null',
    ],
  ])('with %s breaks header-valid', (_, header, message) => {
    expect(createSessionTrace().header(header, { line: 1, byte: 0 })).toEqual([
      { rule: 'header-valid', seq: -1, message, place: { line: 1, byte: 0 } },
    ]);
  });

  test('names every fault', () => {
    expect(messagesFor({ type: 'x' })).toHaveLength(5);
  });

  test('must name the session that is checked, where that is known', () => {
    expect(messagesFor(HEADER, 'chat-1')).toEqual([]);
    expect(messagesFor(HEADER, 'chat-2')).toEqual([
      'id of the header must be "chat-2"; got "chat-1"',
    ]);
  });

  test('of a newer version is not called broken but newer', () => {
    expect(messagesFor({ type: 'session', version: 2, id: 7 })).toEqual([
      'the session was written by a newer version: its format is 2, and this one reads up to 1',
    ]);
  });

  test('may have fields that we do not know: they are a note', () => {
    const notes: TraceNote[] = [];
    const trace = createSessionTrace({ onNote: (note) => notes.push(note) });
    expect(trace.header({ ...HEADER, cwd: '.' })).toEqual([]);
    expect(notes).toEqual([
      { rule: 'unknown-field', seq: -1, message: 'fields that are not known: "cwd"' },
    ]);
  });
});
