/** Removes all of these characters at the end. An expression such as `=+$` would backtrack at each of them. */
export function withoutTrailing(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** No U+0000 and no half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Replaces the characters that cannot be stored. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/**
 * Writes out characters that show nothing or reverse a text, so that a person who decides on a text reads all of it.
 */
export const visible = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu,
    (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );

/**
 * Tells whether a name, code or host can be one part of a path. Proxies resolve dots and decode slashes, so that
 * anything else could reach another object than the one that was checked.
 */
export const isPathSegment = (text: string): boolean => !/^\.{0,2}$|[\p{Cc}/\\]|%[0-9a-f]{2}/iu.test(text);

/** The path of the first text in an input that meets the condition. */
export function pathOfText(input: unknown, isSo: (text: string) => boolean): readonly string[] | undefined {
  const pending: { readonly value: unknown; readonly path: readonly string[] }[] = [
    { value: input, path: [] },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && isSo(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const key in value) {
      const item = (value as Readonly<Record<string, unknown>>)[key];
      if (typeof item === 'object' || (typeof item === 'string' && isSo(item)))
        pending.push({ value: item, path: [...path, key] });
    }
  }
  return undefined;
}

/** `paid-reservation show` as `paidReservationShow`. */
export const camelCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]/)
    .filter((word) => word !== '')
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

/** `registrantCode` as `registrant_code`. */
export const snakeCase = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `pendingDelete` as `PENDING_DELETE`. */
export const constantCase = (text: string): string => text.replace(/[A-Z]/g, '_$&').toUpperCase();

/** Splits at commas, trims, and drops empty parts. */
export const commaList = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Identifiers such as `domain.register` and `serverHold` in words. */
export const inWords = (name: string): string =>
  name
    .replaceAll(/[._-]/g, ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
