import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { newDomain } from '../../../support/domains.ts';
import { askOf, expectDone, mutateOf } from '../../../support/operator.ts';
import { alpha, beta, type Loose, portal, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
beforeAll(async () => {
  world = await testWorld();
});

const onServer = inject('testDatabase').kind === 'postgres';
const db = () => world.container.database.db;
const today = () => world.container.calendar.dateOf(world.clock.now());
const inDays = (days: number) => world.container.calendar.plusDays(today(), days);

/** All that an operator's decision may leave behind. */
async function traces(): Promise<unknown> {
  const counted = await sql<Loose>`select
    (select count(*) from history) as history, (select count(*) from outbox) as outbox,
    (select json_agg(registrars order by id) from registrars) as registrars,
    (select json_agg(zones order by id) from zones) as zones,
    (select json_agg(prices order by id) from prices) as prices,
    (select json_agg(reserved_names order by id) from reserved_names) as reserved,
    (select json_agg(invoices order by id) from invoices) as invoices`.execute(db());
  return counted.rows[0];
}

const reserve = async (field: string, name: string) =>
  (
    await ask(
      `mutation ($names: [DomainName!]!) { ${field}(input: { names: $names }) { reservation { userUniqueId } } }`,
      { names: [name] },
      portal,
    )
  ).data[field].reservation.userUniqueId as unknown as string;

const price = (validFrom: string, sum: string) => ({
  zone: 'ee',
  operation: 'CREATE',
  period: 'P2Y',
  price: sum,
  validFrom,
});

/** Result codes of each of those that were tried at once: an empty list was done. */
const codes = (payloads: readonly { userErrors: readonly Loose[] }[]) =>
  payloads.map(({ userErrors }) => userErrors.map((error) => Number(error.resultCode)));

describe('an operator who only wants to know', () => {
  it('sees what would happen, and nothing does', async () => {
    await mutate('nameReserve', { name: 'proov.ee' }, '');
    const free = await reserve('reservationCreate', 'vaba-proov.ee');
    const paid = await reserve('paidReservationCreate', 'tasuline-proov.ee');
    const before = await traces();
    const tried: readonly (readonly [string, Readonly<Record<string, unknown>>, string, object])[] = [
      [
        'registrarSuspend',
        { code: 'BETA', reason: 'Perhaps' },
        'registrar { suspensionReason }',
        { registrar: { suspensionReason: 'Perhaps' } },
      ],
      ['zoneClose', { origin: 'pri.ee' }, 'zone { closedAt }', { zone: { closedAt: expect.any(String) } }],
      ['nameUnreserve', { name: 'proov.ee' }, 'name', { name: 'proov.ee' }],
      [
        'priceSet',
        price(inDays(10), '77.00'),
        'price { price validFrom }',
        { price: { price: '77.00', validFrom: inDays(10) } },
      ],
      [
        'reservationCancel',
        { userUniqueId: free },
        'reservation { entries { status } }',
        { reservation: { entries: [{ status: 'EXPIRED' }] } },
      ],
      [
        'reservationCancel',
        { userUniqueId: paid },
        'reservation { invoice { status } }',
        { reservation: { invoice: { status: 'CANCELLED' } } },
      ],
    ];
    for (const [field, input, select, expected] of tried) {
      const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`;
      const { data } = await ask(
        `mutation ($input: ${type}!) { ${field}(input: $input, dryRun: true) { ${select} userErrors { message } } }`,
        { input },
      );
      expect(data[field], field).toEqual({ ...expected, userErrors: [] });
    }
    expect(await traces()).toEqual(before);
    expect((await world.request({ url: '/registry/v1/accounts/balance', auth: beta })).status).toBe(200);
  });
});

describe.runIf(onServer)('operators who decide at once', () => {
  it('suspend a registrar once, while it goes on registering, and nothing is half done', async () => {
    const suspended = await Promise.all([
      mutate('registrarSuspend', { code: 'BETA', reason: 'one' }, ''),
      mutate('registrarSuspend', { code: 'BETA', reason: 'two' }, ''),
      mutate('registrarUpdate', { code: 'BETA', phone: '+372.2' }, ''),
    ]);
    expect(codes(suspended.slice(0, 2)).flat()).toEqual([2304]);
    expect(codes(suspended.slice(2))).toEqual([[]]);
    const { data } = await ask('{ registrars(first: 5) { nodes { code phone suspensionReason } } }');
    expect(JSON.stringify(data.registrars)).toMatch(
      /"BETA","phone":"\+372\.2","suspensionReason":"(?:one|two)"/,
    );
    expectDone(await mutate('registrarReinstate', { code: 'BETA' }, ''));
  });

  it('close a zone once', async () => {
    const closed = await Promise.all(
      Array.from({ length: 3 }, () => mutate('zoneClose', { origin: 'fie.ee' }, '')),
    );
    expect(codes(closed).flat()).toEqual([2304, 2304]);
  });

  it('free a name once; a registration meanwhile gets it or is refused as reserved', async () => {
    await newDomain(world);
    const { registrant } = (await ask('{ domains(first: 1) { nodes { registrant { code } } } }', {}, alpha))
      .data.domains.nodes[0];
    await mutate('nameReserve', { name: 'korraga.ee' }, '');
    const [one, other, registered] = await Promise.all([
      mutate('nameUnreserve', { name: 'korraga.ee' }, ''),
      mutate('nameUnreserve', { name: 'korraga.ee' }, ''),
      mutate(
        'domainRegister',
        { name: 'korraga.ee', registrant: registrant.code as unknown as string, period: 'P1Y' },
        '',
        alpha,
      ),
    ]);
    expect(codes([one, other]).flat()).toEqual([2303]);
    expect([[], [2003], [2306]]).toContainEqual(codes([registered])[0]);
  });

  it('end a reservation once, and the payment that comes meanwhile is either its own or a stray one', async () => {
    const id = await reserve('paidReservationCreate', 'makstud-korraga.ee');
    const { data } = await ask(
      '{ reservations(first: 1, where: { name: { eq: "makstud-korraga.ee" } }) { nodes { invoice { number } } } }',
    );
    const number = Number(data.reservations.nodes[0].invoice.number);
    const [cancelled, again] = await Promise.all([
      mutate('reservationCancel', { userUniqueId: id }, ''),
      mutate('reservationCancel', { userUniqueId: id }, ''),
      ask(
        'mutation ($number: Int!) { sandboxPaymentComplete(input: { number: $number, outcome: SETTLED }) { userErrors { message } } }',
        { number },
      ),
    ]);
    expect(codes([cancelled, again]).filter((found) => found.length === 0)).toHaveLength(1);
    const { rows } = await sql<{ status: string; held: number }>`
      select status, (select count(*)::int from reserved_names where name = 'makstud-korraga.ee') as held
      from invoices where number = ${number}`.execute(db());
    // Cancelled, or paid for and then ended all the same; in neither case does a name stay held for nobody.
    expect(rows).toEqual([{ status: expect.stringMatching(/^(?:cancelled|paid)$/), held: 0 }]);
  });

  it('set prices one after the other: on each day one price holds, and what was is as it was', async () => {
    const pastPrices = () =>
      sql<Loose>`select id, price, valid_from from prices where valid_from < ${today()}::date order by id`.execute(
        db(),
      );
    const past = (await pastPrices()).rows;
    const set = await Promise.all(
      ['5.00', '6.00', '7.00', '8.00'].map((sum, index) =>
        mutate('priceSet', price(inDays(5 - index), sum), ''),
      ),
    );
    expect(codes(set).flat()).toEqual([]);
    const { rows } = await sql<{ days: number }>`
      select count(*)::int as days from prices one join prices other on one.id < other.id
        and (one.zone_id, one.operation, one.months) = (other.zone_id, other.operation, other.months)
        and daterange(one.valid_from, one.valid_to, '[]') && daterange(other.valid_from, other.valid_to, '[]')
      where one.months = 24 and one.operation = 'create'`.execute(db());
    expect(rows).toEqual([{ days: 0 }]);
    expect((await pastPrices()).rows).toEqual(past);
    expect(codes([await mutate('priceSet', price(inDays(-1), '1.00'), '')])).toEqual([[2004]]);
    expect((await pastPrices()).rows).toEqual(past);
  });
});
