import type { Config } from '../../../base/config.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { sealing } from '../../../base/secrets.ts';

type Secrets = Pick<Config, 'BILLING_SECRET'>;

const mark = 'sealed:';
const owner = 'operator';
const seals = new Map<string, ReturnType<typeof sealing>>();
const sealOf = ({ BILLING_SECRET }: Secrets) =>
  getOrCreate(seals, BILLING_SECRET, () => sealing(BILLING_SECRET, 'keys of authenticators'));

/** Encrypts the key of an authenticator: a reader of the database or of a backup can make no codes with it. */
export const sealedCodeKey = (config: Secrets, key: string): string =>
  `${mark}${sealOf(config).seal(Buffer.from(key), owner)}`;

/**
 * The key; undefined if the server's secret has changed since. Keys from before they were encrypted are read as they
 * are.
 */
export const openedCodeKey = (config: Secrets, kept: string): string | undefined =>
  kept.startsWith(mark) ? sealOf(config).open(kept.slice(mark.length), owner)?.toString() : kept;
