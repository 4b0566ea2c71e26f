import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseOf } from '#src/base/config.ts';
import { type Database, openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { createContainer } from '#src/server/container.ts';
import { type FormulaRegistry, formulaRegistry } from '../../../bench/formula-registry.ts';
import { freePort } from '../../../bench/free-port.ts';
import { extensions, readConfig } from '../../support/extensions.ts';
import { addUser } from '../../support/facade.ts';
import { alpha, type Loose } from '../../support/world.ts';
import { newDatabase, type Server, startServer } from './server.ts';

const sizes = { domains: 1_400, contacts: 100, movements: 0 };
const slow = { timeout: 180_000 };
let registry: FormulaRegistry;
let place: Awaited<ReturnType<typeof newDatabase>>;
let server: Server | undefined;
let env: Readonly<Record<string, string>> = {};
let url = '';

beforeAll(async () => {
  registry = await formulaRegistry(sizes);
  place = await newDatabase();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  env = {
    ...place.env,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    ZONEGRAPH_MODE: 'facade',
    UPSTREAM_URL: registry.url,
    UPSTREAM_USERNAME: 'alpha',
    UPSTREAM_PASSWORD: 'alpha-sandbox',
  };
  await onDatabase(async (database) => {
    const container = await createContainer(readConfig(env), {
      extensions,
      database,
      log: pino({ level: 'silent' }),
    });
    await addUser(container);
    await container.endWork();
  });
});
afterAll(async () => {
  await killed();
  await registry.close();
  await place.remove();
});

/** While no server is at it. */
async function onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(databaseOf(readConfig(env)));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function killed(): Promise<void> {
  server?.kill('SIGKILL');
  await server?.ended;
}

async function until(isSo: () => unknown): Promise<void> {
  for (let waited = 0; waited < 120_000; waited += 50) {
    if (await isSo()) return;
    await sleep(50);
  }
  throw new Error('it has not come to that in time');
}

const isReady = (): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

async function ask(query: string): Promise<Loose> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: alpha, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as Loose;
}

/** Where a page of domains with their details begins; undefined: something else is asked for. */
function offsetIn(line: string): number | undefined {
  const [path, query] = line.replace(/^GET /, '').split('?');
  const asked = new URLSearchParams(query);
  return path === '/domains' && asked.get('details') === 'true' ? Number(asked.get('offset')) : undefined;
}
const offsets = (): number[] => registry.seen.flatMap((line) => offsetIn(line) ?? []);

describe('kill -9 of a facade', () => {
  it('in the middle of its first pass: it goes on there, and nothing stands twice', slow, async () => {
    registry.before = async (line) => {
      if (offsetIn(line) === 800) await new Promise(() => {});
    };
    server = startServer(env);
    await until(() => offsets().includes(800));
    await sleep(300);
    await killed();
    const position = await onDatabase(async ({ db }) => {
      const mirror = await db.selectFrom('mirror').selectAll().executeTakeFirstOrThrow();
      expect(mirror).toMatchObject({ stage: 'domains', synced_at: null });
      // A minute later.
      await sql`update job_leases set held_until = clock_timestamp() where holder is not null`.execute(db);
      return mirror.position;
    });
    expect(position).toBeGreaterThan(0);

    registry.before = undefined;
    registry.seen.length = 0;
    server = startServer(env);
    await until(isReady);
    expect(Math.min(...offsets())).toBe(position);
    expect((await ask('{ mirror { state domains contacts } domains { totalCount } }')).data).toEqual({
      mirror: { state: 'SYNCED', domains: 1_400, contacts: 100 },
      domains: { totalCount: 1_400 },
    });
    const { data } = await ask(
      '{ domain(name: "formula-7.ee") { history(first: 10) { totalCount } nameservers { hostname } } }',
    );
    expect(data.domain).toEqual({
      history: { totalCount: 1 },
      nameservers: [{ hostname: 'ns1.host7.example' }, { hostname: 'ns2.host7.example' }],
    });
  });

  it('in the middle of a change: repeated with its key it is done once', slow, async () => {
    const register = `mutation { domainRegister(idempotencyKey: "cut", input: { name: "formula-new.ee",
      registrant: "FORMULA:C1", period: "P1Y" }) { domain { name } userErrors { code message } } }`;
    registry.before = async (line) => {
      if (line.startsWith('POST')) await new Promise(() => {});
    };
    const unanswered = ask(register).catch(() => 'gone');
    await until(() => registry.registered.length > 0);
    await killed();
    expect(await unanswered).toBe('gone');

    registry.before = undefined;
    server = startServer(env);
    await until(isReady);
    expect((await ask(register)).data.domainRegister).toEqual({
      domain: { name: 'formula-new.ee' },
      userErrors: [],
    });
    expect(registry.registered).toEqual(['formula-new.ee']);
  });
});
