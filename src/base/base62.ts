import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Letters and digits only: safe in headers, addresses and command lines. Digits that do not fit are left out. */
export function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`;
  return text;
}

export function fromBase62(text: string): bigint {
  let value = 0n;
  for (const digit of text) value = value * 62n + BigInt(digits.indexOf(digit));
  return value;
}

const checkLength = 6;

/** The text followed by its checksum, which differs after every typo. */
export const withCheck = (text: string): string => `${text}${base62(BigInt(crc32(text)), checkLength)}`;

/** The text without its checksum; undefined if that does not fit. */
export function withoutCheck(checked: string): string | undefined {
  const text = checked.slice(0, -checkLength);
  return text !== '' && withCheck(text) === checked ? text : undefined;
}
