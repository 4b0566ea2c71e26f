import { fc } from './properties.ts';

const firstHalf = 0xd800;
const halves = 0x800;

/**
 * Every code point but the halves of surrogate pairs, as the unit of a text. fast-check's own, `binary`, is the same: to recognise texts it
 * makes a table of a million characters, which takes a worker more than a second and 135 MB for as long as it lives.
 */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - halves })
  .map((place) => String.fromCodePoint(place < firstHalf ? place : place + halves), placeOf);

/** With it, fast-check also tries names such as `__proto__`. */
function placeOf(character: unknown): number {
  const point = typeof character === 'string' ? character.codePointAt(0) : undefined;
  const isHalf = point !== undefined && point >= firstHalf && point < firstHalf + halves;
  if (point === undefined || isHalf || String.fromCodePoint(point) !== character)
    throw new Error('this is no character');
  return point < firstHalf ? point : point - halves;
}
