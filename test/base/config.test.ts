import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, environment, secretVariables, tracesUrlOf, workersOf } from '#src/base/config.ts';
import { serversOf } from '#src/base/database-url.ts';
import { integrations } from '#src/base/integrations.ts';
import { sandboxSecrets } from '#src/extensions/sandbox/settings.ts';
import { everything } from '#src/server/extensions.ts';
import { readConfig } from '../support/extensions.ts';

const production = {
  ZONEGRAPH_MODE: 'production',
  DATABASE_URL: 'postgres://zonegraph:secret@db.example/zonegraph',
  PUBLIC_URL: 'https://registry.example/',
  BUSINESS_REGISTRY_TOKENS: 'a-long-token-of-the-portal',
  BUSINESS_REGISTRY_ALLOWED_IPS: '192.0.2.0/24',
  BILLING_SECRET: '5c1f0e9ab37d42886e0d91c47fa2b653',
  OPERATOR_TOKENS: 'a-token-of-anna-4711, a-token-of-peeter-42',
  PAYMENT_PROVIDER_URL: 'https://pay.example/api/v4',
  PAYMENT_API_USERNAME: 'merchant',
  PAYMENT_API_SECRET: 'fe3b1a0c772d4e91',
  PAYMENT_ACCOUNT_NAME: 'EUR3D1',
  LINKPAY_URL: 'https://pay.example/lp',
  LINKPAY_TOKEN: 'link',
  CUSTOMER_URL_ORIGINS: 'https://portal.registry.example',
  ACCOUNTING_URL: 'https://accounting.example',
  E_INVOICE_URL: 'https://invoices.example',
  E_INVOICE_PASSWORD: 'invoice-secret',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'registry@registry.example',
};

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('an empty environment', () => {
  it('is a sandbox with the published secrets, for this machine only', () => {
    expect(readConfig({})).toMatchObject({
      isTrial: true,
      PORT: 4000,
      HOST: '127.0.0.1',
      DATA_DIR: '.data',
      hasExamples: true,
      TIME_ZONE: 'Europe/Tallinn',
      TRUSTED_PROXIES: [],
      REQUIRE_CLIENT_CERT: false,
      RATE_LIMIT_WINDOW: 60,
      MAX_DOCUMENT_LENGTH: 16_384,
      FEDERATION: false,
      MAX_STREAMS: 20,
      BUSINESS_REGISTRY_TOKENS: ['portal-sandbox'],
      BUSINESS_REGISTRY_ALLOWED_IPS: ['127.0.0.1', '::1'],
      OPERATOR_TOKENS: ['operator-sandbox'],
      BILLING_SECRET: 'billing-sandbox',
    });
    expect(readConfig({})).not.toHaveProperty('RATE_LIMIT_POINTS');
  });

  it('is what variables without a value are', () => {
    expect(readConfig({ PORT: '', HOST: '', BILLING_SECRET: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  it('may explicitly let nobody in as the portal', () => {
    expect(readConfig({ BUSINESS_REGISTRY_TOKENS: '', BUSINESS_REGISTRY_ALLOWED_IPS: ' , ' })).toMatchObject({
      BUSINESS_REGISTRY_TOKENS: [],
      BUSINESS_REGISTRY_ALLOWED_IPS: [],
    });
  });
});

describe('a value that makes no sense', () => {
  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['ZONEGRAPH_MODE', 'prod'],
    ['SANDBOX_WORLD', 'mars'],
    ['TIME_ZONE', 'Tallinn'],
    ['DATABASE_URL', 'mysql://x'],
    ['PUBLIC_URL', 'registry.example'],
    ['LOG_LEVEL', 'loud'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['BUSINESS_REGISTRY_ALLOWED_IPS', '127.0.0.1,localhost'],
    ['REQUIRE_CLIENT_CERT', 'yes'],
    ['RATE_LIMIT_POINTS', '0'],
    ['RATE_LIMIT_WINDOW', '1.5'],
    ['MAX_DOCUMENT_LENGTH', '1000'],
    ['MAX_STREAMS', '-1'],
    ['SMTP_URL', 'http://mail.example'],
    ['MAIL_FROM', 'registry'],
    ['MAIL_FROM', '@registry.example'],
    ['MAIL_FROM', 'registry@'],
    ['MAIL_FROM', 'registry@registry..example'],
    ['MAIL_FROM', 'the registry@registry.example'],
    ['MAIL_FROM', 'registry@registry.example, mail@registry.example'],
    ['MAIL_FROM', 'The Registry'],
    ['MAIL_FROM', 'The Registry <registry>'],
    ['MAIL_FROM', 'Registry, Ltd <registry@registry.example>'],
    ['MAIL_FROM', 'Registry <registry@registry.example'],
    ['MAIL_FROM', 'Registry\r\nBcc: x <registry@registry.example>'],
    ['MAIL_FROM', 'https://registry.example'],
    ['OWNER_SERVICE_URLS', 'auction'],
    ['CLIENT_ADDRESS_HEADER', 'Forwarded'],
    ['CLIENT_CERT_HEADER', 'x y'],
    ['METRICS_PORT', '70000'],
    ['EMBED_ORIGINS', 'intranet.example'],
    ['EMBED_ORIGINS', 'https://intranet.example/'],
    ['EMBED_ORIGINS', 'https://*.example'],
    ['EMBED_ORIGINS', 'https://a.example; script-src *'],
    ['EMBED_ORIGINS', 'https://a.example:443'],
    ['EMBED_ORIGINS', 'https://good.example,ftp://a.example'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['BILLING_TOKENS_MAY_LAST', 'sometimes'],
    ['OPERATOR_TOKENS', 'one-token\nanother-token'],
    ['OPERATOR_TOKENS', 'anna:ADMIN:one-token\r\npeeter:SUPPORT:another-token'],
    ['BUSINESS_REGISTRY_TOKENS', 'one-token\nanother-token'],
    ['METRICS_TOKEN', 'one-token\nanother-token'],
  ])('is named: %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} must `)]);
  });

  it('is told what it must be', () => {
    const told = {
      PORT: '-1',
      HEALTH_PORT: '70000',
      MAX_STREAMS: '1.5',
      LOG_LEVEL: 'x',
      MAIL_FROM: 'x',
      RATE_LIMIT_POINTS: 'x',
    };
    expect(problemsOf({ ...told, PUBLIC_URL: 'x', METRICS_TOKEN: ' ' }).toSorted()).toEqual([
      'HEALTH_PORT must be at most 65535',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      'MAIL_FROM must be an address such as registry@registry.example, or Registry <registry@registry.example>',
      'MAX_STREAMS must be a whole number',
      'METRICS_TOKEN must not be empty',
      'PORT must be at least 0',
      'PUBLIC_URL must be a URL such as https://registry.example',
      'RATE_LIMIT_POINTS must be a number',
    ]);
  });

  it('is reported together with all others', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'x', TIME_ZONE: 'x' })).toHaveLength(3);
  });
});

