import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSessionName, sessionName } from '../../src/file/session-name.ts';

const DEVICES = ['CON', 'con', 'nul', 'aux', 'prn', 'com1', 'lpt9', 'COM0'];
const id = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
    fc.string({
      unit: fc.constantFrom('a', 'A', '=', '-', '.', '/', '\\', '4', 'f'),
      minLength: 1,
    }),
    fc.constantFrom(...DEVICES),
  )
  .filter((text) => text !== '');

describe('the folder name of a session', () => {
  test.each([
    ['chat-1_a', 'chat-1_a'],
    ['550e8400-e29b-41d4-a716-446655440000', '550e8400-e29b-41d4-a716-446655440000'],
    ['Team', '=54eam'],
    ['a/b', 'a=2fb'],
    ['a_b', 'a_b'],
    ['..', '=2e=2e'],
    ['a.', 'a=2e'],
    ['a:b', 'a=3ab'],
    ['%2e%2e', '=252e=252e'],
    ['con', '=63on'],
    ['CON', '=43=4f=4e'],
    ['console', 'console'],
    ['-rf', '=2drf'],
    ['a=b', 'a=3db'],
    ['é', '=c3=a9'],
    ['e\u0301', 'e=cc=81'],
  ])('of %j is %s', (text, name) => {
    expect(sessionName(text)).toBe(name);
  });

  test('is safe on every file system, short, and says which session it is', () => {
    fc.assert(
      fc.property(id, (text) => {
        const name = sessionName(text);
        expect(name).toMatch(/^[a-z0-9_=][a-z0-9_=-]*$/);
        expect(name.length).toBeLessThanOrEqual(120);
        expect(DEVICES).not.toContain(name);
        const read = readSessionName(name);
        expect(read === 'digest' || read?.id === text).toBe(true);
      }),
    );
  });

  test('differs for different ids, by more than case', () => {
    fc.assert(
      fc.property(id, id, (a, b) => {
        expect(sessionName(a).toUpperCase() === sessionName(b).toUpperCase()).toBe(a === b);
      }),
    );
    const long = Array.from({ length: 50 }, (_, n) => 'x'.repeat(512 - String(n).length) + n);
    expect(new Set(long.map(sessionName)).size).toBe(50);
  });

  test('of a long id begins with what can be read of it', () => {
    const name = sessionName(`customer-4711-${'ä'.repeat(400)}`);
    expect(name).toMatch(/^customer-4711-(?:=c3=a4)+==[0-9a-f]{64}$/);
    expect(readSessionName(name)).toBe('digest');
  });

  test.each([
    '',
    '.',
    '..',
    '.DS_Store',
    'Team',
    'a=2F',
    '=61',
    'a=',
    'a==12',
    'con',
    '=ff',
    'ä',
    'a b',
  ])('is never %j', (name) => {
    expect(readSessionName(name)).toBeNull();
  });
});
