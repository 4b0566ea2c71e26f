import { get, type IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReaderPlaces } from '#src/extensions/workshop/questions/reader-places.ts';
import { token } from '../../../support/billing.ts';
import { freshBudgets, spendElsewhere, spentPoints } from '../../../support/budgets.ts';
import { secondContainer } from '../../../support/containers.ts';
import { countStatements } from '../../../support/database.ts';
import { graph } from '../../../support/graph.ts';
import { manyDomains } from '../../../support/many-domains.ts';
import { expectDone, mutateOf } from '../../../support/operator.ts';
import { alpha, basic, operator, type TestWorld, testWorld } from '../../../support/world.ts';

/** What whoever has the address of a question reads, and who does not. */

let world: TestWorld;
const mutate = mutateOf(() => world);
const epp = basic('alpha-epp', 'alpha-sandbox');
const count = 230;
beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '2000', RATE_LIMIT_WINDOW: '3600', QUERY_TIMEOUT: '60' });
  await manyDomains(world, { prefix: 'asked', count });
});
beforeEach(async () => {
  await freshBudgets(world);
});

const names =
  '{ domains(first: 20, where: { name: { startsWith: "asked-" } }) { totalCount nodes { name expiresAt } } }';

interface Made {
  readonly id: string;
  readonly path: string;
}

async function publish(document = names, auth = alpha, more: object = {}): Promise<Made> {
  const payload = await mutate(
    'questionPublish',
    { name: 'asked', document, ...more },
    'url question { id }',
    auth,
  );
  expectDone(payload);
  return { id: String(payload.question?.id), path: new URL(String(payload.url)).pathname };
}
const read = (path: string, options: object = {}) =>
  world.request({ method: 'GET', url: path, auth: null, ...options });
const statusOf = async (path: string, options: object = {}): Promise<number> =>
  (await read(path, options)).status;
const lines = (text: string): string[] => text.replace('\uFEFF', '').trim().split('\n');
const passes = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
const minute = 60_000;