describe('the sender of mails', () => {
  it.each([
    'registry@registry.example',
    'no-reply+mail@mail.registry.example',
    'registry@localhost',
    'registry@[192.0.2.1]',
    'register@jõgeva.ee',
    '<registry@registry.example>',
    'Eesti Interneti Sihtasutus <registry@registry.example>',
    '"Registry, Ltd." <registry@registry.example>',
  ])('may be %s', (from) => {
    expect(readConfig({ MAIL_FROM: ` ${from}\n` }).MAIL_FROM).toBe(from);
  });
});

describe('a registry with integrations switched off', () => {
  const always = [
    'DATABASE_URL',
    'PUBLIC_URL',
    'BUSINESS_REGISTRY_TOKENS',
    'BUSINESS_REGISTRY_ALLOWED_IPS',
    'BILLING_SECRET',
    'OPERATOR_TOKENS',
    'SMTP_URL',
    'MAIL_FROM',
  ] as const;
  const few = { ZONEGRAPH_MODE: 'production', PAYMENTS: 'off', ACCOUNTING: 'off', E_INVOICING: 'off' };

  it('is switched off by name: production then starts with the few that it always needs', () => {
    const given = Object.fromEntries(always.map((name) => [name, production[name]]));
    expect(readConfig({ ...few, ...given })).toMatchObject({
      isTrial: false,
      PAYMENTS: 'off',
      ACCOUNTING: 'off',
      E_INVOICING: 'off',
    });
    expect(problemsOf(few)).toEqual(
      expect.arrayContaining(always.map((name) => `${name} is required in production`)),
    );
    expect(problemsOf(few)).toHaveLength(always.length);
  });

  it.each(Object.entries(integrations))(
    '%s needs its own variables only while it is on',
    (name, { variables }) => {
      const given = Object.fromEntries(
        Object.entries(production).filter(([one]) => !(variables as readonly string[]).includes(one)),
      );
      expect(problemsOf({ ...given, [name]: 'off' })).toEqual([]);
      for (const on of [{}, { [name]: 'on' }])
        expect(problemsOf({ ...given, ...on })).toEqual(
          expect.arrayContaining(variables.map((one) => `${one} is required in production`)),
        );
      expect(problemsOf({ ...given, [name]: 'of' })).toContainEqual(`${name} must be on or off`);
    },
  );
});

