/**
 * The text of a cursor. What it holds may change with every release: it is scrambled, so that nobody reads or makes one.
 * That is no protection, and none is needed: a cursor shows nothing that its row did not, and is checked when it comes back.
 */
export function sealed(parts: readonly unknown[]): string {
  return scrambled(Buffer.from(JSON.stringify(parts))).toString('base64url');
}

/** Throws for a text that is no cursor. Those of 1.0 were not scrambled, and begin with a bracket. */
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
