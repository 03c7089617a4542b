import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as here from '../../src/core/errors.ts';

/** The same module once more, as it stands in the bundle of another entry point. */
let there: typeof here;

beforeAll(async () => {
  vi.resetModules();
  there = await import('../../src/core/errors.ts');
});
afterAll(() => {
  vi.resetModules();
});

const conflict = { sessionId: 'chat-1', expected: 3, actual: 5 };

describe('an error of this package', () => {
  test('has a literal code, a name, a message and its cause', () => {
    const cause = new Error('ECONNREFUSED');
    const error = new here.TodoError('store_unavailable', 'The store is away.', { cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      code: 'store_unavailable',
      name: 'TodoError',
      message: 'The store is away.',
      cause,
    });
    expect('cause' in new here.TodoError('no_session', 'x')).toBe(false);
  });

  test('is known by its mark in another bundle, where instanceof fails', () => {
    const error = new there.VersionConflictError(conflict);
    expect(there.TodoError).not.toBe(here.TodoError);
    expect(error).not.toBeInstanceOf(here.TodoError);
    expect(here.TodoError.isInstance(error)).toBe(true);
    expect(here.VersionConflictError.isInstance(error)).toBe(true);
    expect(here.hasCode(error, 'version_conflict')).toBe(true);
  });

  test('is told apart from errors of other kinds', () => {
    const error = new there.VersionConflictError(conflict);
    expect(here.InvalidSessionIdError.isInstance(error)).toBe(false);
    expect(here.SessionDamagedError.isInstance(error)).toBe(false);
    expect(here.hasCode(error, 'store_failed')).toBe(false);
  });

  test.each([
    ['a plain error', new Error('x')],
    ['an error with the same code', Object.assign(new Error('x'), { code: 'version_conflict' })],
    ['null', null],
    ['undefined', undefined],
    ['text', 'version_conflict'],
    ['a function', () => {}],
  ])('is not %s', (_, value) => {
    expect(here.TodoError.isInstance(value)).toBe(false);
    expect(here.VersionConflictError.isInstance(value)).toBe(false);
    expect(here.hasCode(value, 'version_conflict')).toBe(false);
  });
});

describe('a version conflict', () => {
  test('says what was expected, what is there, and what to do', () => {
    const error = new here.VersionConflictError(conflict);
    expect(error).toMatchObject({
      ...conflict,
      code: 'version_conflict',
      name: 'VersionConflictError',
    });
    expect(error.message).toBe(
      'Session "chat-1" is at version 5, not 3. Read it again before you append.',
    );
  });

  test('says when the session is another one', () => {
    const error = new here.VersionConflictError({ ...conflict, expectedUid: 'a', actualUid: 'b' });
    expect(error).toMatchObject({ expectedUid: 'a', actualUid: 'b' });
    expect(error.message).toContain('deleted or made anew');
  });

  test('of the same session speaks of the version', () => {
    const error = new here.VersionConflictError({ ...conflict, expectedUid: 'a', actualUid: 'a' });
    expect(error.message).toContain('at version 5, not 3');
  });
});

describe('a damaged session', () => {
  test('names the place and says that nothing was changed', () => {
    const error = new here.SessionDamagedError('chat-1', { line: 3, byte: 120 }, 'half a record');
    expect(error).toMatchObject({
      code: 'session_damaged',
      sessionId: 'chat-1',
      place: { line: 3, byte: 120 },
    });
    expect(error.message).toContain('damaged at line 3, byte 120: half a record');
    expect(error.message).toContain('Nothing was changed');
    expect(there.SessionDamagedError.isInstance(error)).toBe(true);
  });
});