describe('production', () => {
  it('starts with everything it needs', () => {
    expect(readConfig(production)).toMatchObject({
      isTrial: false,
      PUBLIC_URL: 'https://registry.example',
      OPERATOR_TOKENS: ['a-token-of-anna-4711', 'a-token-of-peeter-42'],
    });
  });

  it.each(Object.keys(production).filter((name) => name !== 'ZONEGRAPH_MODE'))('needs %s', (name) => {
    for (const value of ['', '  ', ' , '])
      expect(problemsOf({ ...production, [name]: value })).toEqual([`${name} is required in production`]);
  });

  it.each(Object.entries(sandboxSecrets).filter(([name]) => name !== 'BUSINESS_REGISTRY_ALLOWED_IPS'))(
    'does not take %s=%s, which everybody knows',
    (name, published) => {
      for (const value of [published, ` ${published} `, `a-good-one-of-19-signs,${published}`])
        if (name.endsWith('TOKENS') || !value.includes(','))
          expect(problemsOf({ ...production, [name]: value })).toEqual([
            `${name} still holds the published sandbox value`,
          ]);
    },
  );

  it.each([
    ['BILLING_SECRET', 32],
    ['OPERATOR_TOKENS', 16],
    ['BUSINESS_REGISTRY_TOKENS', 16],
    ['METRICS_TOKEN', 16],
    ['PAYMENT_API_SECRET', 16],
  ])('does not take a %s that somebody could guess', (name, shortest) => {
    const problemsWith = (value: string) => problemsOf({ ...production, [name]: value });
    const random = '7b2e90c4d1f8a3650e9b7c24f1d8a306';
    expect(problemsWith(random.slice(0, shortest))).toEqual([]);
    expect(problemsWith(random.slice(0, shortest - 1))).toEqual([
      `${name} must have at least ${shortest} characters`,
    ]);
    for (const weak of [
      'x'.repeat(40),
      'ab'.repeat(20),
      'secret12'.repeat(5),
      '0123456789012345678901234567890123456789',
      'abcdefghijklmnopqrstuvwxyzabcdefghijklmn',
      '1212121212121212121212121212121212121213',
    ])
      expect(problemsWith(weak), weak).toEqual([expect.stringMatching(`^${name} is too easy to guess`)]);
  });

  it('looks at each token of a list, and reports all weak secrets at once', () => {
    const weak = { BILLING_SECRET: 'x', OPERATOR_TOKENS: 'a-good-one-of-22-signs,short' };
    expect(problemsOf({ ...production, ...weak })).toEqual([
      'BILLING_SECRET must have at least 32 characters',
      'OPERATOR_TOKENS must have at least 16 characters',
    ]);
  });

  it('the sandbox takes any', () => {
    expect(problemsOf({ BILLING_SECRET: 'x', OPERATOR_TOKENS: 'y' })).toEqual([]);
  });
});

describe('traces go', () => {
  it.each([
    [{}, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }, 'http://collector:4318/v1/traces'],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, 'http://localhost:4318/v1/traces'],
    [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, undefined],
    [{ OTEL_TRACES_EXPORTER: 'none' }, undefined],
  ])('with %j to %s', (env, url) => {
    expect(tracesUrlOf(readConfig(env))).toBe(url);
  });
});

