import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Between,
  between,
  doneBut,
  doneUnheard,
  type Fault,
  html,
  json,
} from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { seed } from '../../support/seed.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

const many = 7;
let world: TestWorld;
let line: Between;
beforeAll(async () => {
  world = await testWorld();
  for (let index = 0; index < many; index += 1) await seed(world).domain(`page-${index}.ee`);
  line = await between(world);
});
beforeEach(async () => {
  line.fault = undefined;
  line.seen.length = 0;
  const { db } = world.container.database;
  await db.deleteFrom('notifications').execute();
  const [registrar] = await db.selectFrom('registrars').select('id').where('code', '=', 'ALPHA').execute();
  await db
    .insertInto('notifications')
    .values(
      Array.from({ length: many }, (_, index) => ({
        registrar_id: registrar?.id ?? 0,
        kind: 'status_set',
        text: `Message ${index}`,
        created_at: new Date(1_700_000_000_000 + index * 1000),
      })),
    )
    .execute();
});

const facadeBefore = (): Promise<TestFacade> => testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT0S' });

/** Gives fewer than it is asked for, and says so or not. */
const capped =
  (most: number, saysHowMany = true): Fault =>
  async (request, response, pass) => {
    const url =
      request.url?.replace(/limit=(\d+)/, (_, limit) => `limit=${Math.min(Number(limit), most)}`) ?? '';
    if (saysHowMany || !url.includes('all_notifications')) {
      Object.assign(request, { url });
      return pass();
    }
    const { body } = await world.request({ url });
    return json(200, { ...body, message: 'Command completed successfully' })(request, response, pass);
  };

const unread = async (facade: TestFacade): Promise<unknown> =>
  (await facade.ask('{ notifications(where: { readAt: { isNull: true } }) { totalCount } }')).notifications
    .totalCount;

describe('a registry that gives fewer at a time than it is asked for', () => {
  it.each([1, 3])('is read to the end of every list: at most %i', async (most) => {
    line.fault = capped(most);
    const facade = await facadeBefore();
    await facade.upstream.mirror.pass();
    const { domains, contacts, account } = await facade.ask(
      '{ domains { totalCount } contacts { totalCount } account { balance transactions { totalCount } } }',
    );
    expect({ domains, contacts, account, unread: await unread(facade) }).toEqual({
      domains: { totalCount: many },
      contacts: { totalCount: many },
      account: { balance: expect.anything(), transactions: { totalCount: many + 1 } },
      unread: many,
    });
  });
});

describe('poll messages', () => {
  let facade: TestFacade;
  beforeAll(async () => {
    facade = await facadeBefore();
  });

  it('are read to their end where their number is unknown', async () => {
    line.fault = capped(3, false);
    await facade.upstream.mirror.pass();
    expect(await unread(facade)).toBe(many);
  });

  it('come in one answer where they fit into one', async () => {
    await facade.upstream.mirror.pass();
    expect(line.seen.filter((one) => one.includes('/notifications'))).toHaveLength(1);
  });

  it('are not read again because one of them, or several at once, were read', async () => {
    const kept = await testFacade(line.url);
    line.fault = capped(3);
    await kept.upstream.mirror.pass();
    const { notifications } = await kept.ask('{ notifications(first: 7) { nodes { id } } }');
    const [oldest, ...others] = (notifications.nodes as unknown as { id: string }[])
      .map(({ id }) => id)
      .reverse();
    const acknowledge = (id: string | undefined) =>
      kept.ask(
        'mutation ($id: ID!) { notificationAcknowledge(input: { id: $id }) { notification { id readAt } userErrors { message } } }',
        { id },
      );
    line.seen.length = 0;
    const read = { notification: { id: oldest, readAt: expect.any(String) }, userErrors: [] };
    expect((await acknowledge(oldest)).notificationAcknowledge).toEqual(read);
    await Promise.all(others.slice(0, 3).map(acknowledge));
    const { latestNotification } = await kept.ask('{ latestNotification { id } }');
    expect([await unread(kept), latestNotification.id]).toEqual([3, others.at(-1)]);
    expect(line.seen.map((one) => one.replace(/\d+$/, 'N'))).toEqual(
      Array.from({ length: 4 }, () => 'PUT /registry/v1/registrar/notifications/N'),
    );
  });

  it('stay unread here when pages move because somebody reads one meanwhile', async () => {
    await facade.upstream.mirror.pass();
    const { db } = world.container.database;
    const slow = capped(3);
    line.fault = async (request, response, pass) => {
      // Before the second page the newest message is read: what was the fourth is the third now.
      if (/all_notifications.*offset=3/.test(request.url ?? '')) {
        const [newest] = await db
          .selectFrom('notifications')
          .select('id')
          .orderBy('created_at', 'desc')
          .limit(1)
          .execute();
        await world.request({
          method: 'PUT',
          url: `/registry/v1/registrar/notifications/${newest?.id}`,
          payload: { notification: { read: true } },
          auth: alpha,
        });
      }
      return slow(request, response, pass);
    };
    await facade.upstream.mirror.pass();
    expect(await unread(facade)).toBe(many);
    line.fault = undefined;
    await facade.upstream.mirror.pass();
    expect(await unread(facade)).toBe(many - 1);
  });

  it('are left as they are when a registry says that there are more than it gives', async () => {
    await facade.upstream.mirror.pass();
    line.fault = (request, response, pass) =>
      request.url?.includes('all_notifications')
        ? json(200, { code: 1000, message: 'Returning 0 out of 7.', data: [] })(request, response, pass)
        : pass();
    await expect(facade.upstream.mirror.pass()).rejects.toThrow('cannot be understood');
    expect(await unread(facade)).toBe(many);
  });
});

