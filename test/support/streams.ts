/** Reads a stream to its end. */
export async function drain<T>(stream: ReadableStream<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const chunk of stream) all.push(chunk);
  return all;
}
