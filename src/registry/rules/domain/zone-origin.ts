import { limit } from '../../../base/limits.ts';
import { isLabel, maxLabelLength, toAscii } from './domain-name.ts';

const longestName = limit('characters of the origin of a zone', 253, 'RFC 1035.');

/** `ee`, `com.ee`: labels of the same alphabet as registered names, in lower-case Unicode. */
export function isZoneOrigin(origin: string): boolean {
  const ascii = toAscii(origin);
  return (
    ascii.length <= longestName &&
    origin.split('.').every(isLabel) &&
    ascii.split('.').every((label) => label.length <= maxLabelLength)
  );
}
