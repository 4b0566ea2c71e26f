import { beforeAll, describe, expect, it } from 'vitest';
import { Metrics } from '#src/base/metrics.ts';
import { Outbox } from '#src/integrations/outbox/outbox.ts';
import { WebhookQueue } from '#src/integrations/outbox/webhook-queue.ts';
import { webhookSender } from '#src/integrations/webhooks.ts';
import { claimKey, storeAnswer } from '#src/registry/store/runner/idempotency.ts';
import { listen } from '#src/server/app.ts';
import { countStatements } from '../../support/database.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { subscribe } from '../../support/live.ts';
import { receiver } from '../../support/receiver.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { allReported } from '../../support/webhooks.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let facade: TestFacade;
let url: string;
/** What the registry was asked, `GET /registry/v1/domains/a.ee`. */
const requests: string[] = [];
beforeAll(async () => {
  world = await testWorld();
  const tech = await seed(world).contact({ id: 'tech', ident: people.mari, name: 'Mari Maasikas' });
  for (let index = 0; index < 5; index += 1)
    await seed(world).domain(`own-${index}.ee`, { nameservers: twoNameservers, techs: [tech] });
  await seed(world).domain('õun.ee', {
    keys: [{ flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' }],
  });
  await seed(world, beta).domain('foreign.ee');
  world.app.server.on('request', ({ method, url }) => requests.push(`${method} ${url}`));
  url = await world.listen();
  facade = await testFacade(url, { UPSTREAM_FRESH_FOR: 'PT0S' });
  await facade.upstream.mirror.pass();
});

const without = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data), (key, value) => (key === 'id' ? undefined : value));

describe('after its first pass', () => {
  it('answers REST as the registry does, lists and single objects', async () => {
    for (const url of [
      '/registry/v1/domains?details=true',
      '/registry/v1/domains?limit=2&offset=1',
      '/registry/v1/contacts?details=true',
      '/registry/v1/accounts/balance?detailed=true',
      '/registry/v1/registrar/notifications/all_notifications',
      `/registry/v1/domains/${encodeURIComponent('õun.ee')}`,
      '/registry/v1/domains/foreign.ee',
      '/registry/v1/contacts/ALPHA:TECH',
      '/repp/v1/domains/own-1.ee/nameservers',
    ]) {
      const [here, there] = await Promise.all([facade.request({ url }), world.request({ url })]);
      expect({ url, status: here.status, body: without(here.body) }).toEqual({
        url,
        status: there.status,
        body: without(there.body),
      });
    }
  });

  it('shows how complete it is', async () => {
    expect(await facade.ask('{ mirror { state progress lag domains contacts } }')).toMatchObject({
      mirror: { state: 'SYNCED', progress: 1, domains: 6 },
    });
    expect((await facade.request({ url: '/readyz' })).body).toMatchObject({
      status: 'ok',
      mirror: { state: 'SYNCED' },
    });
  });

  it('asks nothing of the registry for a page of the list', async () => {
    const before = facade.upstream.calls;
    const page = await facade.ask(
      '{ domains(first: 50) { totalCount nodes { name registrant { name } techContacts { name } nameservers { hostname } } } }',
    );
    expect(page.domains.totalCount).toBe(6);
    expect(facade.upstream.calls).toBe(before);
  });
});

describe('a later pass', () => {
  it('writes what differs, with history, and drops what is gone', async () => {
    const contact = await seed(world).contact({ id: 'leaves' });
    await facade.upstream.mirror.pass();
    await world.request({
      method: 'PUT',
      url: '/registry/v1/domains/own-2.ee/statuses/clientHold',
    });
    await world.request({ method: 'DELETE', url: `/registry/v1/contacts/${contact}` });
    await world.container.database.db.deleteFrom('domains').where('name', '=', 'own-3.ee').execute();
    await facade.upstream.mirror.pass();
    const { domain, domains, contacts } = await facade.ask(
      `{ domain(name: "own-2.ee") { statuses { name } history(first: 1) { nodes { actor operation } } }
         domains { totalCount } contacts(where: { code: { eq: "${contact}" } }) { totalCount } }`,
    );
    expect({ domain, left: domains.totalCount, contacts: contacts.totalCount }).toMatchObject({
      domain: {
        statuses: expect.arrayContaining([{ name: 'clientHold' }]),
        history: { nodes: [{ actor: 'upstream' }] },
      },
      left: 5,
      contacts: 0,
    });
  });
});

