import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLine } from '../../src/cli/log/parse-line.ts';
import { SessionCheck } from '../../src/cli/check/session-check.ts';
import { createSessionTrace } from '../../src/core/invariants/session-trace.ts';
import type { TraceNote } from '../../src/core/invariants/violation.ts';
import { end, item, log, start, wellFormedLog, write } from '../core/invariants/log.ts';
import { MUTATIONS } from '../core/invariants/mutations.ts';
import { HEADER } from './support/logs.ts';

const headerOf = (isPredecessor: boolean) => ({ ...HEADER, version: isPredecessor ? 0 : 1 });

/** What the command line finds in lines, and how many of them it read without the parser. */
function ourFindings(lines: readonly Buffer[], isPredecessor = false) {
  const check = new SessionCheck();
  check.header(headerOf(isPredecessor));
  let quick = 0;
  const violations = lines.flatMap((bytes, i) => {
    const place = { line: i + 2, byte: i };
    const found = check.line(bytes, place.line, place.byte);
    if (found !== undefined) {
      quick += 1;
      return found;
    }
    const { value, fault } = parseLine(bytes);
    return fault === undefined ? check.event(value, place) : check.unreadable(fault, place);
  });
  const notes = check.notes.map(({ rule, count, seq }) => ({ rule, count, seq }));
  return { quick, violations, notes: merged(notes) };
}

/** What the trace of the core finds in the values of the lines. */
function theirFindings(lines: readonly Buffer[], isPredecessor = false) {
  const notes: TraceNote[] = [];
  const trace = createSessionTrace({ onNote: (note) => notes.push(note) });
  trace.header(headerOf(isPredecessor));
  const violations = lines.flatMap((bytes, i) => {
    const { value, fault } = parseLine(bytes);
    const found = trace.advance(value, { line: i + 2, byte: i });
    return fault === undefined ? found : found.map((each) => ({ ...each, message: fault }));
  });
  return { violations, notes: merged(notes.map(({ rule, seq }) => ({ rule, count: 1, seq }))) };
}

/** Notes by their rule: how many, and where the first is. The command line counts them by kind, too. */
function merged(notes: readonly { rule: string; count: number; seq: number }[]) {
  const byRule: Record<string, { count: number; seq: number }> = {};
  for (const { rule, count, seq } of notes) {
    const known = byRule[rule];
    byRule[rule] = { count: count + (known?.count ?? 0), seq: known?.seq ?? seq };
  }
  return byRule;
}

const toLines = (events: readonly unknown[]) =>
  events.map((event) => Buffer.from(JSON.stringify(event) ?? 'undefined'));

/** Both, one beside the other. */
function findings(lines: readonly Buffer[], isPredecessor = false) {
  const { quick, ...ours } = ourFindings(lines, isPredecessor);
  return { quick, ours, theirs: theirFindings(lines, isPredecessor) };
}

/** Pieces that are valid somewhere in JSON, and some that are valid nowhere. */
const PIECES =
  `" \\ { } [ ] , : - . e 0 \\u0061 \\ud800 \\uDC00 \\n \\/ \\x "a":1, "__proto__":{}, "1":2, 1e400 -0 01 0.5
  12345678901234567890 9007199254740993 true nul NaN "seq":7, "more":true, "more":false, "turn":2, "type":"x", "data":1,
  "id":"" é e\u0301 😀 ${'['.repeat(40)} ${'[1,'.repeat(9)}`.split(/\s+/);
const SPACES = [' ', '\t', '\r', '\0', '\u007f', '\u00a0', '\u2028', '\ufeff'];
const piece = fc.oneof(
  fc.constantFrom(...PIECES, ...SPACES).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
);

/** A change of one line: where, how many bytes are taken out, and what is put in. */
interface Edit {
  readonly line: number;
  readonly at: number;
  readonly take: number;
  readonly put: Buffer;
}

const edit = fc.record<Edit>({ line: fc.nat(), at: fc.nat(), take: fc.nat(3), put: piece });

function edited(lines: readonly Buffer[], edits: readonly Edit[]): Buffer[] {
  const result = [...lines];
  for (const { line, at, take, put } of edits) {
    const index = line % Math.max(1, result.length);
    const bytes = result[index] ?? Buffer.alloc(0);
    const from = at % (bytes.length + 1);
    result[index] = Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + take)]);
  }
  return result;
}

describe('what is found in a log does not depend on how its lines are read', () => {
  test('in well-formed logs, most of whose lines need no parser', () => {
    let withoutParser = 0;
    let all = 0;
    fc.assert(
      fc.property(wellFormedLog, (events) => {
        const { quick, ours, theirs } = findings(toLines(events));
        expect(ours).toEqual(theirs);
        withoutParser += quick;
        all += events.length;
      }),
      { numRuns: 300 },
    );
    expect(withoutParser / all).toBeGreaterThan(0.8);
  });

  test('in logs whose bytes were changed anywhere', () => {
    const edits = fc.array(edit, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(wellFormedLog, edits, fc.boolean(), (events, changes, isPredecessor) => {
        const { ours, theirs } = findings(edited(toLines(events), changes), isPredecessor);
        expect(ours).toEqual(theirs);
      }),
      { numRuns: 2_000 },
    );
  });

  test('in logs in which one thing was changed: every change that has a meaning is found', () => {
    fc.assert(
      fc.property(wellFormedLog, fc.constantFrom(...MUTATIONS), fc.nat(), (events, mutation, n) => {
        const places = [...events.keys()].filter((at) => mutation.applies(events, at));
        const at = places[n % Math.max(1, places.length)];
        fc.pre(at !== undefined);
        const { ours, theirs } = findings(toLines(mutation.apply(events, at, 1 + (n % 9))));
        expect(ours).toEqual(theirs);
        expect(ours.violations).not.toEqual([]);
      }),
      { numRuns: 1_500 },
    );
  });

  test.each(['', '"'])(
    'in lists of more tasks than any table holds at first, each with %j at its end',
    (last) => {
      const listFrom = (from: number) =>
        Array.from({ length: 3_000 }, (_, i) => item(`task ${from + i}${last}`));
      const writes = [listFrom(0), listFrom(0).toReversed(), listFrom(1)].map((list) =>
        write(list),
      );
      const { ours, theirs } = findings(toLines(log(start(1), ...writes, end(1))));
      expect(ours).toEqual(theirs);
      expect(ours.notes).toEqual({ 'items-dropped': { count: 1, seq: 3 } });
    },
  );

  test('for contents that look alike, and for one content that is written in several ways', () => {
    const spelled = (content: string, seq: number) =>
      Buffer.from(
        `{"seq":${seq},"time":1764520000005,"type":"todo/write","data":{"todos":[{"content":"${content}","status":"pending"}]}}`,
      );
    const contents = [
      'abc',
      '\\u0061bc',
      'abcd',
      'abc\\ud800',
      'abc\\udfff',
      'abc\ufffd',
      'caf\u00e9',
      'cafe\u0301',
      'abc\\"',
      'abc\\\\',
    ];
    for (const before of contents) {
      for (const after of contents) {
        const lines = [...toLines(log(start(1))), spelled(before, 1), spelled(after, 2)];
        const { ours, theirs } = findings(lines);
        expect({ before, after, ...ours }).toEqual({ before, after, ...theirs });
      }
    }
  });
});
