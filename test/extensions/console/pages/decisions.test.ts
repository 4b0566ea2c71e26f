import { beforeAll, describe, expect, it } from 'vitest';
import { giveToken } from '../../../support/access-tokens.ts';
import { newDomain } from '../../../support/domains.ts';
import { graph } from '../../../support/graph.ts';
import { askOf, expectDone, expectRefused, mutateOf } from '../../../support/operator.ts';
import { alpha, beta, portal, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld();
});

const balance = (auth: string) =>
  world.request({ method: 'GET', url: '/registry/v1/accounts/balance', auth });
const operationsOn = async (type: string, key: string) =>
  (
    await world.container.database.db
      .selectFrom('history')
      .select('operation')
      .where('object_type', '=', type)
      .where('object_key', '=', key)
      .orderBy('id')
      .execute()
  ).map(({ operation }) => operation);

describe('a suspended registrar', () => {
  it('is refused with the reason over every API, with its tokens and when it signs in, and admitted again', async () => {
    const token = await giveToken(world, ['BILLING'], { auth: beta });
    expect((await balance(beta)).status).toBe(200);
    expectDone(
      await mutate(
        'registrarSuspend',
        { code: 'BETA', reason: 'Bills unpaid' },
        'registrar { suspensionReason }',
      ),
    );
    const message = 'Authorization error: BETA is suspended: Bills unpaid';
    for (const auth of [beta, token.auth]) {
      // Every process is told; that takes a moment.
      await expect.poll(async () => (await balance(auth)).status).toBe(401);
      const rest = await balance(auth);
      expect(rest.body).toMatchObject({ code: 2201, message });
      expect(await graph(world, '{ viewer { kind } }', { auth })).toMatchObject({
        status: 200,
        errors: [{ message, extensions: { code: 'FORBIDDEN', resultCode: 2201 } }],
      });
    }
    const signedIn = await ask(
      'mutation { signIn(input: { username: "beta", password: "beta-sandbox" }) { token userErrors { code message } } }',
      {},
      null,
    );
    expect(JSON.stringify(signedIn)).toContain(message);
    expect((await balance('Basic YmV0YTp3cm9uZw==')).body).toMatchObject({ code: 2202 });
    expect((await balance(alpha)).status).toBe(200);

    expectDone(await mutate('registrarReinstate', { code: 'BETA' }, 'registrar { suspendedAt }'));
    for (const auth of [beta, token.auth])
      await expect.poll(async () => (await balance(auth)).status).toBe(200);
    expect(await operationsOn('registrar', 'BETA')).toEqual(['registrar.suspend', 'registrar.reinstate']);
  });

  it('keeps its domains, which can be transferred away with their codes', async () => {
    const name = await newDomain(world, {}, { auth: beta });
    const { transfer_code } = await world.container.database.db
      .selectFrom('domains')
      .select('transfer_code')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    await mutate('registrarSuspend', { code: 'BETA', reason: 'Gone' }, 'registrar { code }');
    const { data } = await ask(
      `mutation ($code: Secret!) { domainTransfer(input: { name: "${name}", transferCode: $code }) { domain { registrar { code } } userErrors { message } } }`,
      { code: transfer_code },
      alpha,
    );
    expect(data.domainTransfer).toEqual({ domain: { registrar: { code: 'ALPHA' } }, userErrors: [] });
    await mutate('registrarReinstate', { code: 'BETA' }, 'registrar { code }');
  });

  it('is suspended once, for a reason, and only if it is there', async () => {
    const suspend = (code: string, reason: string) =>
      mutate('registrarSuspend', { code, reason }, 'registrar { code }');
    expectRefused(await suspend('BETA', ' '), 2003);
    expectRefused(await suspend('OMEGA', 'x'), 2303);
    expectRefused(await mutate('registrarReinstate', { code: 'BETA' }, 'registrar { code }'), 2304);
    const both = await Promise.all([suspend('BETA', 'one'), suspend('BETA', 'two')]);
    expect(both.flatMap(({ userErrors }) => userErrors.map((error) => error.resultCode))).toEqual([2304]);
    await mutate('registrarReinstate', { code: 'BETA' }, 'registrar { code }');
  });
});

describe('registrarUpdate', () => {
  it('changes what is given, takes away what is empty and leaves the rest', async () => {
    const changed = await mutate(
      'registrarUpdate',
      { code: 'beta', website: 'https://beta.example', phone: '+372.1', email: 'b@beta.example' },
      'registrar { code name website phone email }',
    );
    expectDone(changed);
    expect(changed.registrar).toEqual({
      code: 'BETA',
      name: 'Beta Names',
      website: 'https://beta.example',
      phone: '+372.1',
      email: 'b@beta.example',
    });
    const emptied = await mutate(
      'registrarUpdate',
      { code: 'BETA', website: '' },
      'registrar { website phone }',
    );
    expect(emptied.registrar).toEqual({ website: null, phone: '+372.1' });
    expectRefused(
      await mutate('registrarUpdate', { code: 'BETA', name: 'Alpha Domains' }, 'registrar { code }'),
      2302,
    );
    expectRefused(
      await mutate('registrarUpdate', { code: 'BETA', name: '', website: 'x' }, 'registrar { code }'),
      2003,
      2005,
    );
  });
});