describe('a change that a pass finds', () => {
  it('is sent to webhooks, up to their receivers, and to subscribers', async () => {
    const there = await receiver();
    await listen(facade.app, facade.container, 0, '127.0.0.1');
    const { webhookCreate } = await facade.ask(
      `mutation { webhookCreate(input: { url: "https://hooks.example.com/", events: [DOMAIN_CHANGED] }) { secret userErrors { message } } }`,
    );
    expect(webhookCreate.userErrors).toEqual([]);
    const live = await subscribe(
      facade.container.address.ownUrl,
      'subscription { domainChanged(name: "own-4.ee") { domain { name statuses { name } } } }',
      { auth: alpha },
    );
    await world.request({ method: 'PUT', url: '/registry/v1/domains/own-4.ee/statuses/clientHold' });
    await facade.upstream.mirror.pass();
    expect(await live.next()).toMatchObject({ data: { domainChanged: { domain: { name: 'own-4.ee' } } } });
    const deliveries = async () =>
      (await facade.ask('{ webhooks { nodes { deliveries(first: 10) { nodes { event status } } } } }'))
        .webhooks;
    expect(await deliveries()).toEqual({
      nodes: [{ deliveries: { nodes: [{ event: 'DOMAIN_CHANGED', status: 'PENDING' }] } }],
    });
    // Receivers are public ones: this one alone may be next door.
    const { container } = facade;
    await container.database.db.updateTable('webhooks').set({ url: there.url }).execute();
    const sender = webhookSender({ isTrial: true });
    const metrics = new Metrics();
    await new Outbox({
      ...container,
      metrics,
      deliveries: {},
      webhooks: new WebhookQueue({ ...container, metrics, sender }),
    }).drain();
    await sender.close();
    expect(allReported({ id: '', secret: String(webhookCreate.secret) }, there)).toMatchObject([
      { type: 'domain.changed', data: { name: 'own-4.ee', fields: ['statuses'] } },
    ]);
    expect(await deliveries()).toEqual({
      nodes: [{ deliveries: { nodes: [{ event: 'DOMAIN_CHANGED', status: 'DELIVERED' }] } }],
    });
  });

  it('is sent to live lists: not what the first pass met, and a domain that a later one meets has entered', async () => {
    const follow = (field: string, selection: string) =>
      subscribe(facade.container.address.ownUrl, `subscription { ${field}(after: "0") { ${selection} } }`, {
        auth: alpha,
      });
    const domains = await follow('domainsChanged', 'change name operation domain { name }');
    const contacts = await follow('contactsChanged', 'change code');
    const { name } = await seed(world).domain('hiline.ee');
    const code = await seed(world).contact({ id: 'hiline' });
    await facade.upstream.mirror.pass();
    const told: { change: string; name: string }[] = [];
    while (told.at(-1)?.name !== name) told.push((await domains.next()).data.domainsChanged as never);
    expect(told.at(-1)).toEqual({ change: 'ENTERED', name, operation: 'registry', domain: { name } });
    expect(told.map((one) => `${one.change} ${one.name}`)).toEqual(
      expect.arrayContaining(['CHANGED own-2.ee', 'LEFT own-3.ee', 'CHANGED own-4.ee']),
    );
    expect(told.filter(({ change }) => change === 'ENTERED')).toHaveLength(1);
    const people: { change: string; code: string }[] = [];
    while (people.at(-1)?.code !== code) people.push((await contacts.next()).data.contactsChanged as never);
    expect(people.at(-1)?.change).toBe('ENTERED');
    expect(people.map((one) => one.code)).not.toContain('ALPHA:TECH');
    domains.close();
    contacts.close();
  });

  it('was so before, for those that ask how it was', async () => {
    const then = new Date().toISOString();
    await world.request({ method: 'DELETE', url: '/registry/v1/domains/own-4.ee/statuses/clientHold' });
    await facade.upstream.mirror.pass();
    const statuses = 'statuses { name }';
    const { now, before } = await facade.ask(
      `{ now: domain(name: "own-4.ee") { ${statuses} } before: domain(name: "own-4.ee", asOf: "${then}") { ${statuses} } }`,
    );
    expect({ now, before }).toMatchObject({
      now: { statuses: [{ name: 'ok' }] },
      before: { statuses: [{ name: 'clientHold' }] },
    });
  });
});

