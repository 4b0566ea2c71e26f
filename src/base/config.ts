import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { operatorRoles } from './actor.ts';
import { onlyForServers, problemWith, providerProblems } from './config-problems.ts';
import {
  addressList,
  calendarDuration,
  callers,
  databaseUrl,
  flag,
  headerName,
  httpUrl,
  isFingerprint,
  isTimeZone,
  noHttpUrl,
  onOrOff,
  operatorsByGroup,
  optionalText,
  owners,
  saysTlsRight,
  secret,
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
import {
  type Configured,
  type Given,
  type Meaning,
  type Mode,
  namesOf,
  problemsIn,
  usualRows,
} from './settings.ts';
import { commaList } from './text.ts';

/**
 * The settings of the environment, which hold for everybody and are validated once at start. Names:
 * docs/rules/product.md#environment.
 */
export type Config = z.infer<typeof schema> &
  Meaning & {
    /** `production`, or the mode of an extension. */
    readonly ZONEGRAPH_MODE: string;
    /** Values that everybody knows, which pages of a trial may show. */
    readonly published: Additions['published'];
    readonly SHUTDOWN_DELAY: number;
    /** The key under which the settings of extensions are kept (settings.ts). */
    readonly settings: object;
  };

/** What extensions add to the environment, and what the environment must not say. */
export interface Additions {
  /** Those that are loaded. */
  readonly extensions: readonly Configured[];
  /** Those that could be, but were left out: their settings and modes are refused. */
  readonly leftOut: readonly Configured[];
  /** Values that everybody knows, with which no production starts. */
  readonly published: Readonly<Partial<Record<RequiredSecret, string>>>;
}

const nothingAdded: Additions = { extensions: [], leftOut: [], published: {} };

/** The secrets without which production does not start. */
export const requiredSecrets = [
  'BUSINESS_REGISTRY_TOKENS',
  'BUSINESS_REGISTRY_ALLOWED_IPS',
  'BILLING_SECRET',
  'OPERATOR_TOKENS',
  'PAYMENT_API_USERNAME',
  'PAYMENT_API_SECRET',
  'PAYMENT_ACCOUNT_NAME',
  'LINKPAY_TOKEN',
] as const;
export type RequiredSecret = (typeof requiredSecrets)[number];

const production: Mode = {
  name: 'production',
  defaults: () => ({}),
  means: () => ({ isTrial: false, ownsRegistry: true, hasExamples: false, usualRows }),
};

const schema = z.object({
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
  MAIL_FROM: sender.default('registry@zonegraph.example'),
});

const own = namesOf(schema.shape);

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

/** The variables that may also be given as a file. */
export const secretVariables = ({
  extensions,
}: Pick<Additions, 'extensions'> = nothingAdded): readonly string[] => [
  ...own.secrets,
  ...extensions.flatMap(({ settings }) => settings?.secrets ?? []),
];

export function readConfig(env: Given, additions: Additions = nothingAdded): Config {
  const { extensions } = additions;
  const files = secretsFromFiles(env, secretVariables(additions));
  const given = Object.fromEntries(
    Object.entries({ ...env, ...files.values }).filter(
      ([name, value]) => value !== undefined && (value !== '' || mayBeEmpty(name)),
    ),
  );
  const modes = [production, ...extensions.flatMap(({ mode }) => mode ?? [])];
  const meant = given.ZONEGRAPH_MODE ?? (modes.find(({ isDefault }) => isDefault) ?? production).name;
  const mode = modes.find(({ name }) => name === meant) ?? production;
  const problems = [...files.problems, ...leftOutProblems(given, meant, additions)];
  const settings = {};
  const others = [
    ...(meant === production.name ? productionProblems(given, additions) : []),
    ...extensions.flatMap((one) => one.settings?.read(settings, given, meant) ?? []),
  ];
  problems.push(...others.filter((problem) => !files.refused.has(nameIn(problem))));
  if (mode.name !== meant)
    throw new ConfigError(
      problems.length > 0
        ? problems
        : [`ZONEGRAPH_MODE must be one of ${modes.map(({ name }) => name).join(', ')}`],
    );
  const unused = switchedOff(given).flatMap((name) => integrations[name].variables);
  const parsed = schema.safeParse(
    { ...placeholders(unused), ...mode.defaults(), ...given },
    { error: problemWith },
  );
  if (!parsed.success) {
    const named = new Set([...files.refused, ...problems.map(nameIn)]);
    problems.push(...problemsIn(parsed.error).filter((problem) => !named.has(nameIn(problem))));
  }
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems);
  const { PORTAL_CERT_FINGERPRINTS: portals, TRUSTED_PROXIES, REQUIRE_CLIENT_CERT } = parsed.data;
  if (portals.length > 0 && !(REQUIRE_CLIENT_CERT && TRUSTED_PROXIES.length > 0))
    throw new ConfigError([
      'PORTAL_CERT_FINGERPRINTS counts only with REQUIRE_CLIENT_CERT=true and TRUSTED_PROXIES',
    ]);
  const alone = parsed.data.DATABASE_URL === undefined ? onlyForServers(parsed.data) : [];
  if (alone.length > 0) throw new ConfigError(alone);
  const meaning = mode.means({ settings });
  const { isTrial } = meaning;
  const provider = providerProblems({ ...parsed.data, isTrial });
  if (provider.length > 0) throw new ConfigError(provider);
  // A trial has no load balancer, and whoever stops it with Ctrl-C does not want to wait.
  return {
    ...parsed.data,
    ZONEGRAPH_MODE: mode.name,
    ...meaning,
    published: isTrial ? additions.published : {},
    SHUTDOWN_DELAY: parsed.data.SHUTDOWN_DELAY ?? (isTrial ? 0 : 5),
    settings,
  };
}

