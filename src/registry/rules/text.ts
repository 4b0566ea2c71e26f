/**
 * No text field may carry markup, plain or percent-encoded (docs/rules/registrar.md#contact-fields). Control
 * characters and broken surrogates are refused with it: the database cannot store all of them and they have no place
 * in a mail header or a log line.
 */
export const isUnsafeText = (text: string): boolean => /[<>\p{Cc}\p{Cs}]|%3[CE]/iu.test(text);

/** Free text of callers may contain anything that can be stored and printed on a line. */
export const isUnprintable = (text: string): boolean => /[\p{Cc}\p{Cs}]/u.test(text);

/**
 * Converts to Unicode's composed form (NFC). Sorting marks takes quadratic time, so text with more marks on one
 * letter than the stream-safe format allows (UAX 15) stays as it is: no language or name has so many.
 */
export const composed = (text: string): string =>
  text.length > 30 && /\p{M}{31}/u.test(text) ? text : text.normalize('NFC');

/** Tells whether a reader does not see the text: some letters, blanks and marks are invisible too. */
export const showsNothing = (text: string): boolean =>
  /^[\s\u2800\p{Default_Ignorable_Code_Point}]*$/u.test(text);

/**
 * Tells whether the text could change what stands beside it on a line: it begins another line, or turns the direction
 * around.
 */
export const isUnruly = (text: string): boolean =>
  isUnprintable(text) || /[\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);

/** The characters that are invisible in a line: they would make two texts that look alike different. */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u2800\p{Default_Ignorable_Code_Point}]/u;

/**
 * The form in which references, names and codes that people type are compared; undefined if it has characters that
 * nobody sees.
 */
export function asTyped(text: string): string | undefined {
  const typed = text.trim();
  if (unseen.test(typed)) return undefined;
  return /\p{M}{31}/u.test(typed) ? typed : typed.normalize('NFKC').trim();
}

export const isBlank = (text: string): boolean => text.trim() === '';

/** Length as people and the incumbent count it: code points, not UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** A name that others have chosen, for a mail: without signs with which it could seem to end, or become a link. */
export const nameInMail = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