describe('a question', () => {
  it('is the whole list as CSV and as NDJSON, and the answer of GraphQL as JSON', async () => {
    const { path } = await publish();
    const csv = await read(`${path}.csv`);
    expect(csv).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'cache-control': 'private, max-age=60',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'x-total-count': String(count),
      },
    });
    expect(lines(csv.text)[0]).toBe('name,expiresAt');
    expect(new Set(lines(csv.text)).size).toBe(count + 1);
    const ndjson = await read(`${path}.ndjson`);
    expect(ndjson.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(lines(ndjson.text).map((line) => JSON.parse(line).name)).toHaveLength(count);
    const { body } = await read(`${path}.json`);
    const { data } = await graph(world, names);
    expect(body.data).toEqual(data);
  });

  it('answers HEAD like GET without a body, and nothing else, whatever the address', async () => {
    const { path } = await publish();
    const head = await read(`${path}.csv`, { method: 'HEAD' });
    expect([head.status, head.text, head.headers['x-total-count']]).toEqual([200, '', String(count)]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT'])
      for (const url of [path, `${path}.csv`, '/q/anything', '/b/anything', '/q/a/b']) {
        const answer = await read(url, {
          method,
          headers: { origin: 'https://x.example', 'content-type': 'application/json' },
          ...(/^(?:P[OUA]|DEL)/.test(method) && { payload: '{' }),
        });
        expect([url, method, answer.status, answer.headers.allow]).toEqual([url, method, 405, 'GET, HEAD']);
      }
  });

  it('looks at no credential', async () => {
    const { path } = await publish();
    expect(await statusOf(`${path}.json`, { auth: 'Basic bm9ib2R5Ondyb25n' })).toBe(200);
    const { body } = await read(`${(await publish('{ viewer { name kind } }')).path}.json`, {
      auth: operator,
    });
    expect(body.data).toEqual({ viewer: { name: 'alpha', kind: 'REGISTRAR' } });
  });

  it('has a page that needs no script, in which names of people are text', async () => {
    await sql`update contacts set name = '<script>alert(1)</script>' where id =
      (select registrant_id from domains where name = 'asked-2.ee')`.execute(world.container.database.db);
    const document =
      '{ domains(first: 100, where: { name: { startsWith: "asked-2." } }) { nodes { name registrant { name } } } }';
    const { path } = await publish(document, alpha, { name: 'on <b>page</b>', personalData: true });
    const page = await read(path, { headers: { accept: 'text/html' } });
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, max-age=60',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(page.headers['content-security-policy']).toContain("script-src 'none'");
    expect(page.text).toContain('on &lt;b&gt;page&lt;/b&gt;');
    expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page.text).not.toContain('<script');
    expect(page.text).toContain('asked-2.ee');
  });

  it('draws the chart that was asked for on its page', async () => {
    const document =
      '{ domains { groups(by: [{ field: ZONE }, { field: CREATED_AT, per: MONTH }]) { zone createdAt count } } }';
    const { path } = await publish(document, alpha, {
      name: 'growth & loss',
      look: { as: 'CHART', kind: 'STACKED_BARS', across: 'createdAt', value: 'count', stackedBy: 'zone' },
    });
    const page = await read(path);
    expect(page.text).toMatch(/<svg [^>]*aria-label="growth &amp; loss\. Stacked bar chart/);
    expect(page.text).toContain('<table>');
    const odd = await publish(document, alpha, { look: { as: 'CHART', across: 'nothing', value: 'zone' } });
    expect(await statusOf(odd.path)).toBe(200);
  });

  it('says in its table what people say: kinds, yes and no, and that a date is a period', async () => {
    const textOf = async (document: string) => (await read((await publish(document)).path)).text;
    const money = await textOf(
      '{ ledger: account { transactions(where: { createdAt: { gte: "-P1Y" } }) { groups(by: [{ field: CREATED_AT, per: MONTH }, { field: KIND }]) { createdAt kind sum } } } }',
    );
    expect(money).toMatch(/<th[^>]*>[^<]+, by month<\/th>/);
    expect(money).toMatch(/<td>Top up<\/td>/);
    expect(money).not.toContain('TOP_UP');
    expect(money).toContain('The question begins within a month, of which only that part is counted.');
    const signed = await textOf('{ domains { groups(by: [{ field: SIGNED }]) { signed count } } }');
    expect(signed).toMatch(/<td>no<\/td>/);
    // Names and codes stay as they are.
    expect(
      await textOf('{ domains { groups(by: [{ field: REGISTRAR }]) { registrar { code } count } } }'),
    ).toMatch(/<td>ALPHA<\/td>/);
  });

  it('without a list can be read as JSON alone', async () => {
    const { path } = await publish('{ viewer { name } }');
    expect(await statusOf(`${path}.json`)).toBe(200);
    for (const url of [path, `${path}.csv`, `${path}.ndjson`, `${path}.parquet`])
      expect([url, await statusOf(url)]).toEqual([url, 406]);
  });

  it('shows no secrets', async () => {
    const own =
      '{ domains(first: 1, where: { name: { startsWith: "asked-" } }) { nodes { name transferCode } } }';
    expect((await graph(world, own)).data.domains?.nodes?.[0 as never]?.transferCode).toBeTruthy();
    const { body } = await read(`${(await publish(own)).path}.json`);
    expect(body.data?.domains?.nodes).toEqual([{ name: expect.any(String), transferCode: null }]);
  });

  it('keeps formulas text in CSV', async () => {
    await sql`update contacts set name = '=1+1' where id =
      (select registrant_id from domains where name = 'asked-1.ee')`.execute(world.container.database.db);
    const { path } = await publish(
      '{ domains(first: 9, where: { name: { eq: "asked-1.ee" } }) { nodes { registrant { name } } } }',
      alpha,
      { personalData: true },
    );
    expect(lines((await read(`${path}.csv`)).text)[1]).toBe("'=1+1");
  });

  it('is a Parquet file with types', async () => {
    const document = `{ account { transactions(first: 5) { groups(by: [{ field: CREATED_AT, per: DAY }, { field: KIND }]) { createdAt kind count sum } } } }`;
    const bytes = async (path: string): Promise<ArrayBuffer> => {
      const { rawPayload } = await world.app.inject({ url: `${path}.parquet` });
      return new Uint8Array(rawPayload).buffer;
    };
    const { path } = await publish(document);
    const file = await bytes(path);
    expect(
      parquetMetadata(file).schema.map(({ name, type, converted_type, scale }) => [
        name,
        type,
        converted_type,
        scale,
      ]),
    ).toEqual([
      ['root', undefined, undefined, undefined],
      ['createdAt', 'INT32', 'DATE', undefined],
      ['kind', 'BYTE_ARRAY', 'UTF8', undefined],
      ['count', 'INT32', undefined, undefined],
      ['sum', 'INT64', 'DECIMAL', 2],
    ]);
    const rows = await parquetReadObjects({ file });
    const { body } = await read(`${path}.json`);
    const expected = body.data?.account?.transactions?.groups as unknown as Record<string, string>[];
    expect(rows).toEqual(
      expected.map(({ createdAt, sum, ...rest }) => ({
        ...rest,
        createdAt: new Date(`${createdAt}T00:00:00Z`),
        sum: Number(sum),
      })),
    );
    const list = await bytes((await publish()).path);
    // DuckDB and Arrow take a moment that does not say so for one of no zone.
    expect(parquetMetadata(list).schema.find(({ name }) => name === 'expiresAt')?.logical_type).toEqual({
      type: 'TIMESTAMP',
      isAdjustedToUTC: true,
      unit: 'MILLIS',
    });
    const whole = await parquetReadObjects({ file: list });
    expect(whole).toHaveLength(count);
    expect(whole[0]?.expiresAt).toBeInstanceOf(Date);
    const empty = await publish('{ domains(first: 1, where: { name: { eq: "no.ee" } }) { nodes { name } } }');
    expect(await parquetReadObjects({ file: await bytes(empty.path) })).toEqual([]);
  });
});