describe('several servers and processes', () => {
  const url = 'postgres://zonegraph:secret@one:5432,other/zonegraph?target_session_attrs=read-write';

  it('are named in one URL, and each of them has all the data', () => {
    expect(readConfig({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
    expect(serversOf(url)).toEqual({
      urls: ['postgres://zonegraph:secret@one:5432/zonegraph', 'postgres://zonegraph:secret@other/zonegraph'],
      mustTakeWrites: true,
      timeouts: {},
    });
    expect(serversOf('postgres://a@b/c?sslmode=require')).toEqual({
      urls: ['postgres://a@b/c?sslmode=require&uselibpqcompat=true'],
      mustTakeWrites: false,
      timeouts: {},
    });
  });

  it.each([
    'mysql://one/zonegraph',
    'postgres://one:x/zonegraph',
    'postgres://one,/zonegraph',
    'postgres://one,other/zonegraph?target_session_attrs=any',
  ])('are refused as %s', (wrong) => {
    expect(problemsOf({ DATABASE_URL: wrong })).toEqual([
      expect.stringContaining('DATABASE_URL must look like'),
    ]);
  });

  it.each([
    ['sslmode=prefer', 'has sslmode=prefer, but it must be disable, require, verify-ca or verify-full'],
    ['sslmode=no-verify', 'has sslmode=no-verify, but'],
    ['ssl=true', 'has ssl, which PostgreSQL does not know'],
    ['sslrootcert=/ca.pem', 'has sslrootcert without sslmode'],
    ['sslmode=verify-ca', 'has sslmode=verify-ca without sslrootcert'],
    ['sslmode=verify-full&sslcert=/a.pem', 'needs both of sslcert and sslkey, or neither'],
    ['sslmode=verify-full&sslrootcert=/no/ca.pem', 'has sslrootcert=/no/ca.pem, a file that cannot be read'],
  ])('are refused with %s', (parameters, reason) => {
    for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URLS'])
      expect(problemsOf({ DATABASE_URL: url, [name]: `postgres://a@one/z?${parameters}` })).toEqual([
        expect.stringContaining(`${name} ${reason}`),
      ]);
  });

  it('have replicas that are one server each', () => {
    const replicas = 'postgres://a@one/z, postgres://a@other/z';
    expect(
      readConfig({ DATABASE_URL: url, DATABASE_REPLICA_URLS: replicas }).DATABASE_REPLICA_URLS,
    ).toHaveLength(2);
    expect(problemsOf({ DATABASE_URL: url, DATABASE_REPLICA_URLS: 'one' })).toHaveLength(1);
    expect(problemsOf({ DATABASE_REPLICA_URLS: replicas })).toEqual([
      'DATABASE_REPLICA_URLS needs the server that they follow (DATABASE_URL)',
    ]);
  });

  it('need a PostgreSQL server, and are as many as configured', () => {
    expect(workersOf(readConfig({}))).toBe(1);
    expect(workersOf(readConfig({ WORKERS: '1' }))).toBe(1);
    expect(workersOf(readConfig({ WORKERS: '3', DATABASE_URL: url }))).toBe(3);
    expect(workersOf(readConfig({ WORKERS: 'auto', DATABASE_URL: url }))).toBe(availableParallelism());
    for (const workers of ['2', 'auto'])
      expect(problemsOf({ WORKERS: workers })).toEqual([
        `WORKERS=${workers} needs a PostgreSQL server (DATABASE_URL): the embedded database belongs to one process`,
      ]);
    expect(problemsOf({ WORKERS: 'all' })).toEqual([
      expect.stringMatching(/^WORKERS must be auto or a number/),
    ]);
    expect(problemsOf({ WORKERS: '0' })).toHaveLength(1);
  });
});

describe('a production environment', () => {
  it('shares no secret between variables: one that leaks would open both', () => {
    const shared = { ...production, METRICS_TOKEN: 'a-token-of-anna-4711' };
    expect(problemsOf(shared)).toEqual(['METRICS_TOKEN holds a secret that OPERATOR_TOKENS holds too']);
    expect(problemsOf(production)).toEqual([]);
  });
});

describe('a secret from a file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'zonegraph-secrets-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const fileOf = (name: string, content: string): string => {
    const file = join(directory, name);
    writeFileSync(file, content);
    return file;
  };
  const inFiles = (names: readonly string[], end: string): Record<string, string> => {
    const entries = Object.entries(production).map(([name, value]) =>
      names.includes(name) ? [`${name}_FILE`, fileOf(name, `${value}${end}`)] : [name, value],
    );
    return Object.fromEntries(entries) as Record<string, string>;
  };

  it('is what the variable would be, without the newline at the end, for every secret', () => {
    for (const end of ['', '\n', '\r\n'])
      expect(readConfig(inFiles(secretVariables(everything), end))).toEqual(readConfig(production));
  });

  it('can be what the collector of traces is told, of which each part must be understood', () => {
    const headersIn = (text: string) => ({ OTEL_EXPORTER_OTLP_HEADERS_FILE: fileOf('headers', text) });
    expect(
      readConfig(headersIn('authorization=Bearer%20a=b, x-tenant=one\n')).OTEL_EXPORTER_OTLP_HEADERS,
    ).toEqual({ authorization: 'Bearer a=b', 'x-tenant': 'one' });
    for (const wrong of ['authorization', '=one', 'a b=one', 'a=', 'a=%zz'])
      expect(problemsOf(headersIn(wrong)), wrong).toEqual([
        'OTEL_EXPORTER_OTLP_HEADERS must look like authorization=Bearer%20...,name=value',
      ]);
  });

  it('can be each variable of .env.example that holds a password, token or secret', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
    const names = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].filter(
      ([, name = '', rest = '']) => /_(?:TOKENS?|SECRET|PASSWORD)$/.test(name) || /postgres:\/\//.test(rest),
    );
    const others = ['SMTP_URL', 'OTEL_EXPORTER_OTLP_HEADERS'];
    expect([...secretVariables(everything)].sort()).toEqual(
      [...names.map(([, name]) => name), ...others].sort(),
    );
  });

  it('is refused beside its variable, naming both, unless that is empty', () => {
    const file = fileOf('token', 'a-metrics-token-1f08');
    expect(
      problemsOf({ ...production, METRICS_TOKEN: 'b-metrics-token-1f08', METRICS_TOKEN_FILE: file }),
    ).toEqual(['METRICS_TOKEN and METRICS_TOKEN_FILE are both set: remove one of them']);
    expect(readConfig({ ...production, METRICS_TOKEN: '', METRICS_TOKEN_FILE: file }).METRICS_TOKEN).toBe(
      'a-metrics-token-1f08',
    );
  });

  it('that cannot be read, or is empty, is named with its path and the reason, once', () => {
    const { BILLING_SECRET: _, OPERATOR_TOKENS: __, ...rest } = production;
    const missing = join(directory, 'missing');
    const empty = fileOf('empty', '\n');
    expect(problemsOf({ ...rest, BILLING_SECRET_FILE: missing, OPERATOR_TOKENS_FILE: empty })).toEqual([
      `BILLING_SECRET_FILE: ${missing} cannot be read: ENOENT: no such file or directory, open '${missing}'`,
      `OPERATOR_TOKENS_FILE: ${empty} is empty`,
    ]);
  });

  it('is as hard to guess as one in a variable', () => {
    const { BILLING_SECRET: _, ...rest } = production;
    expect(problemsOf({ ...rest, BILLING_SECRET_FILE: fileOf('short', 'short\n') })).toEqual([
      'BILLING_SECRET must have at least 32 characters',
    ]);
  });
});

