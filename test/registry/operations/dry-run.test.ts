import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCommand } from '#src/registry/operations/operation.ts';
import { newContact, person, postContact } from '../../support/contacts.ts';
import { graph } from '../../support/graph.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const dry = { 'dry-run': 'true' };
const tables = ['contacts', 'history', 'notifications', 'outbox', 'idempotency_keys', 'ledger'] as const;

/** How many rows each table holds that a command may write to. */
async function rows(): Promise<Record<string, unknown>> {
  const counts: Record<string, unknown> = {};
  for (const table of tables) {
    const { rows: found } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(
      world.container.database.db,
    );
    counts[table] = found[0]?.count;
  }
  return counts;
}

async function keepsNothing<T>(work: () => Promise<T>): Promise<T> {
  const before = await rows();
  const answer = await work();
  expect(await rows()).toEqual(before);
  return answer;
}

describe('Dry-Run: true', () => {
  it('answers as if it were done, and keeps nothing', async () => {
    const answer = await keepsNothing(() => postContact(world, { ...person, id: 'dry' }, { headers: dry }));
    expect(answer).toMatchObject({
      status: 200,
      body: { code: 1000, data: { contact: { code: 'ALPHA:DRY' } } },
    });
    expect((await postContact(world, { ...person, id: 'dry' })).body.data).toEqual({
      contact: { code: 'ALPHA:DRY' },
    });
  });

  it('refuses what would be refused', async () => {
    await newContact(world, { id: 'there' });
    const answer = await keepsNothing(() => postContact(world, { ...person, id: 'there' }, { headers: dry }));
    expect(answer).toMatchObject({ status: 400, body: { code: 2302 } });
  });

  it('changes and deletes nothing', async () => {
    const code = await newContact(world);
    const url = `/registry/v1/contacts/${code}`;
    const before = (await world.request({ url })).text;
    const changed = {
      method: 'PUT',
      url,
      payload: { contact: { name: 'Mari Mets' } },
      headers: dry,
    } as const;
    expect((await keepsNothing(() => world.request(changed))).body.code).toBe(1000);
    expect((await keepsNothing(() => world.request({ method: 'DELETE', url, headers: dry }))).body.code).toBe(
      1000,
    );
    expect((await world.request({ url })).text).toBe(before);
  });

  it('neither takes an idempotency key nor is answered from one', async () => {
    const headers = { 'idempotency-key': 'tried-first' };
    await keepsNothing(() => postContact(world, person, { headers: { ...dry, ...headers } }));
    const real = await postContact(world, person, { headers });
    expect(real.headers['idempotent-replayed']).toBeUndefined();
    const tried = await postContact(world, person, { headers: { ...dry, ...headers } });
    expect(tried.headers['idempotent-replayed']).toBeUndefined();
    expect(tried.text).not.toBe(real.text);
  });

  it('must be true or false and nothing else, so that a typo never turns a dry run into a write', async () => {
    for (const wish of ['1', 'yes', 'TRUE', '', 'true, true'])
      expect(
        await keepsNothing(() => postContact(world, person, { headers: { 'dry-run': wish } })),
      ).toMatchObject({
        status: 400,
        body: { code: 2005, message: "Invalid header 'Dry-Run': Must be true or false" },
      });
    const before = await rows();
    expect((await postContact(world, person, { headers: { 'dry-run': 'false' } })).status).toBe(200);
    expect(await rows()).not.toEqual(before);
  });
});

describe('dryRun: true', () => {
  const document = /* GraphQL */ `
    mutation ($input: ContactCreateInput!, $dryRun: Boolean) {
      contactCreate(input: $input, dryRun: $dryRun) {
        contact { code name email statuses { name } registrar { code } domainsCount }
        userErrors { message }
      }
    }
  `;
  const input = { ...person, code: 'graph', ident: { code: '39708290069', type: 'PRIV', countryCode: 'EE' } };

  it('shows the entity as it would be, and keeps nothing', async () => {
    const { data } = await keepsNothing(() => graph(world, document, { variables: { input, dryRun: true } }));
    expect(data.contactCreate).toMatchObject({
      contact: {
        code: 'ALPHA:GRAPH',
        name: 'Jaan Tamm',
        email: 'jaan@example.com',
        statuses: [{ name: 'ok' }],
      },
      userErrors: [],
    });
  });

  it('answers like the real run', async () => {
    const tried = await graph(world, document, { variables: { input, dryRun: true } });
    const real = await graph(world, document, { variables: { input, dryRun: false } });
    expect(tried.data).toEqual(real.data);
  });
});

describe('whatever a command leaves behind', () => {
  const everything = defineCommand({
    name: 'test.leave-everything',
    summary: 'Leaves one of everything behind.',
    permits: ['system'],
    scope: 'WRITE',
    input: z.object({}),
    errors: [],
    run: async ({ record, notify, enqueue, publish }) => {
      record({ type: 'contact', id: 1, key: 'X', after: { name: 'x' } });
      notify({ registrarId: 1, kind: 'test', text: 'hello' });
      enqueue({ kind: 'mail', subject: 'x', payload: { to: 'x@example.com' }, recipients: ['operators'] });
      publish('contact', 'dry');
      return { done: true };
    },
  });
  const run = (dryRun: boolean) =>
    world.container.runner.run(
      everything,
      {},
      {
        actor: { kind: 'system', job: 'test' },
        request: { id: 'test', via: 'job' },
        dryRun,
      },
    );

  it('stays in a real run and goes in a dry one', async () => {
    const heard: string[] = [];
    // News of what the tests before it did may still be on its way.
    world.container.bus.subscribe('contact', (key) => {
      if (!key.startsWith('ALPHA:')) heard.push(key);
    });
    expect(await keepsNothing(() => run(true))).toMatchObject({ ok: true, value: { done: true } });
    const before = await rows();
    await run(false);
    const after = await rows();
    for (const table of ['history', 'notifications', 'outbox'])
      expect(Number(after[table])).toBe(Number(before[table]) + 1);
    await expect.poll(() => heard).toEqual(['dry', 'X']);
  });
});