describe('an address that leads nowhere', () => {
  const changed = (path: string): string => path.slice(0, -1) + (path.endsWith('a') ? 'b' : 'a');

  it('is 404, whatever is wrong with it, and says the same', async () => {
    const revoked = await publish();
    expectDone(await mutate('questionRevoke', { id: revoked.id }, '', alpha));
    const ended = await publish(names, alpha, { expiresIn: 'P1D' });
    const others = await publish();
    await passes(24 * 60 * minute + 1);
    const answers = [];
    for (const path of [
      revoked.path,
      ended.path,
      changed(others.path),
      others.path.replace('zgq_', 'zgb_'),
      others.path.replace('/q/', '/b/'),
      '/q/',
      '/q/x',
      '/q/%00',
      '/q/%zz',
      `${others.path}/`,
      `${others.path}.xml`,
      `${others.path}.CSV`,
      `/q/${'x'.repeat(9000)}`,
    ])
      for (const extension of ['', '.csv', '.json']) {
        const { status, text } = await read(`${path}${extension}`);
        answers.push([path, status, text]);
      }
    expect(new Set(answers.map(([, status, text]) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.[1]).toBe(404);
  });

  it('counts as a guess of the sender when it was never given, and not when it has ended', async () => {
    const from = { remoteAddress: '192.0.2.77' };
    const { id, path } = await publish();
    expectDone(await mutate('questionRevoke', { id }, '', alpha));
    for (let times = 0; times < 30; times += 1) expect(await statusOf(path, from)).toBe(404);
    const known = await publish();
    expect(await statusOf(known.path, from)).toBe(200);
    const found: number[] = [];
    for (let times = 0; times < 25; times += 1)
      found.push(await statusOf(`/q/zgq_${String(times).padStart(40, '0')}`, from));
    expect(found.slice(0, 20)).toEqual(Array(20).fill(404));
    expect(found.at(-1)).toBe(429);
    const refused = await read('/q/zgq_one-more', from);
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    // Right ones are answered, whether they were read there before or not.
    expect(await statusOf((await publish()).path, from)).toBe(200);
    expect(await statusOf(known.path, from)).toBe(200);
    // Nor is anybody kept from signing in.
    expect(await statusOf('/registry/v1/accounts/balance', { auth: alpha, ...from })).toBe(200);
  });

  it('with a field that only others can use is 404: it was published when that was null', async () => {
    const { path } = await publish();
    await world.container.database.db
      .updateTable('questions')
      .set({ document: '{ domains(first: 1) { nodes { name legalDocuments { id } } } }' })
      .where('id', '=', (eb) => eb.selectFrom('questions').select((one) => one.fn.max('id').as('id')))
      .execute();
    for (const as of ['.json', '.csv', '']) expect(await statusOf(`${path}${as}`), as).toBe(404);
  });

  it('of a maker who may no longer read it is 404 however often it is asked for', async () => {
    const user = { registrar: 'ALPHA', username: 'demoted', password: 'demoted-sandbox', roles: ['SUPER'] };
    expectDone(await mutate('apiUserCreate', user, ''));
    const { path } = await publish(names, basic('demoted', 'demoted-sandbox'));
    expectDone(await mutate('apiUserUpdate', { username: 'demoted', roles: ['BILLING'] }, ''));
    const found = new Set<number>();
    for (let times = 0; times < 70; times += 1) found.add(await statusOf(`${path}.json`));
    expect([...found]).toEqual([404]);
    expectDone(await mutate('apiUserUpdate', { username: 'demoted', roles: ['EPP'] }, ''));
    expect(await statusOf(`${path}.json`)).toBe(200);
  });

  it('of a billing client ends when its secret changes', async () => {
    const auth = await token('auction');
    const { path } = await publish('{ invoices(first: 1) { nodes { number } } }', auth);
    expect(await statusOf(`${path}.json`)).toBe(200);
    const { app } = await secondContainer({
      env: { BILLING_SECRET: 'another-secret-of-billing-clients-0123456789' },
      database: world.container.database,
      clock: world.clock,
    });
    expect((await app.inject(`${path}.json`)).statusCode).toBe(404);
  });

  it('is gone with the rights of its maker, whether the answer is remembered or not', async () => {
    const user = { registrar: 'ALPHA', username: 'maker', password: 'maker-sandbox', roles: ['SUPER'] };
    expectDone(await mutate('apiUserCreate', user, ''));
    const auth = basic('maker', 'maker-sandbox');
    const { path } = await publish(names, auth);
    const is = async (status: number) => {
      for (const extension of ['', '.csv', '.json', '.ndjson', '.parquet'])
        expect([extension, await statusOf(path + extension)]).toEqual([extension, status]);
    };
    await is(200);
    expectDone(await mutate('apiUserUpdate', { username: 'maker', roles: ['BILLING'] }, ''));
    await is(404);
    expectDone(await mutate('apiUserUpdate', { username: 'maker', roles: ['EPP'] }, ''));
    await is(200);
    expectDone(await mutate('apiUserUpdate', { username: 'maker', active: false }, ''));
    await is(404);
    expectDone(await mutate('apiUserUpdate', { username: 'maker', active: true }, ''));
    expectDone(await mutate('registrarSuspend', { code: 'ALPHA', reason: 'unpaid' }, ''));
    await is(404);
    expectDone(await mutate('registrarReinstate', { code: 'ALPHA' }, ''));
    await is(200);
  });

  it('is 404 from where the maker may not call', async () => {
    const { path } = await publish();
    const here = { remoteAddress: '192.0.2.1' };
    expect(await statusOf(path, here)).toBe(200);
    const set = (value: string) => mutate('settingSet', { name: 'api_ip_whitelist_enabled', value }, '');
    expectDone(await mutate('apiUserUpdate', { username: 'alpha', allowedIps: ['192.0.2.1'] }, ''));
    await set('true');
    expect(await statusOf(path, here)).toBe(200);
    expect(await statusOf(path, { remoteAddress: '192.0.2.2' })).toBe(404);
    await set('false');
  });
});

describe('a page in a frame', () => {
  it('is for the chosen origins only, and for nobody unless some are chosen', async () => {
    const { path } = await publish();
    const frame = { accept: 'text/html', 'sec-fetch-dest': 'iframe' };
    const framedBy = ({ headers }: { readonly headers: object }) => {
      const { 'content-security-policy': policy, 'x-frame-options': options } = headers as Readonly<
        Record<string, unknown>
      >;
      return [/frame-ancestors [^;]*/.exec(String(policy))?.[0], options];
    };
    expect(framedBy(await read(path, { headers: frame }))).toEqual(["frame-ancestors 'none'", 'DENY']);
    const origins = ['https://intranet.example', 'http://localhost:8080'];
    const { app } = await secondContainer({
      env: { EMBED_ORIGINS: origins.join() },
      database: world.container.database,
      clock: world.clock,
    });
    const framed = await app.inject({ url: path, headers: frame });
    expect(framedBy(framed)).toEqual([`frame-ancestors ${origins.join(' ')}`, undefined]);
    expect(framed.body).not.toContain('class="brand"');
    expect(framed.headers.vary).toContain('Sec-Fetch-Dest');
    const alone = await app.inject({ url: path, headers: { accept: 'text/html' } });
    expect(alone.body).toContain('class="brand"');
    for (const url of ['/', '/guides', '/q/zgq_x', '/b/zgb_x'])
      expect([url, ...framedBy(await app.inject({ url, headers: frame }))]).toEqual([
        url,
        "frame-ancestors 'none'",
        'DENY',
      ]);
  });
});

describe('reading', () => {
  it('answers what was changed at once, however lately it was read', async () => {
    const { id, path } = await publish();
    const rows = async () => [
      (await read(`${path}.json`)).text,
      (await read(`${path}.csv`)).text,
      (await read(path, { headers: { accept: 'text/html' } })).text,
    ];
    expect((await rows()).join()).not.toContain('Changed');
    const document = '{ domains(first: 1) { nodes { punycode } } }';
    expectDone(await mutate('questionUpdate', { id, name: 'Changed', document }, '', alpha));
    const [json, csv, page] = await rows();
    expect(json).toContain('punycode');
    expect(lines(csv ?? '')[0]).toBe('punycode');
    expect(page).toContain('<h1>Changed</h1>');
  });

  it('leaves no trace of readers who come when all readings are used up', async () => {
    const { path } = await publish();
    const { db } = world.container.database;
    await sql`delete from question_readers`.execute(db);
    await sql`update questions set hour_reads = 600, hour_from = ${world.clock.now()}`.execute(db);
    for (let one = 1; one <= 5; one += 1) {
      const answer = await read(`${path}.json`, { remoteAddress: `192.0.2.${one}` });
      expect([answer.status, Number(answer.headers['retry-after']) > 3000]).toEqual([429, true]);
    }
    expect((await sql`select 1 from question_readers`.execute(db)).rows).toEqual([]);
  });

  it('is refused at once in every process when the question is revoked', async () => {
    const { id, path } = await publish();
    const { app } = await secondContainer({ clock: world.clock });
    const other = async () => (await app.inject({ url: `${path}.json` })).statusCode;
    expect([await statusOf(`${path}.json`), await other()]).toEqual([200, 200]);
    expectDone(await mutate('questionRevoke', { id }, '', alpha));
    expect([await statusOf(`${path}.json`), await other()]).toEqual([404, 404]);
  });

  it('is asked once for equal readings within a minute, and counted each time', async () => {
    const { id, path } = await publish();
    const all = await Promise.all(Array.from({ length: 5 }, () => read(`${path}.json`)));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    await sql`update domains set name = 'renamed-9.ee' where name = 'asked-9.ee'`.execute(
      world.container.database.db,
    );
    const before = await read(`${path}.csv`);
    await sql`update domains set name = 'asked-9.ee' where name = 'renamed-9.ee'`.execute(
      world.container.database.db,
    );
    expect((await read(`${path}.csv`)).text).toBe(before.text);
    const statements = await countStatements(world.container.database, () => read(`${path}.csv`));
    expect(statements.count).toBeLessThanOrEqual(3);
    await passes(minute);
    expect(lines((await read(`${path}.csv`)).text)).toHaveLength(count + 1);
    await world.container.batch.flush();
    const { data } = await graph(
      world,
      'query ($id: ID!) { node(id: $id) { ... on Question { reads lastReadAt } } }',
      {
        variables: { id },
      },
    );
    expect(data.node?.reads).toBe(9);
    const now = world.clock.now().getTime();
    expect(Math.abs(now - Date.parse(String(data.node?.lastReadAt)))).toBeLessThan(minute);
  });

  it('costs nothing by HEAD, nor from a cached answer', async () => {
    const { id, path } = await publish();
    for (let times = 0; times < 70; times += 1)
      for (const form of ['.json', '.csv', '', '.parquet'])
        expect(await statusOf(`${path}${form}`, { method: 'HEAD' })).toBe(200);
    const reads = async () => {
      await world.container.batch.flush();
      const document = 'query ($id: ID!) { node(id: $id) { ... on Question { reads } } }';
      return (await graph(world, document, { variables: { id } })).data.node?.reads;
    };
    expect(await reads()).toBe(0);
    for (let times = 0; times < 70; times += 1) expect(await statusOf(`${path}.json`)).toBe(200);
    expect(await reads()).toBe(70);
    const { rows } = await sql<{ hour_reads: number }>`
      select hour_reads from questions order by id desc limit 1`.execute(world.container.database.db);
    // On a busy machine the seventy readings may take longer than the minute of a cached answer.
    expect(rows[0]?.hour_reads).toBeLessThan(10);
  });

  it('writes nothing by itself for a reader whose answer was there: such readings are added up in batches', async () => {
    const { path } = await publish();
    const { batch, database } = world.container;
    const reads = async () =>
      (await sql<{ reads: number }>`select max(reads)::int as reads from questions`.execute(database.db))
        .rows[0]?.reads;
    await sql`update questions set reads = 0`.execute(database.db);
    expect(await statusOf(`${path}.json`)).toBe(200);
    await batch.flush();
    expect(await reads()).toBe(1);
    let writes = 0;
    const stop = database.onStatement((statement) => {
      if (/^\s*(with|insert|update)[^;]*\bquestion/.test(statement)) writes += 1;
    });
    for (let times = 0; times < 30; times += 1) expect(await statusOf(`${path}.json`)).toBe(200);
    await batch.flush();
    stop();
    expect(await reads()).toBe(31);
    expect(writes).toBeLessThan(30);
  });

  it('is asked once a minute at most by HEAD, however long its answer is', async () => {
    const { db } = world.container.database;
    await sql`update domains set name = rpad(name, 150000, 'x') where name like 'asked-%'`.execute(db);
    try {
      const { path } = await publish();
      await freshBudgets(world);
      expect((await read(path)).text.length).toBeGreaterThan(2_500_000);
      await passes(minute);
      expect(await statusOf(`${path}.csv`, { method: 'HEAD' })).toBe(200);
      const spent = await spentPoints(world);
      for (let times = 0; times < 5; times += 1)
        expect(await statusOf(`${path}.csv`, { method: 'HEAD' })).toBe(200);
      expect(await spentPoints(world)).toEqual(spent);
    } finally {
      await sql`update domains set name = rtrim(name, 'x') where name like 'asked-%'`.execute(db);
    }
  });

  it('is sent to two networks at once as a whole list, and waits for its turn in others', async ({
    skip,
  }) => {
    const { database } = world.container;
    const { readerPlaces } = world.app;
    if (database.kind === 'embedded') skip('it reads one at a time');
    const from = async (remoteAddress: string) => read(`${(await publish()).path}.csv`, { remoteAddress });
    let release: () => void = () => undefined;
    const enough = new Promise<void>((resolve) => {
      release = resolve;
    });
    let holding: Promise<void> = Promise.resolve();
    await new Promise<void>((locked) => {
      holding = database.transaction(async (db) => {
        await sql`lock table domains in access exclusive mode`.execute(db);
        locked();
        await enough;
      });
    });
    const first = from('192.0.2.21');
    const others: (typeof first)[] = [];
    const is = (open: number, waiting: number) =>
      expect.poll(() => [readerPlaces.open, readerPlaces.waiting]).toEqual([open, waiting]);
    try {
      await is(1, 0);
      others.push(from('192.0.2.21'));
      await is(1, 1);
      others.push(from('192.0.2.22'));
      await is(2, 1);
      others.push(from('192.0.2.23'));
      await is(2, 2);
    } finally {
      release();
      await holding;
    }
    for (const one of [first, ...others]) expect((await one).status).toBe(200);
    expect([readerPlaces.open, readerPlaces.waiting]).toEqual([0, 0]);
  });

  it('is cut off where the reader is slow and somebody else waits for the place', async ({ skip }) => {
    const { app, container } = world;
    const { readerPlaces } = app;
    const { database } = container;
    if (database.kind === 'embedded') skip('it ends such a file by itself');
    const places = new ReaderPlaces({ slowMs: 50, longestWaitMs: 60_000 });
    app.readerPlaces = places;
    await sql`update domains set name = rpad(name, 150000, 'x') where name like 'asked-%'`.execute(
      database.db,
    );
    try {
      const url = await world.listen();
      // Rows with pages of their own come twenty at a time.
      const { path } = await publish(names.replace('expiresAt', 'history(first: 1) { totalCount }'));
      await freshBudgets(world);
      const answer = await new Promise<IncomingMessage>((resolve, reject) =>
        get(`${url}${path}.csv`, resolve).on('error', reject),
      );
      answer.pause();
      expect([answer.statusCode, places.open]).toEqual([200, 1]);
      const others = await Promise.all([places.take('192.0.2.41'), places.take('192.0.2.42')]);
      expect(others.map((one) => typeof one)).toEqual(['object', 'object']);
      let end = '';
      for await (const part of answer) end = (end + String(part)).slice(-200);
      // The row that was being written is ended first, so that the file stays CSV.
      expect(end).toMatch(/\n"# stopped: others are waiting, and the reader is slow",\n$/);
      for (const place of others) if (typeof place !== 'string') place.leave();
      expect(places.open).toBe(0);
    } finally {
      await sql`update domains set name = rtrim(name, 'x') where name like 'asked-%'`.execute(database.db);
      app.readerPlaces = readerPlaces;
    }
  });

  it('that is refused for want of a place costs nothing, is not counted, and says why', async () => {
    const { path } = await publish(names, epp);
    const { app, container } = world;
    const { readerPlaces } = app;
    const { database } = container;
    const places = new ReaderPlaces({ longestWaitMs: 20 });
    app.readerPlaces = places;
    try {
      const occupied = [await places.take('192.0.2.31'), await places.take('192.0.2.32')];
      const spent = await spentPoints(world);
      for (const extension of ['.csv', '.xlsx'])
        for (const [remoteAddress, why] of [
          ['192.0.2.31', /being sent to your network/],
          ['192.0.2.33', /^Whole lists are being sent to other readers/],
        ] as const) {
          const refused = await read(`${path}${extension}`, { remoteAddress });
          expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
          expect(refused.text).toMatch(why);
        }
      expect(await spentPoints(world)).toEqual(spent);
      const counted = await sql`select reads::int as reads, hour_reads,
        (select count(*)::int from question_readers where question_id = questions.id) as readers
        from questions order by id desc limit 1`.execute(database.db);
      expect(counted.rows).toEqual([{ reads: 0, hour_reads: 0, readers: 0 }]);
      // A short answer needs no place.
      expect(await statusOf(path, { remoteAddress: '192.0.2.33' })).toBe(200);
      for (const place of occupied) if (typeof place !== 'string') place.leave();
      expect(await statusOf(`${path}.csv`, { remoteAddress: '192.0.2.33' })).toBe(200);
      expect(places.open).toBe(0);
    } finally {
      app.readerPlaces = readerPlaces;
    }
  });

  it('on a board whose maker can ask nothing now is refused where it would not be narrowed', async () => {
    const { id: question, path } = await publish(names, epp);
    await read(`${path}.json`);
    const made = await mutate(
      'boardPublish',
      { name: 'wall', questions: [question] },
      'url board { id }',
      epp,
    );
    expectDone(made);
    const filters = { id: made.board?.id, filters: ['ZONE'] };
    expectDone(await mutate('boardUpdate', filters, 'board { filters }', epp));
    const { pathname } = new URL(String(made.url));
    await spendElsewhere(world, 100_000);
    expect(await statusOf(`${pathname}?zone=`)).toBe(200);
    expect(await statusOf(`${pathname}?zone=ee`)).toBe(503);
  });

  it('never costs its maker more than its readings, though it is no file', async () => {
    const { path } = await publish('{ a: domains { totalCount } b: domains { totalCount } }');
    await freshBudgets(world);
    const statuses: number[] = [];
    for (let times = 0; times < 70; times += 1) statuses.push(await statusOf(`${path}.csv`));
    expect(statuses.filter((status) => status === 406)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const spent = await spentPoints(world);
    expect(await statusOf(`${path}.parquet`)).toBe(429);
    expect(await spentPoints(world)).toEqual(spent);
  });

  it('is asked once a minute at most by HEAD, though it is no file', async () => {
    const { path } = await publish('{ a: domains { totalCount } b: domains { totalCount } }');
    await freshBudgets(world);
    expect(await statusOf(`${path}.csv`, { method: 'HEAD' })).toBe(406);
    const spent = await spentPoints(world);
    for (let times = 0; times < 70; times += 1)
      expect(await statusOf(`${path}.csv`, { method: 'HEAD' })).toBe(406);
    expect(await spentPoints(world)).toEqual(spent);
  });

  it('is used up by one reader for that reader alone, and by very many for all', async () => {
    const { path } = await publish();
    const { db } = world.container.database;
    const from = (remoteAddress: string) => ({ remoteAddress });
    const later = async (address: string): Promise<number> => {
      await passes(minute);
      return statusOf(`${path}.json`, from(address));
    };
    expect(await later('192.0.2.7')).toBe(200);
    await sql`update question_readers set hour_reads = 60`.execute(db);
    expect(await later('192.0.2.7')).toBe(429);
    expect(await later('192.0.2.8')).toBe(200);
    expect(await later('2001:db8::1')).toBe(200);
    await sql`update question_readers set hour_reads = 60`.execute(db);
    // Of IPv6, a network is one reader.
    expect(await later('2001:db8::2')).toBe(429);
    await sql`update questions set hour_reads = 600`.execute(db);
    expect(await later('192.0.2.9')).toBe(429);
    await passes(60 * minute);
    expect(await later('192.0.2.9')).toBe(200);
    const kept = await sql<{ reader: string }>`select reader from question_readers`.execute(db);
    expect(JSON.stringify(kept.rows)).not.toContain('192.0.2');
  });

  it('is possible sixty times an hour', async () => {
    const { path } = await publish();
    for (let times = 0; times < 15; times += 1) {
      for (const form of ['', '.json', '.csv', '.ndjson']) expect(await statusOf(`${path}${form}`)).toBe(200);
      await passes(minute);
    }
    const refused = await read(`${path}.json`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(44 * 60);
    await passes(44 * minute);
    expect(await statusOf(`${path}.json`)).toBe(429);
    await passes(minute);
    expect(await statusOf(`${path}.json`)).toBe(200);
  });

  it("is paid from the maker's budget, and waits for it", async () => {
    const { path } = await publish(names, epp);
    await read(`${path}.json`);
    const spent = await spentPoints(world);
    expect(spent.filter(({ caller, used }) => caller.startsWith('user:') && used > 0)).toHaveLength(1);
    await passes(minute);
    await spendElsewhere(world, 100_000);
    for (const extension of ['', '.csv', '.json', '.parquet']) {
      const refused = await read(path + extension);
      expect([extension, refused.status]).toEqual([extension, 429]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    const { rows } = await sql`select hour_reads from questions order by id desc limit 1`.execute(
      world.container.database.db,
    );
    expect(rows).toEqual([{ hour_reads: 1 }]);
  });

  it('leaves no address in logs and metrics', async () => {
    const written: string[] = [];
    const stream = new Writable({
      write: (chunk, _, done) => {
        written.push(String(chunk));
        done();
      },
    });
    const { app } = await secondContainer({ clock: world.clock, log: pino({ level: 'trace' }, stream) });
    const { path } = await publish();
    for (const url of [path, `${path}.csv`, `${path}x`, path.replace('/q/', '/b/')])
      for (const method of ['GET', 'POST'] as const) await app.inject({ method, url });
    const log = written.join('');
    expect(log).toContain('"route":"/q/*"');
    const metrics = await read('/metrics');
    for (const text of [log, metrics.text]) expect(text).not.toMatch(/zg[qb]_/);
  });
});

describe('a board', () => {
  it('shows its questions in their order, and says which have ended', async () => {
    const one = await publish(names, alpha, { name: 'first of two' });
    const two = await publish('{ viewer { name } }', alpha, { name: 'no list' });
    const three = await publish(names, alpha, { name: 'revoked later' });
    const payload = await mutate(
      'boardPublish',
      { name: 'the <wall>', questions: [two.id, three.id, one.id] },
      'url board { id }',
      alpha,
    );
    expectDone(payload);
    expectDone(await mutate('questionRevoke', { id: three.id }, '', alpha));
    const path = new URL(String(payload.url)).pathname;
    const page = await read(path, { headers: { accept: 'text/html' } });
    expect(page).toMatchObject({
      status: 200,
      headers: {
        'cache-control': 'private, max-age=60',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      },
    });
    expect(page.text).toContain('the &lt;wall&gt;');
    const places = ['no list', 'This question has ended', 'first of two', 'asked-'].map((text) =>
      page.text.indexOf(text),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(page.text).not.toMatch(/zg[qb]_|revoked later/);
    expectDone(await mutate('boardRevoke', { id: payload.board?.id }, '', alpha));
    expect(await statusOf(path)).toBe(404);
    expect(await statusOf('/b/zgb_x')).toBe(404);
  });
});
