import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { publishedToken } from '#src/registry/rules/registrar/access-tokens.ts';
import { freePort } from '../../../bench/free-port.ts';
import { readConfig } from '../../support/extensions.ts';
import { ownOperator, productionEnv } from '../../support/production.ts';
import { alpha } from '../../support/world.ts';
import { endWithUnaccepted, halfSent, saidOfHealth } from './callers.ts';
import { emptyDatabase, newDatabase, type Server, startServer, tellsImports } from './server.ts';

let database: Awaited<ReturnType<typeof newDatabase>>;
let server: Server;
let url: string;
let healthPort: number;
const slow = { timeout: 120_000 };
const probe = fileURLToPath(new URL('children/say-what-is-loaded.cjs', import.meta.url));
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const operating = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');

const manifests = mkdtempSync(join(tmpdir(), 'zonegraph-manifests-'));
const manifest = (name: string, text: string) => writeFileSync(join(manifests, name), text);

beforeAll(async () => {
  database = await newDatabase();
  manifest('first.json', '{ "first": "{ viewer { name } }" }');
  healthPort = await freePort();
  server = startServer({
    ...database.env,
    TRUSTED_DOCUMENTS: manifests,
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--require ${probe}`,
    SHUTDOWN_DELAY: '0',
    HEALTH_PORT: String(healthPort),
  });
  url = await server.url;
});
afterAll(async () => {
  server.kill('SIGKILL');
  await server.ended;
  await database.remove();
  rmSync(manifests, { recursive: true });
});

describe('a server that was just started', () => {
  it('says where to go and with which credentials', async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const response = await fetch(`${url}/registry/v1/accounts/balance`, {
      headers: { authorization: alpha, traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    });
    expect(await response.json()).toMatchObject({ code: 1000, data: { balance: '1000.0' } });
  });

  it('reports on a port of its own whether it can serve', slow, async () => {
    const { kind } = inject('testDatabase');
    const expected = { status: 200, body: { status: 'ok', database: kind, jobs: expect.anything() } };
    await expect.poll(() => saidOfHealth(healthPort, '/readyz')).toMatchObject(expected);
    expect(await saidOfHealth(healthPort, '/livez')).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('answers what is no HTTP, or too much of it, with the envelope', async () => {
    const long = await fetch(`${url}/registry/v1/contacts/${'x'.repeat(20_000)}`);
    expect(long.status).toBe(431);
    expect(await long.json()).toEqual({ code: 2001, message: 'Command syntax error', data: {} });
  });
});

describe('manifests of trusted documents', () => {
  const ask = async (documentId: string) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      // The token that the sandbox prints.
      headers: { authorization: `Bearer ${publishedToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ documentId }),
    });
    const { data } = (await response.json()) as { data?: { viewer: { name: string } } };
    return data?.viewer.name;
  };

  it('are read at the start, and again on SIGHUP, after which a broken one changes nothing', async () => {
    expect(await ask('first')).toBe('alpha');
    expect(await ask('second')).toBeUndefined();
    manifest('second.json', '{ "second": "{ viewer { name } }" }');
    server.kill('SIGHUP');
    await expect.poll(() => ask('second')).toBe('alpha');
    manifest('third.json', '{ "third": ');
    server.kill('SIGHUP');
    await sleep(200);
    expect([await ask('first'), await ask('second')]).toEqual(['alpha', 'alpha']);
  });

  it('that are broken end the start with a clear word', slow, async () => {
    const own = await newDatabase();
    try {
      const { code, output } = await startServer({ ...own.env, TRUSTED_DOCUMENTS: '/nowhere/at-all.json' })
        .ended;
      expect(code).toBe(1);
      expect(output).toContain('TRUSTED_DOCUMENTS: /nowhere/at-all.json cannot be read');
      expect(output).not.toMatch(/\n\s+at /);
    } finally {
      await own.remove();
    }
  });
});

describe('a port that is taken', () => {
  it('ends the start with a clear word', slow, async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const own = await newDatabase();
    try {
      const { code, output } = await startServer({ ...own.env, PORT: String(port) }).ended;
      expect(code).toBe(1);
      expect(output).toContain(`address already in use 127.0.0.1:${port}`);
      expect(output).not.toMatch(/\n\s+at /);
    } finally {
      other.close();
      await own.remove();
    }
  });
});

describe('a database that cannot be opened', () => {
  it('ends the start with one sentence', slow, async () => {
    const file = fileURLToPath(import.meta.url);
    const { code, output } = await startServer({ DATA_DIR: file }).ended;
    expect(code).toBe(1);
    expect(output).toMatch(
      /^Zonegraph is starting[^\n]*\s*The data directory \S+ is a file, not a directory\. [^\n]*\s*$/,
    );
  });
});

