import { createHash } from 'node:crypto';

/** The longest folder name that spells its id out; far below what any file system allows. */
const MAX_PLAIN_LENGTH = 120;
/** How much of a longer id a folder name still shows. */
const SHOWN_LENGTH = 40;
/** Parts the shown beginning of a long id from its digest; an escape is always followed by a digit. */
const DIGEST_MARK = '==';

// Windows opens a device under these names, in whatever folder they stand.
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * The folder name of a session: readable for ordinary ids, and different for different ids on every file system.
 *
 * Small letters, digits, `_` and `-` stand for themselves, every other byte becomes `=xx`. So names never differ in
 * case alone, never leave the directory, and never end in a dot. A name that would be too long ends in a digest of
 * the id instead; the header of the log then says which session it is.
 */
export function sessionName(sessionId: string): string {
  const name = escapeBytes(sessionId);
  if (name.length <= MAX_PLAIN_LENGTH) return name;
  const shown = name.slice(0, SHOWN_LENGTH).replace(/=[0-9a-f]?$/, '');
  return shown + DIGEST_MARK + createHash('sha256').update(sessionId).digest('hex');
}

/** What a folder name says of its session: its id, that it is a digest of one, or that it is none of ours. */
export function readSessionName(name: string): { readonly id: string } | 'digest' | null {
  if (/^(?:=[0-9a-f]{2}|[a-z0-9_-])*==[0-9a-f]{64}$/.test(name)) return 'digest';
  if (!/^(?:=[0-9a-f]{2}|[a-z0-9_-])+$/.test(name)) return null;
  const id = Buffer.from(
    name.replace(/=(..)|([^=])/g, (_, hex?: string, plain?: string) => hex ?? hexOf(plain ?? '')),
    'hex',
  ).toString();
  return sessionName(id) === name ? { id } : null;
}

function escapeBytes(id: string): string {
  let name = '';
  for (const byte of Buffer.from(id)) {
    const char = String.fromCharCode(byte);
    name += /[a-z0-9_-]/.test(char) ? char : `=${hexOf(char)}`;
  }
  // A leading hyphen would read as an option on every command line.
  const needsEscape = DEVICE_NAME.test(name) || name.startsWith('-');
  return needsEscape ? `=${hexOf(name.slice(0, 1))}${name.slice(1)}` : name;
}

function hexOf(char: string): string {
  return Buffer.from(char, 'latin1').toString('hex');
}
