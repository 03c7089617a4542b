import { expect, it } from 'vitest';
import { createSseParser } from '../../src/client/sse-parser.ts';

function parse(...pieces: readonly string[]): string[] {
  const data: string[] = [];
  const feed = createSseParser((found) => data.push(found));
  for (const piece of pieces) feed(piece);
  return data;
}

const STREAM =
  ': hello\n\nid: 1\ndata: {"a":1}\n\nevent: x\ndata:one\ndata: two\n\nretry: 5\n\ndata\n\n';
const DATA = ['{"a":1}', 'one\ntwo', ''];

it.each(['\n', '\r\n', '\r'])('understands lines that end in %j, cut anywhere', (end) => {
  const text = `${STREAM.replaceAll('\n', end)}:`; // something follows, so that the last line is known to end
  expect(parse(text)).toEqual(DATA);
  expect(parse(...text)).toEqual(DATA);
  for (let cut = 0; cut < text.length; cut += 1) {
    expect(parse(text.slice(0, cut), text.slice(cut))).toEqual(DATA);
  }
});

it('keeps back an event that is not whole', () => {
  expect(parse('data: {"a":1}\n')).toEqual([]);
  expect(parse('data: x\n', '\n')).toEqual(['x']);
});

it('does not take other line separators for ends, nor other fields for data', () => {
  expect(parse('data: a\u2028b\u0085c\n\ndatabase: x\n\n')).toEqual(['a\u2028b\u0085c']);
});
