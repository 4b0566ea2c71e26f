/**
 * Returns the text of a cursor. Its content may change with every release: it is scrambled, so that nobody reads or
 * makes one. This does not protect anything, and need not: a cursor shows nothing that its row did not, and is
 * checked when it comes back.
 */
export function sealed(parts: readonly unknown[]): string {
  return scrambled(Buffer.from(JSON.stringify(parts))).toString('base64url');
}

/**
 * Returns the content of a cursor; throws for any other text. Cursors of 1.0 were not scrambled, and begin with a
 * bracket.
 */
export function unsealed(text: string): unknown[] {
  const bytes = Buffer.from(text, 'base64url');
  return JSON.parse((bytes[0] === bracket ? bytes : scrambled(bytes)).toString()) as unknown[];
}

const bracket = 0x5b;

/** Twice is as before. Each byte has another mask, so that equal beginnings are the only thing that shows. */
function scrambled(bytes: Buffer): Buffer {
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = (bytes[index] ?? 0) ^ ((0xa7 + index * 0x3d) & 0xff);
  return bytes;
}
