import { beforeAll, describe, expect, it } from 'vitest';
import { listen } from '#src/server/app.ts';
import { drain } from '#src/server/shutdown.ts';
import { giveToken } from '../../support/access-tokens.ts';
import { token } from '../../support/billing.ts';
import { secondContainer } from '../../support/containers.ts';
import { secondConnection, testDatabase } from '../../support/database.ts';
import { newDomain } from '../../support/domains.ts';
import { subscribe } from '../../support/live.ts';
import { askOf, mutateOf } from '../../support/operator.ts';
import { rootFields } from '../../support/root-fields.ts';
import { seed } from '../../support/seed.ts';
import { alpha, basic, beta, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let url: string;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld();
  url = await world.listen();
});

const { kind } = await testDatabase();

/** A message for the sponsor of the domain. */
const hold = (name: string, what: 'add' | 'remove' = 'add') =>
  mutate('domainStatusesSet', { name, [what]: ['serverHold'] }, 'domain { name }');
const text = (item: object) =>
  (item as { data: { notificationReceived: { text: string } } }).data.notificationReceived.text;

describe('notificationReceived', () => {
  it('reports messages as they come, to the registrar they are for', async () => {
    const mine = await newDomain(world);
    const others = await newDomain(world, {}, { auth: beta });
    const live = await subscribe(url, 'subscription { notificationReceived { id text } }', { auth: alpha });
    await hold(others);
    await hold(mine);
    expect(text(await live.next())).toBe(`serverHold set on domain ${mine}`);
    await hold(mine, 'remove');
    expect(text(await live.next())).toBe(`serverHold is cancelled on domain ${mine}`);
    live.close();
  });

  it('goes on after the last id seen, with everything that came meanwhile', async () => {
    const name = await newDomain(world);
    const first = await subscribe(url, 'subscription { notificationReceived { id databaseId text } }', {
      auth: alpha,
    });
    await hold(name);
    const { id, databaseId: number } = (await first.next()).data.notificationReceived;
    first.close();
    await hold(name, 'remove');
    await hold(name);
    for (const after of [id, Number(number), number]) {
      const again = await subscribe(
        url,
        'subscription ($after: ID) { notificationReceived(after: $after) { text } }',
        {
          auth: alpha,
          variables: { after },
        },
      );
      expect(text(await again.next())).toBe(`serverHold is cancelled on domain ${name}`);
      expect(text(await again.next())).toBe(`serverHold set on domain ${name}`);
      again.close();
    }
  });

  it('loses nothing of a hundred messages that are written while it is read', async () => {
    const names = await Promise.all(Array.from({ length: 10 }, () => newDomain(world)));
    const live = await subscribe(url, 'subscription { notificationReceived { databaseId } }', {
      auth: alpha,
    });
    const writing = Promise.all(
      names.map(async (name) => {
        for (let round = 0; round < 5; round += 1) {
          await hold(name);
          await hold(name, 'remove');
        }
      }),
    );
    const numbers: number[] = [];
    while (numbers.length < 100)
      numbers.push(Number((await live.next()).data.notificationReceived.databaseId));
    await writing;
    expect(new Set(numbers).size).toBe(100);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    live.close();
  });

  it('is refused to callers that have no messages', async () => {
    for (const [auth, code] of [
      [portal, 'GRAPHQL_VALIDATION_FAILED'],
      [operator, 'GRAPHQL_VALIDATION_FAILED'],
      [basic('alpha-billing', 'alpha-sandbox'), 'FORBIDDEN'],
    ] as const) {
      const live = await subscribe(url, 'subscription { notificationReceived { text } }', { auth });
      expect((await live.next()).errors[0 as never]).toMatchObject({ extensions: { code } });
    }
    const wrong = await subscribe(url, 'subscription { notificationReceived(after: "x") { text } }', {
      auth: alpha,
    });
    expect((await wrong.next()).errors[0 as never]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
  });

  it('ends when its user is locked out', async () => {
    await mutate(
      'apiUserCreate',
      { registrar: 'ALPHA', username: 'leaver', password: 'sesame', roles: ['EPP'] },
      'apiUser { username }',
    );
    const live = await subscribe(url, 'subscription { notificationReceived { text } }', {
      auth: basic('leaver', 'sesame'),
    });
    await mutate('apiUserUpdate', { username: 'leaver', active: false }, 'apiUser { username }');
    await live.ended();
  });

  it('sends nothing from the moment that its token is over, even before anybody has looked', async () => {
    const { auth } = await giveToken(world, ['READ'], { expiresIn: 'PT1H' });
    const live = await subscribe(url, 'subscription { notificationReceived { text } }', { auth });
    world.clock.moveTo(new Date(world.clock.now().getTime() + 3_600_000));
    await hold(await newDomain(world));
    await expect(live.next()).rejects.toThrow('the stream has ended');
  });
});

describe('domainChanged', () => {
  const document =
    'subscription ($name: DomainName!, $after: ID) { domainChanged(name: $name, after: $after) { id kind operation domain { name statuses { name } nameservers { hostname } } } }';

  it('shows a registrar only what was done to a domain while it was its own, or to give or take it', async () => {
    const name = await newDomain(world, { transferCode: 'open-sesame' });
    const variables = { name, after: '0' };
    const asAlpha = await subscribe(url, document, { auth: alpha, variables });
    const asBeta = await subscribe(url, document, { auth: beta, variables });
    await hold(name);
    await world.request({
      method: 'POST',
      url: `/registry/v1/domains/${name}/transfer`,
      auth: beta,
      payload: { transfer: { transfer_code: 'open-sesame' } },
    });
    await hold(name, 'remove');
    const reported = async (live: typeof asAlpha, times: number) => {
      const operations: unknown[] = [];
      while (operations.length < times) operations.push((await live.next()).data.domainChanged.operation);
      return operations;
    };
    expect(await reported(asAlpha, 3)).toEqual(['domain.register', 'domain.set-statuses', 'domain.transfer']);
    expect(await reported(asBeta, 2)).toEqual(['domain.transfer', 'domain.set-statuses']);
    asAlpha.close();
    asBeta.close();
  });

  it('shows the whole life of a name, with the domain as it is then', async () => {
    const name = 'watched.ee';
    const live = await subscribe(url, document, { auth: alpha, variables: { name: 'WATCHED.ee' } });
    await newDomain(world, { name, registrant: await seed(world).contact() });
    const created = (await live.next()).data.domainChanged;
    expect(created).toMatchObject({ kind: 'CREATED', domain: { name, nameservers: [] } });
    await world.request({
      method: 'POST',
      url: `/registry/v1/domains/${name}/nameservers`,
      payload: { nameservers: [{ hostname: 'ns1.host.example' }, { hostname: 'ns2.host.example' }] },
    });
    const changed = (await live.next()).data.domainChanged;
    expect(changed).toMatchObject({
      kind: 'UPDATED',
      domain: { statuses: [{ name: 'ok' }], nameservers: [{ hostname: 'ns1.host.example' }, {}] },
    });
    live.close();
    await mutate('clockAdvance', { by: 'P2Y' }, 'now');
    const later = await subscribe(url, document, { auth: alpha, variables: { name, after: changed.id } });
    const kinds = [];
    for (let step = 0; step < 4; step += 1) kinds.push((await later.next()).data.domainChanged);
    expect(kinds.map(({ kind, operation }) => [kind, operation])).toEqual([
      ['UPDATED', 'domain.expire'],
      ['UPDATED', 'domain.outzone'],
      ['UPDATED', 'domain.release'],
      ['DELETED', 'domain.remove'],
    ]);
    expect(kinds.at(-1)?.domain).toBeNull();
    later.close();
  });
});

describe('invoiceChanged', () => {
  it('shows an invoice to its owner each time it changes', async () => {
    const auction = await token('auction');
    const issued = await ask('mutation { invoiceNumberIssue { number } }', {}, auction);
    const number = Number(issued.data.invoiceNumberIssue.number);
    const document =
      'subscription ($number: Int!, $after: ID) { invoiceChanged(number: $number, after: $after) { id kind operation invoice { number status } } }';
    const live = await subscribe(url, document, { auth: auction, variables: { number } });
    const stranger = await subscribe(url, document, { auth: await token('eeid'), variables: { number } });
    const input = {
      number,
      amount: '10.00',
      customerName: 'Jaan',
      customerEmail: 'jaan@example.com',
      description: 'A lot',
    };
    await mutate('invoicePaymentLinkCreate', input, 'paymentUrl', auction);
    const made = (await live.next()).data.invoiceChanged;
    expect(made).toMatchObject({ kind: 'CREATED', invoice: { number, status: 'UNPAID' } });
    await mutate('invoiceStatusUpdate', { number, status: 'CANCELLED' }, 'invoice { status }', auction);
    const cancelled = (await live.next()).data.invoiceChanged;
    expect(cancelled).toMatchObject({ kind: 'UPDATED', invoice: { number, status: 'CANCELLED' } });
    const later = await subscribe(url, document, { auth: auction, variables: { number, after: made.id } });
    expect((await later.next()).data.invoiceChanged).toEqual(cancelled);
    later.close();
    live.close();
    stranger.close();
  });
});

describe('a stream that has told nothing yet', () => {
  /** A change that each of them tells, and who hears it. */
  const happenings: Readonly<Record<string, { auth: string; of?: string; happen: () => Promise<unknown> }>> =
    {
      notificationReceived: { auth: alpha, happen: () => hold(name) },
      domainChanged: { auth: alpha, of: 'name: "of-place.ee"', happen: () => hold(name) },
      domainsChanged: { auth: alpha, happen: () => hold(name) },
      contactsChanged: { auth: alpha, happen: () => seed(world).contact() },
      transactionPosted: {
        auth: alpha,
        happen: () =>
          mutate(
            'accountAdjust',
            { registrar: 'ALPHA', amount: '1.00', description: 'a' },
            'query { __typename }',
          ),
      },
    };
  const name = 'of-place.ee';

  it('says where it begins, and goes on from there: every one of them', async () => {
    await newDomain(world, { name, registrant: await seed(world).contact() });
    const paths = rootFields('Subscription').map((field) => field.name);
    expect(paths.filter((one) => !(one in happenings)).sort()).toEqual([
      'approvalsChanged',
      'invoiceChanged',
    ]);
    let isHeld = false;
    for (const [field, { auth, of = '', happen }] of Object.entries(happenings)) {
      const open = await subscribe(url, `subscription { ${field}${of && `(${of})`} { id } }`, { auth });
      expect(open.place).toMatch(/^\d+@\d+$/);
      open.close();
      if (isHeld) await hold(name, 'remove');
      await happen();
      isHeld = field !== 'contactsChanged' && field !== 'transactionPosted';
      const after = JSON.stringify(open.place);
      const again = await subscribe(url, `subscription { ${field}(${of} after: ${after}) { id } }`, { auth });
      expect((await again.next()).data[field].id).toEqual(expect.any(String));
      expect(again.place).toBeNull();
      again.close();
    }
  });

  it('says so to operators, portals and users of approvals, too', async () => {
    const approvals = await subscribe(url, 'subscription { approvalsChanged { id } }', { auth: alpha });
    const invoices = await subscribe(url, 'subscription { invoiceChanged(number: 1) { id } }', {
      auth: operator,
    });
    for (const one of [approvals, invoices]) {
      expect(one.place).toMatch(/^\d+@\d+$/);
      one.close();
    }
  });

  it('refuses a place of before a reset, and what is none', async () => {
    for (const after of ['5@999999', '@', '1@', 'a@1']) {
      const live = await subscribe(url, `subscription { notificationReceived(after: "${after}") { id } }`, {
        auth: alpha,
      });
      expect((await live.next()).errors[0].extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: ['after'],
      });
    }
  });
});