describe('a domain of another registrar', () => {
  it('is looked up when somebody asks for it, and not kept for long', async () => {
    const foreign = () =>
      facade.container.database.db
        .selectFrom('domains')
        .select('name')
        .where('name', '=', 'foreign.ee')
        .execute();
    const { body } = await facade.request({ url: '/registry/v1/domains/foreign.ee' });
    expect(body.data.domain).toMatchObject({ name: 'foreign.ee' });
    await facade.upstream.mirror.pass();
    expect(await foreign()).toHaveLength(1);
    const { db } = facade.container.database;
    await db
      .updateTable('mirror_objects')
      .set({ read_at: new Date('2020-01-01') })
      .where('key', '=', 'foreign.ee')
      .execute();
    const strangers = async () =>
      (await db.selectFrom('contacts').select('code').where('code', 'like', 'BETA:%').execute()).length;
    expect(await strangers()).toBeGreaterThan(0);
    await facade.upstream.mirror.pass();
    expect({ domains: await foreign(), people: await strangers() }).toEqual({ domains: [], people: 0 });
    expect((await facade.request({ url: '/registry/v1/domains/foreign.ee' })).status).toBe(200);
  });
});

describe('one object by its name', () => {
  const asked = async (work: () => Promise<unknown>): Promise<string[]> => {
    const before = requests.length;
    await work();
    return requests.slice(before).sort();
  };

  it('is asked for with all others of the request, and written in one go', async () => {
    const { statements } = await countStatements(facade.container.database, async () => {
      const lines = await asked(() =>
        facade.ask(`{ a: domain(name: "own-0.ee") { name } b: domain(name: "own-1.ee") { name }
          c: domain(name: "own-0.ee") { transferCode } d: contact(code: "ALPHA:TECH") { name } }`),
      );
      expect(lines).toEqual([
        'GET /registry/v1/contacts/ALPHA%3ATECH',
        'GET /registry/v1/domains/own-0.ee',
        'GET /registry/v1/domains/own-1.ee',
      ]);
    });
    expect(statements.filter((one) => one.includes('insert into mirror_objects'))).toHaveLength(1);
  });
});

describe('the house of a facade', () => {
  it('does what looks after it, and nothing that time does to domains', async () => {
    const { db } = facade.container.database;
    await seed(world).alter('own-0.ee', { expires_at: new Date('2020-01-01') });
    await facade.upstream.mirror.pass();
    const key = { scope: 'test', key: 'old', operation: 'x', inputHash: 'x' };
    await claimKey(db, key, new Date('2020-01-01'));
    await storeAnswer(db, key, {}, new Date('2020-01-01'));
    facade.container.jobs.start();
    await expect
      .poll(() => db.selectFrom('idempotency_keys').select('key').where('key', '=', 'old').execute())
      .toEqual([]);
    await facade.container.jobs.stop();
    const { body } = await facade.request({ url: '/readyz' });
    expect(body.jobs).toEqual({ lagSeconds: 0, failing: [] });
    const { domain } = await facade.ask('{ domain(name: "own-0.ee") { statuses { name } } }');
    expect(domain.statuses).not.toContainEqual({ name: 'expired' });
  });

  it('sends no mail through the sandbox: where there is no SMTP_URL, it says so', async () => {
    const { db } = facade.container.database;
    facade.container.outbox.start();
    await db
      .insertInto('outbox')
      .values({
        kind: 'mail',
        subject: 'test',
        payload: JSON.stringify({ to: 'a@example.com', subject: 's', text: 't' }),
        created_at: new Date(),
        next_attempt_at: new Date(),
      })
      .execute();
    await facade.container.outbox.drainOurs();
    const [item] = await db.selectFrom('outbox').selectAll().where('kind', '=', 'mail').execute();
    expect(item).toMatchObject({ last_error: expect.stringContaining('SMTP_URL') });
  });
});