const nameIn = (problem: string): string => problem.split(' ')[0] ?? '';

/** Whoever sets what only an extension reads expects it to count. */
function leftOutProblems(given: Given, mode: string, { extensions, leftOut }: Additions): string[] {
  const read = new Set(extensions.flatMap(({ settings }) => settings?.variables ?? []));
  return leftOut.flatMap(({ name, settings, mode: itsMode }) => [
    ...(itsMode?.name === mode
      ? [`ZONEGRAPH_MODE=${mode} needs the extension ${name}, which is left out`]
      : []),
    ...(settings?.variables ?? [])
      .filter(
        (variable) => !read.has(variable) && (given[variable] ?? given[`${variable}_FILE`]) !== undefined,
      )
      .map((variable) => `${variable} is a setting of the extension ${name}, which is left out`),
  ]);
}

/** The settings of a switched-off system are neither required nor used, but its secrets must still be strings. */
const placeholders = (unused: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(requiredSecrets.filter((name) => unused.includes(name)).map((name) => [name, 'off']));

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

function productionProblems(given: Given, { published }: Additions): string[] {
  const problems: string[] = [];
  const unused: readonly string[] = switchedOff(given).flatMap((name) => integrations[name].variables);
  for (const name of [...requiredInProduction, ...requiredSecrets])
    if (!unused.includes(name) && commaList(given[name] ?? '').length === 0)
      problems.push(`${name} is required in production`);
  for (const name of requiredSecrets) {
    const known = published[name];
    const entries = secretsIn(name, given[name]);
    if (name !== 'BUSINESS_REGISTRY_ALLOWED_IPS' && known !== undefined && entries.includes(known))
      problems.push(`${name} still holds the published sandbox value`);
  }
  const named = new Set(problems.map(nameIn));
  return [
    ...problems,
    // One problem for each variable is enough.
    ...weakSecrets(given).filter((problem) => !named.has(nameIn(problem))),
    ...sharedSecrets(given),
  ];
}
