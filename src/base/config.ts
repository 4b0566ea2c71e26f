import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { UpstreamConfig } from '../extensions/facade/upstream-config.ts';
import { operatorRoles } from './actor.ts';
import { facadeProblems, onlyForServers, problemWith, providerProblems } from './config-problems.ts';
import {
  addressList,
  calendarDuration,
  callers,
  databaseUrl,
  duration,
  flag,
  headerName,
  httpUrl,
  isFingerprint,
  isTimeZone,
  noHttpUrl,
  onOrOff,
  operatorsByGroup,
  optionalText,
  originList,
  owners,
  saysTlsRight,
  secret,
  secretTypes,
  sender,
  sentHeaders,
  textList,
  token,
  tokenList,
  workers,
} from './config-values.ts';
import { serversOf } from './database-url.ts';
import { integrations, switchedOff } from './integrations.ts';
import { readOperatorToken } from './operator-tokens.ts';
import { secretsFromFiles } from './secret-files.ts';
import { secretsIn, sharedSecrets, weakSecrets } from './secret-strength.ts';
import { randomHex } from './secrets.ts';
import { commaList } from './text.ts';

/** Everything the environment decides, validated once at start. Names: docs/rules/product.md#environment. */
export type Config = z.infer<typeof schema> & {
  readonly sandbox: boolean;
  /** Whether everybody may try it: its secrets are published, and nothing in it counts. */
  readonly isTrial: boolean;
  /** Whether what is stored here is the truth; false in front of another registry. */
  readonly ownsRegistry: boolean;
  /** Whether /mcp is served: by default in the sandbox only. */
  readonly agents: boolean;
  /** Whether /rdap is served: by default not in front of another registry, whose public data is its own matter. */
  readonly rdap: boolean;
  readonly SHUTDOWN_DELAY: number;
  /** The registry behind this facade (docs/decisions/0018); undefined if this is the registry itself. */
  readonly upstream: UpstreamConfig | undefined;
};

/** The published secrets of the sandbox; production refuses to start with any of them. */
export const sandboxSecrets = {
  BUSINESS_REGISTRY_TOKENS: 'portal-sandbox',
  BUSINESS_REGISTRY_ALLOWED_IPS: '127.0.0.1,::1',
  BILLING_SECRET: 'billing-sandbox',
  OPERATOR_TOKENS: 'operator-sandbox',
  PAYMENT_API_USERNAME: 'sandbox-merchant',
  PAYMENT_API_SECRET: 'sandbox-payment-secret',
  PAYMENT_ACCOUNT_NAME: 'EUR-sandbox',
  LINKPAY_TOKEN: 'sandbox-link',
} as const;