describe('a file .env', () => {
  it('can be .env.example as it stands, which is the sandbox', () => {
    const example = parseEnv(readFileSync(new URL('../../.env.example', import.meta.url), 'utf8'));
    expect(readConfig(example as Record<string, string>)).toMatchObject({ isTrial: true, PORT: 4000 });
  });

  it('says what the environment itself does not', () => {
    const directory = mkdtempSync(join(tmpdir(), 'zonegraph-env-'));
    writeFileSync(join(directory, '.env'), 'PORT=4711 # a remark\nLOG_LEVEL=warn\n');
    const before = { cwd: process.cwd(), LOG_LEVEL: process.env.LOG_LEVEL, PORT: process.env.PORT };
    try {
      process.env.LOG_LEVEL = 'error';
      delete process.env.PORT;
      process.chdir(directory);
      const { PORT, LOG_LEVEL } = environment();
      expect({ PORT, LOG_LEVEL }).toEqual({ PORT: '4711', LOG_LEVEL: 'error' });
      rmSync(join(directory, '.env'));
      expect(environment().PORT).toBe('4711');
    } finally {
      process.chdir(before.cwd);
      for (const name of ['LOG_LEVEL', 'PORT'] as const)
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      rmSync(directory, { recursive: true });
    }
  });
});
