import { isUtf8 } from 'node:buffer';

/** The value of a line, or why it has none. */
export type ParsedLine =
  | { readonly value: unknown; readonly fault?: undefined }
  | { readonly value?: undefined; readonly fault: string };

/** Parses one line of a log, of whatever bytes. */
export function parseLine(bytes: Buffer): ParsedLine {
  if (bytes.length === 0) return { fault: 'this line is empty' };
  if (bytes.includes(0)) return { fault: 'this line is no JSON: it holds NUL bytes' };
  // A decoder would put a replacement character where a byte is wrong, and a changed text would pass for a good one.
  if (!isUtf8(bytes)) return { fault: 'this line is not encoded in UTF-8' };
  try {
    return { value: JSON.parse(bytes.toString()) };
  } catch {
    return { fault: bytes.length > 0 ? `this line is no JSON${hint(bytes)}` : '' };
  }
}

function hint(bytes: Buffer): string {
  const text = bytes.toString('latin1', 0, 4096);
  if (text.startsWith('\xef\xbb\xbf')) return ': a byte order mark stands before it';
  const opened = bytes[0] === 0x7b;
  if (opened && !/\}\s*$/.test(bytes.toString('latin1', bytes.length - 16))) {
    return ': it is cut off';
  }
  if (/\}\s*\{/.test(text)) return ': several records may have run into one line';
  return '';
}

/** What a file is that is no text of ours, by its first bytes; `undefined` where they say nothing. */
export function kindOfFile(start: Buffer): string | undefined {
  const hex = start.toString('hex', 0, 4);
  if (hex.startsWith('fffe') || hex.startsWith('feff')) {
    return 'it is encoded in UTF-16, and logs are UTF-8';
  }
  if (hex.startsWith('1f8b')) return 'it is compressed with gzip: decompress it first';
  if (hex.startsWith('504b0304')) return 'it is a ZIP archive: unpack it first';
  if (start.subarray(0, 4096).includes(0)) return 'it is binary';
  return undefined;
}
