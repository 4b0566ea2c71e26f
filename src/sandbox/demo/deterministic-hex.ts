import { createHash } from 'node:crypto';

/** Looks random and is the same in every demo world: codes, tokens and references that a document may quote. */
export function deterministicHex(about: string, digits: number): string {
  const blocks = Array.from({ length: Math.ceil(digits / 64) }, (_, block) =>
    createHash('sha256').update(`zonegraph demo ${about} ${block}`).digest('hex'),
  );
  return blocks.join('').slice(0, digits);
}