describe('names, zones and prices', () => {
  it('frees a name that an operator has reserved', async () => {
    await mutate('nameReserve', { name: 'vabaks.ee' }, 'reservedName { name }');
    const freed = await mutate('nameUnreserve', { name: 'Vabaks.ee' }, 'name');
    expectDone(freed);
    expect(freed.name).toBe('vabaks.ee');
    expectRefused(await mutate('nameUnreserve', { name: 'vabaks.ee' }, 'name'), 2303);
    const { data } = await ask('{ domainCheck(names: ["vabaks.ee"]) { available reason } }', {}, alpha);
    expect(data.domainCheck).toEqual([{ available: true, reason: null }]);
  });

  it('registers nothing in a closed zone, and goes on with what is there', async () => {
    const name = await newDomain(world, { name: 'vana.med.ee' });
    const closed = await mutate('zoneClose', { origin: 'med.ee' }, 'zone { origin closedAt }');
    expectDone(closed);
    expectRefused(await mutate('zoneClose', { origin: 'med.ee' }, 'zone { origin }'), 2304);
    expectRefused(await mutate('zoneClose', { origin: 'olematu' }, 'zone { origin }'), 2303);
    const registrant = (await ask(`{ domain(name: "${name}") { registrant { code } } }`)).data.domain
      .registrant;
    const registered = await mutate(
      'domainRegister',
      { name: 'uus.med.ee', registrant: String(registrant.code), period: 'P1Y' },
      'domain { name }',
      alpha,
    );
    expect(registered.userErrors.map((error) => error.resultCode)).toContain(2306);
    const { data } = await ask(
      '{ domainCheck(names: ["uus.med.ee", "vana.med.ee"]) { available reason } }',
      {},
      alpha,
    );
    expect(data.domainCheck).toEqual([
      { available: false, reason: 'Zone is closed' },
      { available: false, reason: 'In use' },
    ]);
    const renewed = await ask(
      `mutation { domainRenew(dryRun: true, input: { name: "${name}", period: "P1Y", expiresOn: "2000-01-01" }) { userErrors { resultCode } } }`,
      {},
      alpha,
    );
    expect(JSON.stringify(renewed)).not.toContain('closed');
    const reserved = await ask(
      'mutation { reservationCreate(input: { names: ["teine.med.ee"] }) { userErrors { resultCode } } }',
      {},
      portal,
    );
    expect(reserved.data.reservationCreate.userErrors).not.toEqual([]);
  });

  it('sets a price for a day to come', async () => {
    const set = (price: string, validFrom?: string) =>
      mutate(
        'priceSet',
        { zone: 'ee', operation: 'CREATE', period: 'P1Y', price, ...(validFrom && { validFrom }) },
        'price { price validFrom validTo }',
      );
    const { calendar, clock } = world.container;
    const today = calendar.dateOf(clock.now());
    const later = calendar.plusDays(today, 30);
    const planned = await set('99.00', later);
    expectDone(planned);
    expect(planned.price).toEqual({ price: '99.00', validFrom: later, validTo: null });
    const cost = async () =>
      (await ask('{ domainCheck(names: ["hind.ee"]) { price(period: "P1Y") } }', {}, alpha)).data
        .domainCheck[0].price as unknown;
    expect(await cost()).toBe('10.00');
    expectRefused(await set('1.00', calendar.plusDays(today, -1)), 2004);
    const sooner = calendar.plusDays(today, 10);
    const between = await set('55.00', sooner);
    expect(between.price).toEqual({
      price: '55.00',
      validFrom: sooner,
      validTo: calendar.plusDays(later, -1),
    });
    expect((await set('56.00', sooner)).price).toMatchObject({ price: '56.00', validFrom: sooner });
    await ask('mutation { clockAdvance(input: { by: "P11D" }) { now } }');
    expect(await cost()).toBe('56.00');
    await ask('mutation { clockAdvance(input: { by: "P20D" }) { now } }');
    expect(await cost()).toBe('99.00');
  });
});

describe('reservationCancel', () => {
  const reserve = async (field: string, names: string[]) =>
    (
      await ask(
        `mutation ($names: [DomainName!]!) { ${field}(input: { names: $names }) { reservation { userUniqueId } } }`,
        { names },
        portal,
      )
    ).data[field].reservation.userUniqueId as unknown as string;
  const cancel = (userUniqueId: string) =>
    mutate(
      'reservationCancel',
      { userUniqueId },
      'reservation { entries { name status } invoice { status } }',
    );

  it('frees the names that it holds, once', async () => {
    const id = await reserve('reservationCreate', ['tagasi.ee']);
    const cancelled = await cancel(id);
    expectDone(cancelled);
    expect(cancelled.reservation).toEqual({
      entries: [{ name: 'tagasi.ee', status: 'EXPIRED' }],
      invoice: null,
    });
    expectRefused(await cancel(id), 2304);
    expectRefused(await cancel('nobody'), 2303);
    expect(await reserve('reservationCreate', ['tagasi.ee'])).toBeTruthy();
    expect(await operationsOn('reserved_name', 'tagasi.ee')).toContain('reservation.cancel');
  });

  it('calls off an invoice that nobody has paid', async () => {
    const id = await reserve('paidReservationCreate', ['tasuta.ee']);
    const cancelled = await cancel(id);
    expectDone(cancelled);
    expect(cancelled.reservation.invoice).toEqual({ status: 'CANCELLED' });
    expectRefused(await cancel(id), 2304);
  });
});
