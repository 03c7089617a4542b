import { isRecord } from './event.ts';

/**
 * The input with a `todos` that is JSON text replaced by what that text holds; any other input as it is.
 *
 * Parsed once: text within the text stays text. What is no complete JSON is left alone, and never closed or mended.
 */
export function parseTodosText(input: unknown): unknown {
  const text = isRecord(input) && Object.hasOwn(input, 'todos') ? input['todos'] : undefined;
  if (!isRecord(input) || typeof text !== 'string') return input;
  try {
    return { ...input, todos: JSON.parse(text) as unknown };
  } catch {
    return input;
  }
}