const schema = z.object({
  ZONEGRAPH_MODE: z.enum(['sandbox', 'production', 'facade']).default('sandbox'),
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: secret(databaseUrl),
  MIGRATE_DATABASE_URL: secret(databaseUrl),
  DATABASE_REPLICA_URLS: secret(
    textList
      .refine((urls) => urls.every((url) => serversOf(url)?.mustTakeWrites === false), {
        message: 'must be a comma list of postgres:// URLs, each of one server',
      })
      .superRefine((urls, context) => {
        for (const url of urls) saysTlsRight(url, context);
      })
      .default([]),
  ),
  DATA_DIR: z.string().default('.data'),
  WORKERS: workers,
  SANDBOX_WORLD: z.enum(['demo', 'bare']).default('demo'),
  TIME_ZONE: z
    .string()
    .default('Europe/Tallinn')
    .refine(isTimeZone, { message: 'must be an IANA time zone such as Europe/Tallinn' }),
  PUBLIC_URL: httpUrl.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUSTED_PROXIES: addressList.default([]),
  CLIENT_ADDRESS_HEADER: headerName.pipe(z.enum(['x-forwarded-for', 'x-real-ip'])).default('x-forwarded-for'),
  CLIENT_CERT_HEADER: headerName.default('ssl_client_cert'),
  CLIENT_CERT_CN_HEADER: headerName.default('ssl_client_s_dn_cn'),
  REQUIRE_CLIENT_CERT: flag.default(false),
  PORTAL_CERT_FINGERPRINTS: textList
    .refine((entries) => entries.every(isFingerprint), {
      message: 'must be a comma list of SHA-256 fingerprints in hexadecimal digits',
    })
    .default([]),
  SHUTDOWN_DELAY: z.coerce.number().min(0).max(300).optional(),
  RATE_LIMIT_POINTS: z.coerce.number().int().min(1).optional(),
  RATE_LIMIT_REGISTRAR_POINTS: z.coerce.number().int().min(1).optional(),
  RATE_LIMIT_WINDOW: z.coerce.number().int().min(1).default(60),
  QUERY_TIMEOUT: z.coerce.number().min(0.1).max(600).default(10),
  FILE_TIMEOUT: z.coerce.number().min(0.1).max(3600).default(300),
  MAX_DOCUMENT_LENGTH: z.coerce.number().int().min(1024).default(16_384),
  HISTORY_RETENTION: calendarDuration.optional(),
  FEDERATION: flag.default(false),
  AGENTS: z.enum(['on', 'off']).optional(),
  RDAP: z.enum(['on', 'off']).optional(),
  OAUTH: onOrOff,
  OAUTH_REGISTRATION: onOrOff,
  OAUTH_ACCESS_FOR: duration(60_000).default(60 * 60_000),
  OAUTH_REFRESH_FOR: duration(60_000).default(30 * 24 * 60 * 60_000),
  MAX_STREAMS: z.coerce.number().int().min(0).default(20),
  TRUSTED_DOCUMENTS: textList.default([]),
  TRUSTED_DOCUMENTS_ONLY: callers.default(new Set<string>()),
  BUSINESS_REGISTRY_TOKENS: secret(tokenList),
  BUSINESS_REGISTRY_ALLOWED_IPS: addressList,
  BILLING_SECRET: secret(z.string().min(1)),
  BILLING_TOKENS_MAY_LAST: flag.optional(),
  OPERATOR_TOKENS: secret(
    tokenList.refine((entries) => entries.every((entry) => readOperatorToken(entry) !== undefined), {
      message: `must be a comma list of name:role:token, with a role of ${operatorRoles.join(', ')}`,
    }),
  ),
  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: noHttpUrl }).optional(),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: secret(z.string().trim().min(1).optional()),
  OIDC_ROLE_CLAIM: optionalText,
  OIDC_ROLES: operatorsByGroup.optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: secret(sentHeaders.optional()),
  OTEL_SERVICE_NAME: z.string().default('zonegraph'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  METRICS_TOKEN: secret(token.optional()),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  HEALTH_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  PAYMENTS: onOrOff,
  ACCOUNTING: onOrOff,
  E_INVOICING: onOrOff,
  PAYMENT_PROVIDER_URL: httpUrl.optional(),
  PAYMENT_API_USERNAME: z.string().min(1),
  PAYMENT_API_SECRET: secret(z.string().min(1)),
  PAYMENT_ACCOUNT_NAME: z.string().min(1),
  LINKPAY_URL: httpUrl.optional(),
  LINKPAY_TOKEN: secret(z.string().min(1)),
  CUSTOMER_URL_ORIGINS: textList.optional(),
  EMBED_ORIGINS: originList.default([]),
  OWNER_SERVICE_URLS: owners.optional(),
  ACCOUNTING_URL: httpUrl.optional(),
  E_INVOICE_URL: httpUrl.optional(),
  E_INVOICE_PASSWORD: secret(z.string().trim().min(1).optional()),
  COMPANY_REGISTER_URL: httpUrl.optional(),
  SMTP_URL: secret(
    z
      .url({ protocol: /^smtps?$/, error: 'must be a URL such as smtps://user:password@mail.example' })
      .optional(),
  ),
  ZONE_DIR: optionalText,
  ZONE_HOOK: optionalText,
  MAIL_FROM: sender.default('registry@zonegraph.example'),
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
});

export const secretVariables: readonly string[] = Object.entries(schema.shape)
  .filter(([, type]) => secretTypes.has(type))
  .map(([name]) => name);

