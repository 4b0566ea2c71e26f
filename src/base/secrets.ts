import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { FairSemaphore, halfOf, type SlotRequest } from './fair-semaphore.ts';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);
// A hash occupies a core, and a thread of the pool that files and DNS need too: one is left for the others.
const hashesOf = (processes: number): number =>
  Math.max(1, Math.min(3, Math.floor((availableParallelism() - 1) / processes)));
const slotsFor = (processes: number): FairSemaphore =>
  new FairSemaphore(hashesOf(processes), { share: halfOf(hashesOf(processes)) });
let slots = slotsFor(1);
const asShipped = { N: 16384, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
let cost = asShipped;

/**
 * Sets what the next passwords cost, which is a twentieth of a second of processor as shipped. Tests pay less, unless
 * they are about that.
 */
export function setHashCost(given: { readonly N: number; readonly r: number } = asShipped): void {
  cost = { ...asShipped, ...given };
}

/** Sets the number of processes that share the machine. */
export function setProcessCount(processes: number): void {
  slots = slotsFor(processes);
}

/** `scrypt$N$r$p$salt$hash`, so that the cost can be raised without losing old passwords. */
export async function hashPassword(password: string, slot: SlotRequest = { urgent: true }): Promise<string> {
  const salt = randomBytes(16);
  return stored(salt, await slots.run(() => derive(password, salt, 32, cost), slot));
}

/** A hash of no password, so that checking an unknown user takes as long as a known one. */
export const decoyHash = (): string => stored(randomBytes(16), randomBytes(32));

const stored = (salt: Buffer, hash: Buffer): string =>
  ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), hash.toString('base64')].join('$');

/** Tells whether more hashes are waiting than can be done in a few seconds. */
export const hashesAreMany = (): boolean => slots.waiting >= 100;

/** How many hashes of one owner are waiting. */
export const hashesWaiting = (owner: string): number => slots.waitingOf(owner);

/** Waits round-robin with other owners; urgent requests go first. */
export async function verifyPassword(
  password: string,
  stored: string,
  slot: SlotRequest = {},
): Promise<boolean> {
  const [scheme, N, r, p, salt, hash] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !hash) return false;
  const expected = Buffer.from(hash, 'base64');
  const given = await slots.run(
    () =>
      derive(password, Buffer.from(salt, 'base64'), expected.length, {
        N: Number(N),
        r: Number(r),
        p: Number(p),
        maxmem: cost.maxmem,
      }),
    slot,
  );
  return timingSafeEqual(given, expected);
}

/** Compares in constant time, also for different lengths. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

export const fingerprint = (secret: string): string => sha256(secret).toString('hex');

/** A fingerprint of a user's stored password: another password has another. */
export const passwordFingerprint = ({ password_hash }: { readonly password_hash: string }): string =>
  fingerprint(password_hash);

/** A fingerprint that requires the secret; each purpose has its own key. */
export function keyedFingerprint(secret: string, purpose: string): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}

/** Random bytes whose base64url does not begin with a dash: command lines would take it for an option. */
function bytesForText(length: number): Buffer {
  for (;;) {
    const bytes = randomBytes(length);
    if (!bytes.toString('base64url').startsWith('-')) return bytes;
  }
}

/** A password that can be typed, pasted and given to a command. */
export const randomPassword = (): string => bytesForText(12).toString('base64url');

interface Sealing {
  /** It can be opened only with the same `owner`. */
  seal(content: Buffer, owner: string): string;
  /** Opens sealed content; undefined if it was not sealed here, or for another owner. */
  open(sealed: string, owner: string): Buffer | undefined;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts with a key derived from the secret for each purpose, so that nobody else can read or forge the text. */
export function sealing(secret: string, purpose: string): Sealing {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    seal: (content, owner) => {
      const nonce = bytesForText(nonceBytes);
      const sealed = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([sealed.update(content), sealed.final()]);
      return Buffer.concat([nonce, sealed.getAuthTag(), encrypted]).toString('base64url');
    },
    open: (sealed, owner) => {
      const given = Buffer.from(sealed, 'base64url');
      if (given.length < nonceBytes + tagBytes || given.toString('base64url') !== sealed) return undefined;
      const opened = createDecipheriv(cipher, key, given.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(owner))
        .setAuthTag(given.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        return Buffer.concat([opened.update(given.subarray(nonceBytes + tagBytes)), opened.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

/** The name of a token: distinguishes tokens without holding one. */
export const tokenName = (token: string): string => fingerprint(token).slice(0, 8);

export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
