import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain, operationsOn, setDomainStatuses, storedDomain } from '../../../support/domains.ts';
import { graph } from '../../../support/graph.ts';
import { accountOf, expectBooksToBalance, setBalance } from '../../../support/money.ts';
import { restApi } from '../../../support/rest.ts';
import { people, seed } from '../../../support/seed.ts';
import { beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  await setBalance(world, 'ALPHA', '10000.00');
});

const call = restApi(() => world);
const columns = 'action,domain,period,nameservers,registrant,verified,techs,transfer_code';
const file = (...rows: string[]) => [columns, ...rows].join('\n');
const soon = () => {
  const { calendar } = world.container;
  return calendar.startOf(calendar.plusDays(calendar.dateOf(world.clock.now()), 20));
};
async function expiring(): Promise<string> {
  const name = await newDomain(world);
  await seed(world).alter(name, { expires_at: soon() });
  return name;
}

interface UserError {
  readonly code: string;
  readonly message: string;
}
interface Row {
  readonly line: number;
  readonly action: string;
  readonly name: string;
  readonly ok: boolean;
  readonly price: string | null;
  readonly pending: boolean;
  readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
  readonly userErrors: readonly UserError[];
}
interface Applied {
  readonly price: string | null;
  readonly outcome: string | null;
  readonly rows: readonly Row[];
  readonly userErrors: readonly UserError[];
}

const apply = async (csv: string, args: object = {}, auth?: string): Promise<Applied> => {
  const { data, errors } = await graph<{ changeSetApply: Applied }>(
    world,
    `mutation ($csv: Secret!, $dryRun: Boolean, $ifOutcome: String, $key: String) {
      changeSetApply(input: { csv: $csv }, dryRun: $dryRun, ifOutcome: $ifOutcome, idempotencyKey: $key) {
        price outcome
        rows { line action name ok price pending changes { field from to } userErrors { code message } }
        userErrors { code message path details } } }`,
    { variables: { csv, ...args }, ...(auth !== undefined && { auth }) },
  );
  expect(errors).toBeUndefined();
  return data.changeSetApply;
};
const balance = async () => Number((await accountOf(world)).balance);