const requiredInProduction = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'PAYMENT_PROVIDER_URL',
  'LINKPAY_URL',
  'CUSTOMER_URL_ORIGINS',
  'ACCOUNTING_URL',
  'E_INVOICE_URL',
  'E_INVOICE_PASSWORD',
  'SMTP_URL',
  'MAIL_FROM',
] as const;

const ofOthers = /^(PAYMENT|LINKPAY|CUSTOMER|ACCOUNTING|E_INVOICE)_\w+ is required/;
const withoutServices = '\nWithout such a service: PAYMENTS=off, ACCOUNTING=off, E_INVOICING=off.';

export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The environment is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\n` +
        'See .env.example for every variable and its meaning.' +
        (problems.some((problem) => ofOthers.test(problem)) ? withoutServices : ''),
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Returns the environment, completed by the file `.env` of the working directory. */
export function environment(): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return process.env;
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const files = secretsFromFiles(env, secretVariables);
  const given = Object.fromEntries(
    Object.entries({ ...env, ...files.values }).filter(
      ([name, value]) => value !== undefined && (value !== '' || mayBeEmpty(name)),
    ),
  );
  const production = given.ZONEGRAPH_MODE === 'production';
  const facade = given.ZONEGRAPH_MODE === 'facade';
  const others = production ? productionProblems(given) : facade ? facadeProblems(given) : [];
  const problems = [
    ...files.problems,
    ...others.filter((problem) => !files.refused.has(problem.split(' ')[0] ?? '')),
  ];
  const unused = switchedOff(given).flatMap((name) => integrations[name].variables);
  const secrets = facade ? ownSecrets() : production ? {} : sandboxSecrets;
  const parsed = schema.safeParse({ ...placeholders(unused), ...secrets, ...given }, { error: problemWith });
  if (!parsed.success) {
    const named = new Set([...files.refused, ...problems.map((problem) => problem.split(' ')[0])]);
    for (const { path, message } of parsed.error.issues)
      if (!named.has(String(path[0]))) problems.push(`${path.join('.')} ${message}`);
  }
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems);
  const { PORTAL_CERT_FINGERPRINTS: portals, TRUSTED_PROXIES, REQUIRE_CLIENT_CERT } = parsed.data;
  if (portals.length > 0 && !(REQUIRE_CLIENT_CERT && TRUSTED_PROXIES.length > 0))
    throw new ConfigError([
      'PORTAL_CERT_FINGERPRINTS counts only with REQUIRE_CLIENT_CERT=true and TRUSTED_PROXIES',
    ]);
  const alone = parsed.data.DATABASE_URL === undefined ? onlyForServers(parsed.data) : [];
  if (alone.length > 0) throw new ConfigError(alone);
  // A mirror writes while it reads, so a replica would lag behind.
  if (parsed.data.UPSTREAM_URL && parsed.data.DATABASE_REPLICA_URLS.length > 0)
    throw new ConfigError([
      'DATABASE_REPLICA_URLS cannot be used with UPSTREAM_URL: a facade writes to its mirror while it reads',
    ]);
  if ((parsed.data.UPSTREAM_PASS_TIMEOUT ?? Infinity) < parsed.data.UPSTREAM_TIMEOUT)
    throw new ConfigError(['UPSTREAM_PASS_TIMEOUT must not be shorter than UPSTREAM_TIMEOUT']);
  const { ZONE_DIR: zoneFiles, ZONE_HOOK: hook } = parsed.data;
  if (facade && zoneFiles)
    throw new ConfigError(['ZONE_DIR is for the registry itself, not for one in front of it']);
  if (hook && !zoneFiles) throw new ConfigError(['ZONE_HOOK counts only with ZONE_DIR']);
  const provider = providerProblems(parsed.data);
  if (provider.length > 0) throw new ConfigError(provider);
  const sandbox = parsed.data.ZONEGRAPH_MODE === 'sandbox';
  // A sandbox has no load balancer, and whoever stops it with Ctrl-C does not want to wait.
  return {
    ...parsed.data,
    sandbox,
    isTrial: sandbox,
    ownsRegistry: !facade,
    agents: (parsed.data.AGENTS ?? (sandbox ? 'on' : 'off')) === 'on',
    rdap: (parsed.data.RDAP ?? (facade ? 'off' : 'on')) === 'on',
    SHUTDOWN_DELAY: parsed.data.SHUTDOWN_DELAY ?? (sandbox ? 0 : 5),
    upstream: facade ? upstreamOf(parsed.data) : undefined,
  };
}

/** The settings of a switched-off system are neither required nor used, but its secrets must still be strings. */
const placeholders = (unused: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(unused.filter((name) => name in sandboxSecrets).map((name) => [name, 'off']));

const upstreamOf = (given: z.infer<typeof schema>): UpstreamConfig => ({
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
  defaultLimit: given.UPSTREAM_DEFAULT_LIMIT,
  passTimeoutMs: (given.UPSTREAM_PASS_TIMEOUT ?? Math.max(60, given.UPSTREAM_TIMEOUT)) * 1000,
});

/**
 * A facade has no tokens of portals, operators and billing. Secrets that this process needs are random; those
 * that must outlive it are kept in its database (facade-secrets.ts).
 */
function ownSecrets(): Record<keyof typeof sandboxSecrets, string> {
  const made = Object.keys(sandboxSecrets).map((name) => [name, randomHex(32)]);
  return {
    ...(Object.fromEntries(made) as Record<keyof typeof sandboxSecrets, string>),
    BUSINESS_REGISTRY_TOKENS: '',
    BUSINESS_REGISTRY_ALLOWED_IPS: '',
  };
}

/** The database: a server, or the directory of the embedded one. */
export const databaseOf = ({
  DATABASE_URL,
  DATABASE_REPLICA_URLS,
  DATA_DIR,
  QUERY_TIMEOUT,
}: Config): { url: string; replicaUrls: readonly string[]; queryTimeout: number } | { dataDir: string } =>
  DATABASE_URL
    ? { url: DATABASE_URL, replicaUrls: DATABASE_REPLICA_URLS, queryTimeout: QUERY_TIMEOUT }
    : { dataDir: DATA_DIR };

/** The number of processes that serve. */
export const workersOf = ({ WORKERS }: Config): number =>
  WORKERS === 'auto' ? availableParallelism() : WORKERS;

/** The URL to which traces are sent; undefined if tracing is off. */
export function tracesUrlOf({
  OTEL_TRACES_EXPORTER,
  OTEL_EXPORTER_OTLP_ENDPOINT,
}: Config): string | undefined {
  const endpoint = OTEL_EXPORTER_OTLP_ENDPOINT ?? (OTEL_TRACES_EXPORTER && 'http://localhost:4318');
  return endpoint && OTEL_TRACES_EXPORTER !== 'none' ? `${endpoint}/v1/traces` : undefined;
}

// An explicitly empty list admits nobody (docs/rules/product.md#environment); elsewhere an empty value means
// "not set".
const mayBeEmpty = (name: string): boolean =>
  name === 'BUSINESS_REGISTRY_TOKENS' || name === 'BUSINESS_REGISTRY_ALLOWED_IPS';

function productionProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  const problems: string[] = [];
  const unused: readonly string[] = switchedOff(given).flatMap((name) => integrations[name].variables);
  for (const name of [...requiredInProduction, ...Object.keys(sandboxSecrets)])
    if (!unused.includes(name) && commaList(given[name] ?? '').length === 0)
      problems.push(`${name} is required in production`);
  for (const [name, published] of Object.entries(sandboxSecrets)) {
    const entries = secretsIn(name, given[name]);
    if (name !== 'BUSINESS_REGISTRY_ALLOWED_IPS' && entries.includes(published))
      problems.push(`${name} still holds the published sandbox value`);
  }
  const named = new Set(problems.map((problem) => problem.split(' ')[0]));
  return [
    ...problems,
    // One problem for each variable is enough.
    ...weakSecrets(given).filter((problem) => !named.has(problem.split(' ')[0])),
    ...sharedSecrets(given),
  ];
}
