/**
 * No text field may carry markup, plain or percent-encoded (docs/rules/registrar.md#contact-fields). Control
 * characters and broken surrogates are refused with it: the database cannot store all of them and they have no place
 * in a mail header or a log line.
 */
export const isUnsafeText = (text: string): boolean => /[<>\p{Cc}\p{Cs}]|%3[CE]/iu.test(text);

/** Free text of callers may contain anything that can be stored and printed on a line. */
export const isUnprintable = (text: string): boolean => /[\p{Cc}\p{Cs}]/u.test(text);

/**
 * Converts to Unicode's composed form (NFC). Sorting marks takes quadratic time, so text with more marks on one letter than
 * the stream-safe format allows (UAX 15) stays as it is: no language or name has so many.
 */
export const composed = (text: string): string =>
  text.length > 30 && /\p{M}{31}/u.test(text) ? text : text.normalize('NFC');

export const isBlank = (text: string): boolean => text.trim() === '';

/** Length as people and the incumbent count it: code points, not UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
