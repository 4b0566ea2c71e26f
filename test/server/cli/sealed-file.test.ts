import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isSealed, seal, unseal } from '#src/server/cli/sealed-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'zonegraph-sealed-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const file = join(directory, 'sealed');
const plain = join(directory, 'plain');
const chunk = 1024 * 1024;

async function* inPieces(content: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += length) yield content.subarray(at, at + length);
}

describe('a sealed file', () => {
  it.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk])(
    'of %i bytes comes back as it was',
    async (length) => {
      const content = Buffer.alloc(length, 'zonegraph ');
      await seal(inPieces(content, 70_001), file, 'a passphrase of ours');
      expect(isSealed(file)).toBe(true);
      await unseal(file, plain, 'a passphrase of ours');
      expect(readFileSync(plain).equals(content)).toBe(true);
    },
  );

  it('is refused when a bit is changed, an end is cut off, or chunks change places', async () => {
    const content = Buffer.alloc(2.5 * chunk, 'zonegraph ');
    await seal(inPieces(content, chunk), file, 'a passphrase of ours');
    const whole = readFileSync(file);
    const header = 9 + 16 + 7;
    const first = header + chunk + 16;
    const second = first + chunk + 16;
    const broken = {
      'a bit of the header': Buffer.from(whole),
      'a bit of the end': Buffer.from(whole),
      'cut off': whole.subarray(0, -1),
      'cut off after a chunk': whole.subarray(0, second),
      'two chunks in another order': Buffer.concat([
        whole.subarray(0, header),
        whole.subarray(first, second),
        whole.subarray(header, first),
        whole.subarray(second),
      ]),
    };
    broken['a bit of the header'][12] = (whole[12] ?? 0) ^ 1;
    broken['a bit of the end'][whole.length - 1] = (whole.at(-1) ?? 0) ^ 1;
    for (const [what, bytes] of Object.entries(broken)) {
      writeFileSync(file, bytes);
      await expect(unseal(file, plain, 'a passphrase of ours'), what).rejects.toThrow('nothing was changed');
    }
  });
});
