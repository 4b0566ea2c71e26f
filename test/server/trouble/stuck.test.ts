import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopwatch } from '#src/base/clock.ts';
import type { Database } from '#src/registry/store/driver/connections/database.ts';
import { newContact } from '../../support/contacts.ts';
import { secondConnection } from '../../support/database.ts';
import { alpha, type Loose, type TestWorld, testWorld } from '../../support/world.ts';
import { hasLine, type RelayedServer, startRelayedServer } from './relayed-server.ts';

describe.runIf(hasLine)('a row that an outsider has locked', () => {
  let world: TestWorld;
  let relayed: RelayedServer;
  let code: string;
  let other: string;
  let letGo: () => void;
  let outsider: Promise<void>;
  beforeAll(async () => {
    world = await testWorld();
    code = await newContact(world);
    other = await newContact(world);
    relayed = await startRelayedServer({ lock_timeout: '3000' });
    const psql = (await secondConnection()) as Database;
    await new Promise<void>((locked) => {
      outsider = psql.transaction(async (tx) => {
        await sql`select from contacts where code = ${code} for update`.execute(tx);
        locked();
        await new Promise<void>((resolve) => {
          letGo = resolve;
        });
      });
    });
  });
  afterAll(async () => {
    letGo?.();
    await outsider;
  });

  const headers = { authorization: alpha, 'content-type': 'application/json' };
  const rename = (contact: string) =>
    fetch(`${relayed.url}/registry/v1/contacts/${contact}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ contact: { name: 'Mari Mets' } }),
    });
  const get = async (path: string) => {
    const elapsed = stopwatch();
    const { status } = await fetch(`${relayed.url}${path}`, { headers });
    // None has waited as long as those who wait for the row.
    return { status, quick: elapsed() < 2500 };
  };

  it('holds up who wants it, for a while, and nobody else', async () => {
    // Signed in, so that nobody waits for that.
    expect((await rename(other)).status).toBe(200);
    const stuck = Array.from({ length: 12 }, () => rename(code));
    // Half of the six transactions that a process has at once: one registrar takes no more.
    await expect.poll(() => waiting(relayed.database), { interval: 20 }).toBe(3);
    for (const path of [`/registry/v1/contacts/${other}`, '/readyz', '/metrics', '/registry/v1/domains'])
      expect(await get(path)).toEqual({ status: 200, quick: true });

    for (const response of await Promise.all(stuck)) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await response.json()).toEqual({
        code: 2400,
        message: expect.stringMatching(/somebody else is changing the same object|too busy/),
        data: {},
        retryable: true,
      });
    }
    expect((await rename(other)).status).toBe(200);
    expect(relayed.logged()).toEqual([]);
  });

  const renameInGraph = (accept: string) =>
    fetch(`${relayed.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, accept },
      body: JSON.stringify({
        query: `mutation { contactUpdate(input: { code: "${code}", name: "Mari" }) { userErrors { message } } }`,
      }),
    });

  it('is not even asked for when a write is wanted as a file', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => renameInGraph('text/csv')));
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(406));
    expect(await waiting(relayed.database)).toBe(0);
  });

  it('is reported by the graph as temporary, with the status', async () => {
    const response = await renameInGraph('application/json');
    const { errors } = (await response.json()) as Loose;
    expect({ status: response.status, wait: response.headers.get('retry-after'), errors }).toMatchObject({
      status: 503,
      wait: '2',
      errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE', resultCode: 2400, retryable: true } }],
    });
  });

  it('is had by the next who asks once it is free', async () => {
    letGo();
    await outsider;
    expect((await rename(code)).status).toBe(200);
  });
});

/** Who waits for a lock, as the server sees it. */
async function waiting({ health }: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(health.db);
  return rows[0]?.n ?? 0;
}