describe('a file of changes', () => {
  it('is shown row by row with its prices, and done as one with the outcome that was shown', async () => {
    const [renewed, served, owned] = [await expiring(), await newDomain(world), await newDomain(world)];
    const taken = await newDomain(world, {}, { auth: beta });
    const { transfer_code } = await storedDomain(world, taken);
    const tech = await seed(world).contact({ ident: people.mari });
    const csv = file(
      `renew,${renewed},1y`,
      `nameservers,${served},,ns1.other.example ns2.other.example`,
      `contacts,${owned},,,,,${tech}`,
      `transfer,${taken},,,,,,${transfer_code}`,
    );
    const before = await balance();
    const shown = await apply(csv, { dryRun: true });
    expect(shown.userErrors).toEqual([]);
    expect(shown.price).toBe('11.00');
    expect(shown.rows.map(({ line, action, name, ok, price }) => [line, action, name, ok, price])).toEqual([
      [2, 'RENEW', renewed, true, '11.00'],
      [3, 'NAMESERVERS', served, true, null],
      [4, 'CONTACTS', owned, true, null],
      [5, 'TRANSFER', taken, true, null],
    ]);
    expect(shown.rows[0]?.changes.map(({ field }) => field)).toContain('expiresAt');
    expect(shown.rows[3]?.changes).toEqual([
      { field: 'registrar', from: 'BETA', to: 'ALPHA' },
      { field: 'transferCode', from: '(secret)', to: '(secret, changed)' },
      {
        field: 'registrant',
        from: [expect.stringMatching(/^BETA:/)],
        to: '(your copy, or your identical contact)',
      },
    ]);
    expect(JSON.stringify(shown)).not.toContain(transfer_code);
    expect((await storedDomain(world, renewed)).expires_at).toEqual(soon());
    expect(await balance()).toBe(before);

    const done = await apply(csv, { ifOutcome: shown.outcome });
    expect(done.userErrors).toEqual([]);
    expect(done.rows).toEqual(shown.rows);
    expect((await storedDomain(world, renewed)).expires_at).toEqual(
      world.container.calendar.plus(soon(), { months: 12 }),
    );
    expect((await storedDomain(world, taken)).registrar_code).toBe('ALPHA');
    expect(await operationsOn(world, served)).toContain('domain.apply-change-set');
    expect(before - (await balance())).toBe(11);
    await expectBooksToBalance(world);
  });

  it('changes nothing when one row cannot be done, and shows what stands against each', async () => {
    const [fine, held] = [await expiring(), await expiring()];
    await setDomainStatuses(world, held, ['serverRenewProhibited']);
    const strangers = await newDomain(world, {}, { auth: beta });
    const before = await balance();
    const csv = file(`renew,${fine},1y`, `renew,${held},1y`, `renew,${strangers},1y`, 'renew,nobodys.ee,1y');
    for (const dryRun of [true, false]) {
      const { outcome, rows, userErrors } = await apply(csv, { dryRun });
      expect(outcome).toBeNull();
      expect(userErrors).toMatchObject([{ code: 'COMMAND_USE', details: { price: '11.00' } }]);
      // The rows are in the payload already.
      expect(JSON.stringify(userErrors)).not.toContain('"rows"');
      expect(userErrors[0]?.message).toMatch(/^3 of 4 rows cannot be done, the first in line 3 /);
      expect(rows.map(({ userErrors: [first] }) => first?.code)).toEqual([
        undefined,
        'OBJECT_STATUS_PROHIBITS',
        'OBJECT_DOES_NOT_EXIST',
        'OBJECT_DOES_NOT_EXIST',
      ]);
      // They add up to the price of the whole file.
      expect(rows.map(({ price }) => price)).toEqual(['11.00', null, null, null]);
    }
    expect((await storedDomain(world, fine)).expires_at).toEqual(soon());
    expect(await balance()).toBe(before);
  });

  it('is refused as a whole, with its price, when the account has too little', async () => {
    const names = [await expiring(), await expiring()];
    const before = await balance();
    await setBalance(world, 'ALPHA', '15.00');
    const { price, rows, userErrors } = await apply(file(...names.map((name) => `renew,${name},1y`)));
    expect(userErrors).toMatchObject([{ code: 'BILLING_FAILURE' }]);
    expect([price, rows.length]).toEqual(['22.00', 2]);
    expect(await balance()).toBe(15);
    await setBalance(world, 'ALPHA', before.toFixed(2));
  });

  it('names the row that does something else by now, and does nothing', async () => {
    const [first, second] = [await expiring(), await expiring()];
    const csv = file(`renew,${first},1y`, `renew,${second},1y`);
    const { outcome } = await apply(csv, { dryRun: true });
    await seed(world).alter(second, { expires_at: world.container.calendar.plus(soon(), { days: 3 }) });
    expect((await apply(csv, { ifOutcome: outcome })).userErrors).toMatchObject([
      { code: 'OUTCOME_CHANGED', details: { changed: ['results.1'] } },
    ]);
    expect((await storedDomain(world, first)).expires_at).toEqual(soon());
  });

  it('is done once for a key', async () => {
    const csv = file(`renew,${await expiring()},1y`);
    const before = await balance();
    const [once, again] = [await apply(csv, { key: 'one-file' }), await apply(csv, { key: 'one-file' })];
    expect(again).toEqual(once);
    expect(before - (await balance())).toBe(11);
  });

  it('finds a domain in one row as the row before has left it', async () => {
    const name = await expiring();
    const other = await seed(world).contact({ ident: people.mari });
    const csv = file(`renew,${name},1y`, `contacts,${name},,,${other},no`, `nameservers,${name},,none`);
    const { rows } = await apply(csv, { dryRun: true });
    // The registrant is asked, and until the answer nothing else of it changes.
    expect(rows.map(({ ok, pending }) => [ok, pending])).toEqual([
      [true, false],
      [true, true],
      [false, false],
    ]);
    expect((await apply(file(`renew,${name},1y`, `contacts,${name},,,${other},no`))).userErrors).toEqual([]);
    const { statuses, expires_at } = await storedDomain(world, name);
    expect(statuses).toContain('pendingUpdate');
    expect(expires_at).toEqual(world.container.calendar.plus(soon(), { months: 12 }));
  });

  it('counts wrong transfer codes, although it changes nothing', async () => {
    const name = await newDomain(world, {}, { auth: beta });
    const { transfer_code } = await storedDomain(world, name);
    const codeOf = async (code: string) =>
      (await apply(file(`transfer,${name},,,,,,${code}`), { dryRun: true })).rows[0]?.userErrors[0]?.code;
    for (let guess = 0; guess < 5; guess += 1)
      expect(await codeOf(`guess-${guess}`)).toBe('INVALID_AUTHORIZATION_INFORMATION');
    expect(await codeOf(transfer_code)).toBe('RATE_LIMITED');
  });

  it('lets nobody guess a code more often by sending many files at once', async () => {
    const name = await newDomain(world, {}, { auth: beta });
    const guesses = Array.from({ length: 12 }, (_, n) => apply(file(`transfer,${name},,,,,,guess-${n}`)));
    const codes = (await Promise.all(guesses)).map(({ rows }) => rows[0]?.userErrors[0]?.code);
    expect(codes.filter((code) => code === 'INVALID_AUTHORIZATION_INFORMATION')).toHaveLength(5);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(7);
  });

  it('shows the registrant that a row asks for, which nothing else shows', async () => {
    const name = await newDomain(world);
    const other = await seed(world).contact({ ident: people.mari });
    const { rows } = await apply(file(`contacts,${name},,,${other},no`), { dryRun: true });
    expect(rows[0]?.changes).toContainEqual(expect.objectContaining({ field: 'registrant', to: other }));
  });

  it('with a mistake touches nothing, and shows line and column over both APIs', async () => {
    const name = await expiring();
    const csv = file(`renew,${name},1y`, 'renew,other.ee,2m');
    const message = 'Line 3, column 3 (period): a period is 3m, 6m, 9m or 1y to 10y';
    const { rows, price, userErrors } = await apply(csv);
    expect([rows, price]).toEqual([[], null]);
    expect(userErrors).toEqual([
      { code: 'PARAMETER_VALUE_SYNTAX', message, path: ['csv'], details: { line: 3, column: 3 } },
    ]);
    const { status, body } = await call('POST /domains/changes', { csv });
    expect([status, body]).toEqual([
      400,
      { code: 2005, message, data: { mistakes: [{ line: 3, column: 3, message }] } },
    ]);
    expect((await storedDomain(world, name)).expires_at).toEqual(soon());
  });

  it('is done over REST with the outcome that the graph has shown', async () => {
    const name = await expiring();
    const csv = file(`renew,${name},6m`);
    const { outcome } = await apply(csv, { dryRun: true });
    const headers = { 'if-outcome': String(outcome) };
    const { status, body } = await call('POST /domains/changes', { csv }, { headers });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      price: '6.1',
      rows: [{ line: 2, action: 'renew', domain: name, price: '6.1' }],
    });
    const again = await call('POST /domains/changes', { csv: file(`renew,${name},10y`, 'renew,no.ee,1y') });
    expect(again.status).toBe(400);
    expect((again.body.data.rows as unknown as readonly Row[]).map(({ ok }) => ok)).toEqual([false, false]);
  });

  it('costs points by its rows, however the file is sent', async () => {
    const csv = file(...Array.from({ length: 100 }, (_, n) => `renew,many-${n}.ee,1y`));
    const priceOf = async (query: string, variables: object) => {
      const { body } = await graph(world, query, {
        variables: { ...variables },
        headers: { 'cost-only': 'true' },
      });
      return (body as unknown as { extensions: { cost: { requested: number } } }).extensions.cost.requested;
    };
    const asText = 'mutation ($csv: Secret!) { changeSetApply(input: { csv: $csv }) { price } }';
    const asInput = 'mutation ($input: ChangeSetApplyInput!) { changeSetApply(input: $input) { price } }';
    const few = await priceOf(asText, { csv: file('renew,a.ee,1y') });
    expect(await priceOf(asText, { csv })).toBe(few + 3);
    expect(await priceOf(asInput, { input: { csv } })).toBe(few + 3);
    expect(await priceOf(asText, { csv: csv.replaceAll('\n', '\r') })).toBe(few + 3);
  });

  it('costs as much over REST', async () => {
    const limited = await testWorld({ RATE_LIMIT_POINTS: '1000' });
    const remaining = async (rows: number): Promise<number> => {
      const { headers } = await limited.request({
        method: 'POST',
        url: '/registry/v1/domains/changes',
        headers: { 'dry-run': 'true' },
        payload: { csv: file(...Array.from({ length: rows }, (_, n) => `renew,many-${n}.ee,1y`)) },
      });
      return Number(headers['ratelimit-remaining']);
    };
    const [first, afterMany, last] = [await remaining(1), await remaining(100), await remaining(1)];
    expect(first - afterMany).toBe(afterMany - last + 3);
  });
});

