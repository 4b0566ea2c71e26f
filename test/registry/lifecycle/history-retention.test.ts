import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { contact } from '#src/registry/entities/contact.ts';
import { askOf, mutateOf } from '../../support/operator.ts';
import { people, seed } from '../../support/seed.ts';
import { advance, clockAt } from '../../support/time.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** How long history knows who a contact was that is gone. */

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

const code = 'ALPHA:GONE';
const begin = '2026-03-01T12:00:00+02:00';
const then = '2026-03-03T12:00:00+02:00';
const traces = [
  'Mari Maasikas',
  'Mari Mustikas',
  'mari@gone.example',
  '+372.5550001',
  people.mari,
  'Pikk 77',
];

/** Every table with what it holds of the person. */
async function tracesKept(): Promise<string[]> {
  const { db } = world.container.database;
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(history)::text as text from history where object_type in ('contact', 'domain')
    union all select to_jsonb(contact_versions)::text from contact_versions
    union all select to_jsonb(domain_versions)::text from domain_versions
    union all select to_jsonb(outbox)::text from outbox where kind = 'webhook'`.execute(db);
  return traces.filter((trace) => rows.some(({ text }) => text.includes(trace)));
}

const runForget = () => mutate('jobsRun', { jobs: ['forget'] }, '__typename', operator);

beforeAll(async () => {
  world = await testWorld(
    { HISTORY_RETENTION: 'P2Y', RATE_LIMIT_POINTS: '1000000' },
    { clock: clockAt(begin) },
  );
  await mutate(
    'contactCreate',
    {
      code: 'GONE',
      name: 'Mari Maasikas',
      email: 'mari@gone.example',
      phone: '+372.5550001',
      ident: { code: people.mari, type: 'PRIV', countryCode: 'EE' },
      address: { street: 'Pikk 77', city: 'Tallinn', zip: '10123', countryCode: 'EE' },
    },
    '__typename',
    alpha,
  );
  await mutate('contactUpdate', { code, name: 'Mari Mustikas' }, '__typename', alpha);
  await seed(world).contact({ id: 'STAYS', name: 'Jaan Jõgi' });
  await advance(world, { by: 'P10D' });
  expect((await mutate('contactDelete', { code }, '__typename', alpha)).userErrors).toEqual([]);
});

const contactThen = async (auth = alpha) =>
  (
    await ask(
      `{ contact(code: "${code}", asOf: "${then}") { code name email phone address { street } ident { code type }
        history(first: 9) { nodes { operation changes { field from to } } } } }`,
      {},
      auth,
    )
  ).data.contact;

const listThen = async (auth = alpha) =>
  (
    await ask(
      `{ contacts(first: 9, asOf: "${then}", orderBy: { field: NAME }) { totalCount nodes { code name } } }`,
      {},
      auth,
    )
  ).data.contacts;

describe('the history of a contact that was deleted', () => {
  it('is kept and shown to whose it was and to operators, until it is older than HISTORY_RETENTION', async () => {
    await advance(world, { by: 'P1Y11M' });
    await runForget();
    expect(await tracesKept()).toEqual(traces);
    for (const auth of [alpha, operator])
      expect(await contactThen(auth)).toMatchObject({ name: 'Mari Mustikas', email: 'mari@gone.example' });
    expect(await contactThen(beta)).toBeNull();
    const { data } = await ask(`{ operatorLog(first: 1) { totalCount } contact(code: "${code}") { name } }`);
    expect(data.contact).toBeNull();
  });

  it('loses who it was then, everywhere, and nothing else', async () => {
    await advance(world, { by: 'P2M' });
    await runForget();
    expect(await tracesKept()).toEqual([]);
    expect(await contactThen()).toMatchObject({
      code,
      name: 'N/A',
      email: null,
      phone: null,
      address: null,
      ident: null,
      history: { nodes: [{ operation: 'contact.update' }, { operation: 'contact.create' }] },
    });
    expect(await listThen()).toEqual({
      totalCount: 2,
      nodes: [
        { code: 'ALPHA:STAYS', name: 'Jaan Jõgi' },
        { code, name: 'N/A' },
      ],
    });
  });

  it('is not looked at again', async () => {
    const { db } = world.container.database;
    const versions = () =>
      sql<{ at: string }>`select string_agg(xmin::text, ' ' order by id) as at from history`
        .execute(db)
        .then(({ rows }) => rows[0]?.at);
    const before = await versions();
    await runForget();
    expect(await versions()).toBe(before);
  });

  it('takes those that are many in batches, and those that are there not at all', async () => {
    const { db } = world.container.database;
    const { rows } = await sql<{ count: number }>`
      with gone as (insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id, object_key,
          event, changes, snapshot)
        select '2026-04-01', 'system', 'test', 'contact.delete', 'test', 'contact', 500000 + n, 'ALPHA:MANY' || n, 'destroy',
          jsonb_build_object('name', jsonb_build_object('from', 'Many ' || n, 'to', null),
            'registrar', jsonb_build_object('from', 'ALPHA', 'to', null)), 'null' from generate_series(1, 600) n returning id)
      select count(*) as count from gone`.execute(db);
    expect(rows).toEqual([{ count: 600 }]);
    await runForget();
    const { rows: left } = await sql<{ many: number; stays: number }>`
      select count(*) filter (where changes::text like '%Many%') as many,
        count(*) filter (where snapshot::text like '%Jaan Jõgi%') as stays from history`.execute(db);
    expect(left).toEqual([{ many: 0, stays: 1 }]);
  });
});

it('the database lets exactly the fields go that a contact declares as personal', async () => {
  const names = contact.declared
    .filter(({ history }) => history)
    .map(({ name, object, history, isPersonal }) => ({
      name: object ?? (history?.path ?? name).split('.')[0] ?? '',
      isPersonal,
    }));
  const document = JSON.stringify(Object.fromEntries(names.map(({ name }) => [name, 'something'])));
  const { rows } = await sql<{ kept: object }>`select not_personal(${document}::jsonb) as kept`.execute(
    world.container.database.db,
  );
  const personal = new Set(names.filter(({ isPersonal }) => isPersonal).map(({ name }) => name));
  expect(personal.size).toBeGreaterThan(5);
  expect(Object.keys(rows[0]?.kept ?? {}).sort()).toEqual(
    [...new Set(names.map(({ name }) => name))].filter((name) => !personal.has(name)).sort(),
  );
});