describe('a new contact whose answer was lost', () => {
  let facade: TestFacade;
  beforeAll(async () => {
    line.fault = undefined;
    await sql`update contacts set created_at = created_at - interval '1 day'`.execute(
      world.container.database.db,
    );
    facade = await facadeBefore();
    await facade.upstream.mirror.pass();
  });

  const create = async (code: string) => {
    const { contactCreate } = await facade.ask(
      `mutation { contactCreate(idempotencyKey: "${code}", input: { code: "${code}", name: "Kadri Kask", email: "kadri@example.com",
        phone: "+372.5555555", ident: { code: "47101010033", type: PRIV, countryCode: "EE" } }) { userErrors { code } } }`,
    );
    return contactCreate.userErrors;
  };
  const posted = (): string[] => line.seen.filter((one) => one.startsWith('POST'));
  const createdUnheard = async (code: string): Promise<void> => {
    line.fault = doneUnheard;
    expect(await create(code)).toEqual([{ code: 'OUTCOME_UNKNOWN' }]);
    line.seen.length = 0;
  };

  // Codes that come last and first: the order of codes says nothing about which one is new.
  it.each(['ZZ1', '001'])('is found among the newest of more than a page: %s', async (code) => {
    await createdUnheard(code);
    line.fault = capped(3);
    expect(await create(code)).toEqual([]);
    expect(posted()).toEqual([]);
  });

  it.each(['ZZ2', '002'])('may be beyond the page that is given: it is not made twice: %s', async (code) => {
    await createdUnheard(code);
    await seed(world).contact();
    line.fault = capped(1);
    expect(await create(code)).toEqual([{ code: 'OUTCOME_UNKNOWN' }]);
    expect(posted()).toEqual([]);
  });

  it('may be anywhere in a list that does not begin with the newest: nobody says that it was not made', async () => {
    await seed(world).contact({ id: '000' });
    await seed(world).contact({ id: '000A' });
    await seed(world).contact({ id: '000B' });
    // The page that is given: old, new, old.
    await sql`update contacts set created_at = created_at - interval '1 day' where code in ('ALPHA:000', 'ALPHA:000B')`.execute(
      world.container.database.db,
    );
    const failed = doneBut(html(500));
    const some = capped(3);
    line.fault = (request, response, pass) => {
      if (request.method !== 'GET') return failed(request, response, pass);
      if (request.url?.includes('/contacts?'))
        Object.assign(request, { url: `${request.url}&q[s]=code%20asc` });
      return some(request, response, pass);
    };
    expect(await create('ZZ3')).toEqual([{ code: 'OUTCOME_UNKNOWN' }]);
    expect(posted()).toHaveLength(1);
  });
});