describe('the guards of a token', () => {
  const guarded = async (guards: string): Promise<string> => {
    const { data } = await graph(
      world,
      `mutation { accessTokenCreate(input: { name: "files" scopes: [WRITE] guards: ${guards} }) { token } }`,
    );
    return `Bearer ${data.accessTokenCreate.token}`;
  };
  const guardOf = async (auth: string, csv: string, args = '') => {
    const { errors } = await graph(
      world,
      `mutation ($csv: Secret!) { changeSetApply(input: { csv: $csv } ${args}) { userErrors { code } } }`,
      { auth, variables: { csv } },
    );
    return errors?.map(({ extensions }) => extensions.guard);
  };

  it('hold for every row of a file', async () => {
    const [one, other] = [await expiring(), await expiring()];
    const csv = file(`renew,${one},1y`, `renew,${other},1y`);
    expect(await guardOf(await guarded(`{ domains: ["${one}"] }`), csv)).toEqual(['domains']);
    expect(await guardOf(await guarded('{ maxPrice: "10.00" }'), csv)).toEqual(['maxPrice']);
    expect(await guardOf(await guarded('{ spendLimit: { amount: "21.99" per: DAY } }'), csv)).toEqual([
      'spendLimit',
    ]);
    expect(await guardOf(await guarded('{ outcomeNeeded: true }'), csv)).toEqual(['outcomeNeeded']);
    expect((await storedDomain(world, one)).expires_at).toEqual(soon());
    expect(await guardOf(await guarded('{ spendLimit: { amount: "22.00" per: DAY } }'), csv)).toBeUndefined();
    expect((await storedDomain(world, one)).expires_at).not.toEqual(soon());
  });
});