describe('live streams', () => {
  it.runIf(kind === 'postgres')('hear of what happens in another process', async () => {
    const database = await secondConnection();
    const other = await secondContainer({ ...(database && { database }) });
    await listen(other.app, other.container, 0, '127.0.0.1');
    const live = await subscribe(
      other.container.address.ownUrl,
      'subscription { notificationReceived { text } }',
      {
        auth: alpha,
      },
    );
    const { name } = await seed(world).domain('elsewhere.ee');
    await hold(name);
    expect(text(await live.next())).toBe(`serverHold set on domain ${name}`);
    live.close();
  });

  it('end when the server closes, which does not wait for them', async () => {
    const { app, container } = await secondContainer();
    await listen(app, container, 0, '127.0.0.1');
    const live = await subscribe(container.address.ownUrl, 'subscription { notificationReceived { text } }', {
      auth: alpha,
    });
    const closed = drain(app);
    await live.ended();
    await closed;
  });

  it('say with their type what they are', async () => {
    const { data } = await ask('{ __schema { subscriptionType { fields { name } } } }');
    expect(data.__schema.subscriptionType.fields).toEqual([
      { name: 'contactsChanged' },
      { name: 'domainChanged' },
      { name: 'domainsChanged' },
      { name: 'invoiceChanged' },
    ]);
  });
});
