import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain, operationsOn, setDomainStatuses, storedDomain } from '../../../support/domains.ts';
import { graph } from '../../../support/graph.ts';
import { expectData, expectRefusal, restApi } from '../../../support/rest.ts';
import { seed } from '../../../support/seed.ts';
import { alpha, basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = restApi(() => world);
const code = 'open-sesame';
const item = (domain_name: unknown, transfer_code: unknown = code) => ({ domain_name, transfer_code });
const transfer = (items: unknown, options: { auth?: string; headers?: Record<string, string> } = {}) =>
  call('POST /domains/transfer', { data: { domain_transfers: items } }, { auth: beta, ...options });
const done = (domain_name: string) => ({ type: 'domain_transfer', domain_name });
const refused = (domain_name: string | null, errorCode: string, msg: string) => ({
  type: 'domain_transfer',
  domain_name,
  errors: { code: errorCode, msg },
});
const wrongCode = 'Invalid authorization information';
const sponsorOf = async (name: string) => (await storedDomain(world, name)).registrar_code;

describe('bulk transfer', () => {
  it('of nothing is refused in the graph as it is over REST', async () => {
    expectRefusal(await transfer([]), 400, 2003, 'param is missing or the value is empty: domain_transfers');
    const { data } = await graph(
      world,
      'mutation { domainBulkTransfer(input: { transfers: [] }) { results { name } userErrors { resultCode message path } } }',
      { auth: beta },
    );
    expect(data.domainBulkTransfer).toEqual({
      results: [],
      userErrors: [
        {
          resultCode: 2003,
          message: 'param is missing or the value is empty: transfers',
          path: ['transfers'],
        },
      ],
    });
  });

  it('shows the result of each item, in order', async () => {
    const [good, own, blocked, doomed, better] = [
      await newDomain(world, { transferCode: code }),
      await newDomain(world, { transferCode: code }, { auth: beta }),
      await newDomain(world, { transferCode: code }),
      await newDomain(world, { transferCode: code }),
      await newDomain(world, { name: 'tõrv.ee', transferCode: code }),
    ];
    await setDomainStatuses(world, blocked, ['serverTransferProhibited']);
    await setDomainStatuses(world, doomed, ['deleteCandidate']);
    const answer = await transfer([
      item(good.toUpperCase()),
      item('Unknown.EE'),
      item(own),
      item(blocked),
      item(doomed),
      item(better, 'wrong'),
      { domain_name: better },
      { transfer_code: code },
      item(domainToASCII('tõrv.ee')),
    ]);
    expectData(answer, {
      success: [done(good), done(better)],
      failed: [
        refused('unknown.ee', '2303', 'Object does not exist'),
        refused(own, '2002', 'Domain already belongs to the querying registrar'),
        refused(blocked, '2304', 'Object status prohibits operation'),
        refused(doomed, '2106', 'Object is not eligible for transfer'),
        refused(better, '2202', wrongCode),
        refused(better, '2202', wrongCode),
        refused(null, '2303', 'Object does not exist'),
      ],
    });
    expect(await sponsorOf(good)).toBe('BETA');
    expect(await sponsorOf(better)).toBe('BETA');
    expect(await sponsorOf(blocked)).toBe('ALPHA');
  });

  it('moves a name that is given twice once', async () => {
    const name = await newDomain(world, { transferCode: code });
    expectData(await transfer([item(name), item(name)]), {
      success: [done(name)],
      failed: [refused(name, '2202', wrongCode)],
    });
    expect(await operationsOn(world, name)).toEqual(['domain.register', 'domain.bulk-transfer']);
  });

  it('lets later items use the contacts that earlier ones brought along', async () => {
    const registrant = await seed(world).contact({ name: 'Ühine Omanik' });
    const names = [
      await newDomain(world, { registrant, transferCode: code }),
      await newDomain(world, { registrant, transferCode: code }),
    ] as const;
    await transfer(names.map((name) => item(name)));
    const [one, other] = [await storedDomain(world, names[0]), await storedDomain(world, names[1])];
    expect(one.registrant_code).toMatch(/^BETA:/);
    expect(other.registrant_id).toBe(one.registrant_id);
  });

  it('sends the old registrar a message for each domain', async () => {
    const names = [
      await newDomain(world, { transferCode: code }),
      await newDomain(world, { transferCode: code }),
    ];
    const unread = async () =>
      (await call('GET /registrar/notifications/all_notifications')).body.data as unknown as {
        text: string;
      }[];
    const before = (await unread()).length;
    await transfer([item(names[0]), item('unknown.ee'), item(names[1])]);
    const messages = (await unread()).slice(0, -before || undefined).map(({ text }) => text);
    expect(messages).toHaveLength(2);
    for (const name of names) expect(messages.some((text) => text.includes(`domain ${name} `))).toBe(true);
  });

  it('keeps the other items when the database itself refuses one in the middle', async () => {
    const names = [
      await newDomain(world, { transferCode: code }),
      await newDomain(world, {
        transferCode: code,
        registrant: await seed(world).contact({ name: 'Jääb Maha' }),
      }),
      await newDomain(world, { transferCode: code }),
    ] as const;
    const { db } = world.container.database;
    await sql`alter table domains add constraint stays check (name <> ${sql.lit(names[1])} or updated_at = created_at)`.execute(
      db,
    );
    try {
      expectData(await transfer(names.map((name) => item(name))), {
        success: [done(names[0]), done(names[2])],
        failed: [refused(names[1], '2400', 'Command failed')],
      });
    } finally {
      await sql`alter table domains drop constraint stays`.execute(db);
    }
    expect(await Promise.all(names.map(sponsorOf))).toEqual(['BETA', 'ALPHA', 'BETA']);
    // Nothing of the failed one is left: no transfer, no copied contact, no history, no message.
    const left = await sql<{ count: number }>`select (
        (select count(*) from domain_transfers where domain_name = ${names[1]})
        + (select count(*) from contacts where name = 'Jääb Maha' and code like 'BETA:%')
        + (select count(*) from history where snapshot ->> 'name' = 'Jääb Maha' and operation = 'domain.bulk-transfer')
        + (select count(*) from notifications where text like ${`% ${names[1]} %`})) as count`.execute(db);
    expect(left.rows[0]?.count).toBe(0);
  });

  it('answers a repeated idempotency key with the first answer', async () => {
    const name = await newDomain(world, { transferCode: code });
    const again = () =>
      transfer([item(name), item('unknown.ee')], { headers: { 'idempotency-key': 'bulk-1' } });
    const [first, second] = [await again(), await again()];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await operationsOn(world, name)).toEqual(['domain.register', 'domain.bulk-transfer']);
  });

  it('needs a list that is not empty', async () => {
    const missing = (name: string) => `param is missing or the value is empty: ${name}`;
    const post = (body: unknown) => call('POST /domains/transfer', body, { auth: beta });
    expectRefusal(await post({}), 400, 2003, missing('data'));
    expectRefusal(await post(null), 400, 2003, missing('data'));
    expectRefusal(await post({ data: { other: 1 } }), 400, 2003, missing('domain_transfers'));
    expectRefusal(await transfer([]), 400, 2003, missing('domain_transfers'));
    expectRefusal(
      await transfer('all'),
      400,
      2005,
      `Invalid parameter 'domain_transfers' value "all": Must be an Array of nested elements`,
    );
    expectRefusal(
      await transfer(['a.ee']),
      400,
      2005,
      `Invalid parameter 'domain_transfers' value ["a.ee"]: Must be an Array of nested elements`,
    );
  });

  it('treats names and codes that are no text as missing', async () => {
    const name = await newDomain(world, { transferCode: code });
    expectData(await transfer([item({}), item(7), item(name, {}), item(name, ['x'])]), {
      success: [],
      failed: [
        refused(null, '2303', 'Object does not exist'),
        refused('7', '2303', 'Object does not exist'),
        refused(name, '2202', wrongCode),
        refused(name, '2202', wrongCode),
      ],
    });
  });

  it('is not for users who may only deal with money', async () => {
    const name = await newDomain(world, { transferCode: code }, { auth: beta });
    const answer = await transfer([item(name)], { auth: basic('alpha-billing', 'alpha-sandbox') });
    expectRefusal(answer, 401, 2201, 'Authorization error');
  });

  it('of the same domains in another order at the same time gives each to one caller', async () => {
    const names = await Promise.all(
      Array.from({ length: 6 }, () => newDomain(world, { transferCode: code })),
    );
    const answers = await Promise.all([
      transfer(names.map((name) => item(name))),
      transfer(names.toReversed().map((name) => item(name))),
    ]);
    const moved = answers.flatMap(({ body }) =>
      (body.data.success as unknown as { domain_name: string }[]).map(({ domain_name }) => domain_name),
    );
    expect(moved.toSorted()).toEqual(names.toSorted());
    expect((await transfer([item(names[0])], { auth: alpha })).body.data.success).toEqual([]);
  });
});
