import { createHash } from 'node:crypto';

/** Looks random but is the same in every demo world, so that documents can quote codes, tokens and references. */
export function deterministicHex(about: string, digits: number): string {
  const blocks = Array.from({ length: Math.ceil(digits / 64) }, (_, block) =>
    createHash('sha256').update(`zonegraph demo ${about} ${block}`).digest('hex'),
  );
  return blocks.join('').slice(0, digits);
}