describe('production', () => {
  it('does not start without its settings, and lists all that are missing or published', slow, async () => {
    const { code, output } = await startServer({
      ZONEGRAPH_MODE: 'production',
      OPERATOR_TOKENS: 'operator-sandbox',
      TIME_ZONE: 'Nowhere/Land',
      PORT: 'x',
    }).ended;
    expect(code).toBe(1);
    for (const name of [
      'DATABASE_URL',
      'PUBLIC_URL',
      'BUSINESS_REGISTRY_TOKENS',
      'BUSINESS_REGISTRY_ALLOWED_IPS',
      'BILLING_SECRET',
      'PAYMENT_PROVIDER_URL',
      'PAYMENT_API_USERNAME',
      'PAYMENT_API_SECRET',
      'PAYMENT_ACCOUNT_NAME',
      'LINKPAY_URL',
      'LINKPAY_TOKEN',
      'CUSTOMER_URL_ORIGINS',
      'ACCOUNTING_URL',
      'E_INVOICE_URL',
      'E_INVOICE_PASSWORD',
      'SMTP_URL',
      'MAIL_FROM',
    ])
      expect(output).toContain(`- ${name} is required in production`);
    expect(output).toContain('- OPERATOR_TOKENS still holds the published sandbox value');
    expect(output).toMatch(/- TIME_ZONE must be an IANA time zone/);
    expect(output).toMatch(/- PORT /);
    expect(output).not.toMatch(/\n\s+at /);
  });
});

describe.runIf(inject('testDatabase').kind === 'postgres')('production with the least configuration', () => {
  it(
    'starts on an empty database with the few variables that docs/operating.md names, and with none of them less',
    slow,
    async () => {
      const own = await emptyDatabase();
      const reported = /Always required: ([^.]*)\./.exec(operating)?.[1] ?? '';
      const names = [...reported.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
      expect(names.length).toBeGreaterThan(5);
      const few = Object.fromEntries(names.map((name) => [name, own.env[name] ?? productionEnv[name] ?? '']));
      const off = { ZONEGRAPH_MODE: 'production', PAYMENTS: 'off', ACCOUNTING: 'off', E_INVOICING: 'off' };
      const started = startServer({ ...few, ...off, LOG_LEVEL: 'info', SHUTDOWN_DELAY: '0' });
      try {
        const at = await started.url;
        expect((await fetch(`${at}/readyz`)).status).toBe(200);
        const asked = await fetch(`${at}/graphql`, {
          method: 'POST',
          headers: { authorization: ownOperator, 'content-type': 'application/json' },
          body: JSON.stringify({ query: '{ viewer { kind } }' }),
        });
        expect(await asked.json()).toMatchObject({ data: { viewer: { kind: 'OPERATOR' } } });
      } finally {
        started.kill('SIGTERM');
        expect(await started.ended).toMatchObject({ code: 0 });
        await own.remove();
      }
      for (const name of names) {
        const less = Object.entries({ ...few, ...off }).filter(([other]) => other !== name);
        expect(() => readConfig(Object.fromEntries(less)), name).toThrow(`${name} is required in production`);
      }
    },
  );
});

describe.runIf(inject('testDatabase').kind === 'postgres')('a database', () => {
  it('that a sandbox has served is one of which production warns', slow, async () => {
    const own = await emptyDatabase();
    const quiet = { PAYMENTS: 'off', ACCOUNTING: 'off', E_INVOICING: 'off', SHUTDOWN_DELAY: '0' };
    const production = { ...productionEnv, ...quiet, ...own.env, LOG_LEVEL: 'info' };
    const runs = async (env: Readonly<Record<string, string>>): Promise<string> => {
      const started = startServer(env);
      await started.url;
      started.kill('SIGTERM');
      const { code, output } = await started.ended;
      expect(code, output).toBe(0);
      return output;
    };
    try {
      expect(await runs(production)).not.toContain('a sandbox has served this database');
      await runs({ ...own.env, SANDBOX_WORLD: 'bare' });
      expect(await runs(production)).toContain('a sandbox has served this database');
    } finally {
      await own.remove();
    }
  });
});

// The last of this file: afterwards the server is gone.
describe('SIGTERM', () => {
  it(
    'finishes what is in flight, also what it had not accepted yet, takes nothing new, and ends with 0',
    slow,
    async () => {
      const creating = await halfSent(url, 'in-flight');
      expect(await endWithUnaccepted(server, 32)).toEqual(Array(32).fill('HTTP/1.1 200 OK'));
      const livez = () =>
        fetch(`${url}/livez`).then(
          () => 'open',
          () => 'closed',
        );
      await expect.poll(livez).toBe('closed');
      const { text } = await creating.finish();
      expect(JSON.parse(text)).toMatchObject({ code: 1000, data: { contact: { code: 'ALPHA:IN-FLIGHT' } } });
      expect(await server.ended).toMatchObject({ code: 0, signal: null });
    },
  );

  it('ends a server that has loaded nothing of OpenTelemetry, and has logged the traces that callers named', async () => {
    const { output } = await server.ended;
    const [first = '{}'] = output.split('\n').filter((line) => line.startsWith('{'));
    expect(JSON.parse(first)).toMatchObject({
      version: '1.0.0',
      commit: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    if (tellsImports) expect(output).toMatch(/^loaded: nothing\.$/m);
    const lines = output.split('\n').filter((line) => line.includes('"msg":"request"'));
    expect(lines.map((line) => (JSON.parse(line) as { trace_id?: string }).trace_id)).toContain(trace);
  });
});
