const made: Map<string, unknown> = ((
  globalThis as { [key: symbol]: Map<string, unknown> | undefined }
)[Symbol.for('ai-sdk-todo.example')] ??= // nobody else uses this symbol
  new Map());

/** Makes a value once in this process: Next.js may load a module several times, for pages, routes and hot reloads. */
export function once<T>(name: string, make: () => T): T {
  if (!made.has(name)) made.set(name, make());
  return made.get(name) as T; // a name is used in one place only
}
