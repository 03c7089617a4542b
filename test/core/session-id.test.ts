import { describe, expect, test } from 'vitest';
import { InvalidSessionIdError } from '../../src/core/errors.ts';
import { assertSessionId, isSessionId, MAX_SESSION_ID_LENGTH } from '../../src/core/session-id.ts';

const refusalOf = (value: unknown): unknown => {
  try {
    assertSessionId(value);
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('a session id', () => {
  test.each([
    '../../x',
    '/abs',
    'a:b',
    'a/b',
    'a_b',
    'a\\b',
    'Team',
    'team',
    'CON',
    'a.',
    'a*',
    '{t}',
    'a}b',
    'a\u0001b',
    '%2e%2e',
    ' ',
    '__proto__',
    '\u{1f600}',
    'x'.repeat(300),
    'x'.repeat(MAX_SESSION_ID_LENGTH),
  ])('can be %j', (id) => {
    expect(isSessionId(id)).toBe(true);
    expect(refusalOf(id)).toBeUndefined();
  });

  test.each([
    ['an empty string', '', 'got an empty string'],
    ['more than 512 UTF-16 units', '\u{1f600}'.repeat(256) + 'x', 'got 513 characters'],
    ['half a character', 'a\ud83d', 'got a string with a lone surrogate'],
    ['undefined', undefined, 'got undefined'],
    ['null', null, 'got null'],
    ['a number', 5, 'got number'],
    ['a list', ['a'], 'got object'],
    ['a String object', Object('a'), 'got object'],
  ])('cannot be %s', (_, value, found) => {
    expect(isSessionId(value)).toBe(false);
    const error = refusalOf(value);
    expect(InvalidSessionIdError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      code: 'invalid_session_id',
      message: expect.stringContaining(found),
    });
  });

  test('is not quoted in the refusal, however long it is', () => {
    const error = refusalOf('secret'.repeat(100_000));
    expect(error).toMatchObject({ message: expect.not.stringContaining('secret') });
    expect(String(error).length).toBeLessThan(300);
  });
});
