/** Whether a string has no lone surrogate, so that every encoder and store gives it back unchanged. */
export function isWellFormed(text: string): boolean {
  // With the u flag a surrogate pair is one code point, so this class matches lone halves only.
  return !/[\uD800-\uDFFF]/u.test(text);
}

// White_Space, Default_Ignorable_Code_Point, control and format characters, and the blank Braille pattern.
const INVISIBLE_ONLY = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]*$/u;

/** Whether nothing of a text can be seen. The empty text is blank. */
export function isBlank(text: string): boolean {
  return INVISIBLE_ONLY.test(text);
}

/** A value in a message: JSON of a string cut to `max` UTF-16 units, never in the middle of a character. */
export function quote(text: string, max = 80): string {
  if (text.length <= max) return JSON.stringify(text);
  const cut = text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
  return `${JSON.stringify(cut)}… (${text.length} characters)`;
}
