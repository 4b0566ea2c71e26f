import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, openSync, readFileSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fail } from '../../base/command.ts';
import { limit } from '../../base/limits.ts';
import { withoutTrailing } from '../../base/text.ts';

/**
 * A file in chunks, each encrypted with AES-256-GCM under a key of the passphrase and a salt of its own. The nonce of
 * a chunk is a random prefix, its number, and whether it is the last: none can be changed, left out, moved or cut off
 * without notice.
 */
const magic = Buffer.from('ZGSEALED1');
const saltBytes = 16;
const prefixBytes = 7;
const tagBytes = 16;
const chunkBytes = 1024 * 1024;
const headerBytes = magic.length + saltBytes + prefixBytes;
const shortestPassphrase = limit(
  'characters of the passphrase of a backup, at least',
  12,
  'A shorter one is guessed.',
);

export function readPassphrase(file: string): string {
  let passphrase = '';
  try {
    passphrase = withoutTrailing(readFileSync(file, 'utf8'), '\r\n');
  } catch (error) {
    fail(`The passphrase cannot be read from ${file}: ${(error as Error).message}`);
  }
  return passphrase.length >= shortestPassphrase
    ? passphrase
    : fail(`The passphrase in ${file} must have at least ${shortestPassphrase} characters`);
}

export function isSealed(file: string): boolean {
  const beginning = Buffer.alloc(magic.length);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, beginning);
  } finally {
    closeSync(opened);
  }
  return beginning.equals(magic);
}

/** Encrypts a stream into a file that exists already. */
export async function seal(content: AsyncIterable<Buffer>, file: string, passphrase: string): Promise<void> {
  await pipeline(sealed(content, passphrase), createWriteStream(file));
}

/** Decrypts a file into another one that exists already; fails if the passphrase is wrong or the file is damaged. */
export async function unseal(file: string, to: string, passphrase: string): Promise<void> {
  await pipeline(unsealed(createReadStream(file), file, passphrase), createWriteStream(to));
}

async function* sealed(content: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const header = Buffer.concat([magic, randomBytes(saltBytes), randomBytes(prefixBytes)]);
  const key = keyOf(passphrase, header);
  yield header;
  for await (const { chunk, number, isLast } of chunksOf(content, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(header, number, isLast)).setAAD(header);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

async function* unsealed(
  content: AsyncIterable<Buffer>,
  file: string,
  passphrase: string,
): AsyncGenerator<Buffer> {
  let header: Buffer | undefined;
  let key: Buffer = Buffer.alloc(0);
  const rest = withoutHeader(content, (found) => {
    header = found;
    key = keyOf(passphrase, found);
  });
  for await (const { chunk, number, isLast } of chunksOf(rest, chunkBytes + tagBytes)) {
    const opened = header && open(chunk, key, nonceOf(header, number, isLast), header);
    if (!opened)
      fail(
        number === 0
          ? `The passphrase is not that of ${file}, or the file is damaged; nothing was changed`
          : `${file} is damaged or cut off; nothing was changed`,
      );
    yield opened;
  }
}

function open(chunk: Buffer, key: Buffer, nonce: Buffer, header: Buffer): Buffer | undefined {
  if (chunk.length < tagBytes) return undefined;
  const end = chunk.length - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(header)
    .setAuthTag(chunk.subarray(end));
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()]);
  } catch {
    return undefined;
  }
}

const keyOf = (passphrase: string, header: Buffer): Buffer =>
  scryptSync(passphrase, header.subarray(magic.length, magic.length + saltBytes), 32, {
    N: 2 ** 15,
    r: 8,
    p: 1,
    maxmem: 64 * 1024 * 1024,
  });

function nonceOf(header: Buffer, number: number, isLast: boolean): Buffer {
  const counter = Buffer.alloc(5);
  counter.writeUInt32BE(number);
  counter.writeUInt8(isLast ? 1 : 0, 4);
  return Buffer.concat([header.subarray(-prefixBytes), counter]);
}

async function* withoutHeader(
  content: AsyncIterable<Buffer>,
  found: (header: Buffer) => void,
): AsyncGenerator<Buffer> {
  let beginning: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of content) {
    if (!beginning) {
      yield piece;
      continue;
    }
    beginning = Buffer.concat([beginning, piece]);
    if (beginning.length < headerBytes) continue;
    found(beginning.subarray(0, headerBytes));
    yield beginning.subarray(headerBytes);
    beginning = undefined;
  }
}

interface Chunk {
  readonly chunk: Buffer;
  readonly number: number;
  readonly isLast: boolean;
}

/** Pieces of any length as chunks of one length; the last chunk may be shorter or empty. */
async function* chunksOf(content: AsyncIterable<Buffer>, length: number): AsyncGenerator<Chunk> {
  let pieces: Buffer[] = [];
  let held = 0;
  let number = 0;
  for await (const piece of content) {
    pieces.push(piece);
    held += piece.length;
    if (held <= length) continue;
    let all = Buffer.concat(pieces);
    while (all.length > length) {
      yield { chunk: all.subarray(0, length), number, isLast: false };
      number += 1;
      all = all.subarray(length);
    }
    pieces = [all];
    held = all.length;
  }
  yield { chunk: Buffer.concat(pieces), number, isLast: true };
}
