import { z } from 'zod';
import { type Config, type RequiredSecret, requiredSecrets } from '../../base/config.ts';
import { duration, httpUrl, optionalText, secret } from '../../base/config-values.ts';
import { randomHex } from '../../base/secrets.ts';
import { declareSettings, type Mode } from '../../base/settings.ts';
import { commaList } from '../../base/text.ts';
import type { UpstreamConfig } from './upstream-config.ts';

const name = 'facade';

const settings = {
  UPSTREAM_URL: httpUrl.optional(),
  UPSTREAM_USERNAME: optionalText,
  UPSTREAM_PASSWORD: secret(z.string().trim().min(1).optional()),
  UPSTREAM_CLIENT_CERT: optionalText,
  UPSTREAM_CLIENT_KEY: optionalText,
  UPSTREAM_CA: optionalText,
  UPSTREAM_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
  UPSTREAM_SYNC_EVERY: duration(1_000).default(15 * 60_000),
  UPSTREAM_FRESH_FOR: duration(0).default(60_000),
  UPSTREAM_TIMEOUT: z.coerce.number().min(0.1).max(600).default(10),
  UPSTREAM_PASS_TIMEOUT: z.coerce.number().min(0.1).max(3600).optional(),
  UPSTREAM_DEFAULT_LIMIT: z.coerce.number().int().min(1).optional(),
};

export const facadeSettings = declareSettings(settings, (values, given, mode) => {
  const problems: string[] = [];
  if (mode === name) {
    for (const needed of ['UPSTREAM_URL', 'UPSTREAM_USERNAME', 'UPSTREAM_PASSWORD'] as const)
      if (values[needed] === undefined) problems.push(`${needed} is required in front of another registry`);
    if (Boolean(values.UPSTREAM_CLIENT_CERT) !== Boolean(values.UPSTREAM_CLIENT_KEY))
      problems.push('UPSTREAM_CLIENT_CERT and UPSTREAM_CLIENT_KEY come together');
    if (given.ZONE_DIR) problems.push('ZONE_DIR is for the registry itself, not for one in front of it');
  }
  // A mirror writes while it reads, so a replica would lag behind.
  if (values.UPSTREAM_URL && commaList(given.DATABASE_REPLICA_URLS ?? '').length > 0)
    problems.push(
      'DATABASE_REPLICA_URLS cannot be used with UPSTREAM_URL: a facade writes to its mirror while it reads',
    );
  if ((values.UPSTREAM_PASS_TIMEOUT ?? Infinity) < values.UPSTREAM_TIMEOUT)
    problems.push('UPSTREAM_PASS_TIMEOUT must not be shorter than UPSTREAM_TIMEOUT');
  return problems;
});

export const facadeMode: Mode = {
  name,
  defaults: ownSecrets,
  // The registry behind decides how many rows there are, and gives all unless it is told.
  means: (read) => ({
    isTrial: false,
    ownsRegistry: false,
    hasExamples: false,
    usualRows: facadeSettings.of(read).UPSTREAM_DEFAULT_LIMIT,
  }),
};

/**
 * A facade has no tokens of portals, operators and billing. Secrets that this process needs are random; those
 * that must outlive it are kept in its database (kept-secrets.ts).
 */
function ownSecrets(): Record<RequiredSecret, string> {
  const made = Object.fromEntries(requiredSecrets.map((one) => [one, randomHex(32)]));
  return {
    ...(made as Record<RequiredSecret, string>),
    BUSINESS_REGISTRY_TOKENS: '',
    BUSINESS_REGISTRY_ALLOWED_IPS: '',
  };
}

/** Returns how the registry behind is asked; undefined if this process is not a facade. */
export function upstreamOf(config: Config): UpstreamConfig | undefined {
  if (config.ZONEGRAPH_MODE !== name) return undefined;
  const given = facadeSettings.of(config);
  return {
    url: given.UPSTREAM_URL ?? '',
    username: given.UPSTREAM_USERNAME ?? '',
    password: given.UPSTREAM_PASSWORD ?? '',
    certificate: given.UPSTREAM_CLIENT_CERT,
    key: given.UPSTREAM_CLIENT_KEY,
    authority: given.UPSTREAM_CA,
    concurrency: given.UPSTREAM_CONCURRENCY,
    syncEveryMs: given.UPSTREAM_SYNC_EVERY,
    freshForMs: given.UPSTREAM_FRESH_FOR,
    timeoutMs: given.UPSTREAM_TIMEOUT * 1000,
    passTimeoutMs: (given.UPSTREAM_PASS_TIMEOUT ?? Math.max(60, given.UPSTREAM_TIMEOUT)) * 1000,
  };
}
