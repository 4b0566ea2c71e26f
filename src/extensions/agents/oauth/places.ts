import type { Config } from '../../../base/config.ts';
import { keyedFingerprint } from '../../../base/secrets.ts';

/** Keyed digests of networks, to count what comes from each without keeping anybody's address. */
export const placesOf = ({ BILLING_SECRET }: Pick<Config, 'BILLING_SECRET'>): ((network: string) => string) =>
  keyedFingerprint(BILLING_SECRET, 'networks of apps');
