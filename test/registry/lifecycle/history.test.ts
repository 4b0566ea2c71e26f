import { beforeAll, describe, expect, it } from 'vitest';
import { askOf } from '../../support/operator.ts';
import { seed, twoNameservers } from '../../support/seed.ts';
import { advance, clockAt } from '../../support/time.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);

beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-03-01T12:00:00+02:00') });
});

const domainThen = async (name: string, asOf: string | null, auth = alpha) =>
  (
    await ask(
      `query ($name: DomainName!, $asOf: DateTimeOrDuration) { domain(name: $name, asOf: $asOf) {
        name registrar { code } registrant { code name } adminContacts { code } nameservers { hostname }
        statuses { name } expiresAt createdAt updatedAt transferCode } }`,
      { name, asOf },
      auth,
    )
  ).data.domain;

describe('reading the past of a domain', () => {
  const name = 'kept.com.ee';
  let registrant = '';

  beforeAll(async () => {
    registrant = await seed(world).contact({ name: 'Mari Maasikas' });
    await seed(world).domain(name, { registrant, nameservers: twoNameservers });
    await advance(world, { by: 'P10D' });
    await world.request({ method: 'PUT', url: `/registry/v1/domains/${name}/statuses/clientHold` });
    await world.request({
      method: 'PUT',
      url: `/registry/v1/contacts/${registrant}`,
      payload: { contact: { name: 'Mari Mustikas' } },
    });
    await advance(world, { by: 'P3Y' });
  });

  it('shows it as it was after each change, with its people of that time', async () => {
    expect(await domainThen(name, null)).toBeNull();
    const first = await domainThen(name, '2026-03-02T00:00:00+02:00');
    expect(first).toMatchObject({
      name,
      registrar: { code: 'ALPHA' },
      registrant: { code: registrant, name: 'Mari Maasikas' },
      nameservers: twoNameservers.map((hostname) => ({ hostname })),
      statuses: [{ name: 'ok' }],
      createdAt: '2026-03-01T12:00:00.000+02:00',
      expiresAt: '2027-03-02T00:00:00.000+02:00',
    });
    const held = await domainThen(name, '2026-04-01T00:00:00+03:00');
    expect(held).toMatchObject({
      registrant: { name: 'Mari Mustikas' },
      statuses: [{ name: 'clientHold' }],
      updatedAt: '2026-03-11T12:00:00.000+02:00',
    });
    const expired = await domainThen(name, '2027-03-05T00:00:00+02:00');
    expect(expired).toMatchObject({ statuses: [{ name: 'clientHold' }, { name: 'expired' }] });
  });

  it('shows nothing from before it was registered and after it was gone', async () => {
    expect(await domainThen(name, '2026-03-01T11:59:59+02:00')).toBeNull();
    expect(await domainThen(name, '2028-01-01T00:00:00+02:00')).toBeNull();
    expect(await domainThen('never.ee', '2026-03-02T00:00:00+02:00')).toBeNull();
  });

  it('keeps no secrets of the past', async () => {
    expect(await domainThen(name, '2026-03-02T00:00:00+02:00')).toMatchObject({ transferCode: null });
  });

  it('knows who did what by which request', async () => {
    const { name: living } = await seed(world).domain('living.ee');
    await world.request({ method: 'PUT', url: `/registry/v1/domains/${living}/statuses/clientHold` });
    const { data } = await ask(
      `{ domain(name: "${living}") { history(first: 5) { totalCount nodes { at actor operation requestId changes { field from to } } } } }`,
      {},
      alpha,
    );
    const { totalCount, nodes } = data.domain.history;
    expect(totalCount).toBe(2);
    expect(nodes).toMatchObject([
      {
        actor: 'alpha',
        operation: 'domain.set-client-hold',
        changes: [{ field: 'statuses', from: ['inactive'], to: ['inactive', 'clientHold'] }],
      },
      {
        actor: 'alpha',
        operation: 'domain.register',
        changes: expect.arrayContaining([
          { field: 'expiresAt', from: null, to: expect.stringMatching(/T00:00:00\.000\+0[23]:00$/) },
        ]),
      },
    ]);
  });
});

describe('reading the past of a contact', () => {
  it('shows it as it was, to its own registrar only, also when it is gone', async () => {
    const code = await seed(world).contact({ name: 'Jaan Jalakas' });
    const then = world.container.calendar.format(world.container.clock.now());
    await advance(world, { by: 'P1D' });
    await world.request({
      method: 'PUT',
      url: `/registry/v1/contacts/${code}`,
      payload: { contact: { name: 'Jaan Kask' } },
    });
    await world.request({ method: 'DELETE', url: `/registry/v1/contacts/${code}` });
    const contactThen = async (asOf: string | null, auth = alpha) =>
      (
        await ask(
          'query ($code: String!, $asOf: DateTimeOrDuration) { contact(code: $code, asOf: $asOf) { code name ident { code } } }',
          { code, asOf },
          auth,
        )
      ).data.contact;
    expect(await contactThen(null)).toBeNull();
    expect(await contactThen(then)).toEqual({ code, name: 'Jaan Jalakas', ident: { code: '39708290069' } });
    expect(await contactThen(then, beta)).toBeNull();
  });
});
