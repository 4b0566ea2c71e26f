import type { Config } from '../../base/config.ts';

type Secret = 'BUSINESS_REGISTRY_TOKENS' | 'OPERATOR_TOKENS' | 'BILLING_SECRET';

/**
 * A secret that may be shown on a page: the sandbox's published one, if it is in use. A secret that somebody has set
 * instead stays secret, even in a sandbox.
 */
export function publishedSecret(config: Config, name: Secret): string | undefined {
  const published = config.published[name];
  return published !== undefined && [config[name]].flat().includes(published) ? published : undefined;
}
