import { beforeAll, describe, expect, it } from 'vitest';
import { askOf, mutateOf } from '../../support/operator.ts';
import { seed } from '../../support/seed.ts';
import { advance, clockAt, domainNow } from '../../support/time.ts';
import { alpha, beta, type Loose, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

/** What came and went in each period, counted a second time by who did it. */

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
const calendar = () => world.container.calendar;

interface Counted {
  registered: number;
  renewed: number;
  transferredIn: number;
  transferredOut: number;
  atEnd: number;
}
const none = (): Counted => ({ registered: 0, renewed: 0, transferredIn: 0, transferredOut: 0, atEnd: 0 });
/** By month, then by registrar. */
const months = new Map<string, { ALPHA: Counted; BETA: Counted }>();
type Code = 'ALPHA' | 'BETA';
const authOf = { ALPHA: alpha, BETA: beta } as const;

/** Numbers that look random, the same in every run. */
function numbersFrom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function held(auth: string): Promise<number> {
  const { data } = await ask('{ domains { totalCount } }', {}, auth);
  return (data.domains as unknown as { totalCount: number }).totalCount;
}

async function someWrites(random: (below: number) => number, month: string): Promise<void> {
  const counted = { ALPHA: none(), BETA: none() };
  months.set(month, counted);
  for (let step = 0; step < 12; step += 1) {
    const code: Code = random(2) ? 'ALPHA' : 'BETA';
    const other: Code = code === 'ALPHA' ? 'BETA' : 'ALPHA';
    const { data } = await ask(
      '{ domains(first: 100, orderBy: {field: NAME}) { nodes { name } } }',
      {},
      authOf[code],
    );
    const { nodes } = data.domains as unknown as { nodes: { name: string }[] };
    const name = nodes[random(Math.max(1, nodes.length))]?.name;
    const now = name === undefined ? undefined : await domainNow(world, name);
    const what = random(6);
    if (what < 3 || !now) {
      await seed(world, authOf[code]).domain(`flow-${month}-${step}.${random(3) ? 'ee' : 'pri.ee'}`, {
        period: 3,
        unit: 'm',
      });
      counted[code].registered += 1;
    } else if (what === 3) {
      const expiresOn = calendar().dateOf(now.expires_at);
      const input = { name, period: 'P3M', expiresOn };
      const { userErrors } = await mutate('domainRenew', input, '__typename', authOf[code]);
      if (userErrors.length === 0) counted[code].renewed += 1;
    } else if (what === 4) {
      const input = { name, transferCode: now.transfer_code };
      const { userErrors } = await mutate('domainTransfer', input, '__typename', authOf[other]);
      if (userErrors.length === 0) {
        counted[code].transferredOut += 1;
        counted[other].transferredIn += 1;
      }
    } else
      await mutate(
        'domainUpdate',
        { name, transferCode: `code-${month}-${step}` },
        '__typename',
        authOf[code],
      );
  }
}

const first = '2026-02-01';
const last = '2026-10-01';

beforeAll(async () => {
  world = await testWorld(
    { RATE_LIMIT_POINTS: '1000000', RATE_LIMIT_REGISTRAR_POINTS: '1000000' },
    { clock: clockAt('2026-02-01T00:01:00+02:00') },
  );
  const random = numbersFrom(29);
  for (let month = first; month <= last; month = calendar().datePlus(month, { months: 1 })) {
    // One month in which nothing is written.
    if (month !== '2026-04-01') await someWrites(random, month);
    else months.set(month, { ALPHA: none(), BETA: none() });
    const end = calendar().startOf(calendar().datePlus(month, { months: 1 }));
    if (month !== last) await advance(world, { to: calendar().format(new Date(end.getTime() - 60_000)) });
    const counted = months.get(month);
    if (counted) counted.ALPHA.atEnd = await held(alpha);
    if (counted) counted.BETA.atEnd = await held(beta);
    if (month !== last) await advance(world, { by: 'PT2M' });
  }
}, 300_000);

const numbers = 'registered renewed transferredIn transferredOut deleted atEnd';

async function statistics(args: string, auth = operator): Promise<Loose[]> {
  const { data, errors } = await ask(
    `{ domainStatistics(${args}) { period zone registrar { code } ${numbers} } }`,
    {},
    auth,
  );
  expect(errors).toBeUndefined();
  return data.domainStatistics as unknown as Loose[];
}

const whole = `from: "${first}", to: "${last}", per: MONTH`;

describe('domainStatistics', () => {
  it('show a registrar what it did in each month, and what it had at its end', async () => {
    for (const code of ['ALPHA', 'BETA'] as const) {
      const rows = await statistics(whole, authOf[code]);
      expect(rows.map(({ period }) => period)).toEqual([...months.keys()]);
      for (const row of rows)
        expect(row).toMatchObject({ zone: null, registrar: null, ...months.get(String(row.period))?.[code] });
      expect(rows.some(({ deleted }) => Number(deleted) > 0)).toBe(true);
    }
  });

  it('show operators the same by registrar, and every transfer in both columns without', async () => {
    const byRegistrar = await statistics(`${whole}, by: [REGISTRAR]`);
    for (const row of byRegistrar) {
      const { code } = row.registrar as unknown as { code: Code };
      expect(row).toMatchObject({ ...months.get(String(row.period))?.[code] });
    }
    for (const row of await statistics(whole)) {
      const { ALPHA, BETA } = months.get(String(row.period)) ?? { ALPHA: none(), BETA: none() };
      const transfers = ALPHA.transferredIn + BETA.transferredIn;
      expect(row).toMatchObject({
        registered: ALPHA.registered + BETA.registered,
        renewed: ALPHA.renewed + BETA.renewed,
        transferredIn: transfers,
        transferredOut: transfers,
        atEnd: ALPHA.atEnd + BETA.atEnd,
      });
    }
  });

  it.each(['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'])('add up per %s, by every key', async (per) => {
    const rows = await statistics(`from: "2026-05-20", to: "2026-10-01", per: ${per}, by: [ZONE, REGISTRAR]`);
    expect(rows.length).toBeGreaterThan(0);
    const before = new Map<string, number>();
    const begin = rows[0]?.period;
    for (const row of rows) {
      const key = JSON.stringify([row.zone, row.registrar]);
      const known = before.get(key) ?? (row.period === begin ? undefined : 0);
      const gained =
        Number(row.registered) + Number(row.transferredIn) - Number(row.deleted) - Number(row.transferredOut);
      if (known !== undefined) expect({ ...row, atEnd: known + gained }).toEqual(row);
      before.set(key, Number(row.atEnd));
    }
  });

  it('agree with the groups of events', async () => {
    const { data } = await ask(
      '{ domainEvents { groups(by: [{field: AT, per: QUARTER}, {field: ZONE}, {field: KIND}]) { at zone kind count } } }',
    );
    const { groups } = data.domainEvents as unknown as { groups: Loose[] };
    const rows = await statistics(`from: "${first}", to: "${last}", per: QUARTER, by: [ZONE]`);
    const count = (row: Loose, kind: string): unknown =>
      groups.find((one) => one.at === row.period && one.zone === row.zone && String(one.kind) === kind)
        ?.count ?? 0;
    for (const row of rows)
      expect(row).toMatchObject({
        registered: count(row, 'REGISTERED'),
        renewed: count(row, 'RENEWED'),
        transferredIn: count(row, 'TRANSFERRED'),
        deleted: count(row, 'DELETED'),
      });
    expect(rows.map(({ period }) => period)).toContain('2026-07-01');
  });

  it('agree with the market share of every month, in the graph and over REST', async () => {
    const names = { 'Alpha Domains': 'ALPHA', 'Beta Names': 'BETA' } as const;
    for (const [month, counted] of months) {
      const { data } = await ask(
        `{ marketShare(month: "${month.slice(0, 7)}") { registrars { name domains } } }`,
      );
      const parts = (data.marketShare as unknown as { registrars: { name: string; domains: number }[] })
        .registrars;
      const held = (code: Code): number =>
        parts.find(({ name }) => names[name as keyof typeof names] === code)?.domains ?? 0;
      expect([held('ALPHA'), held('BETA')], month).toEqual([counted.ALPHA.atEnd, counted.BETA.atEnd]);
      const [year = '', number = ''] = month.split('-');
      const { body } = await world.request({
        url: `/registry/v1/stats/market_share_distribution?q[end_date]=${number}.${year.slice(2)}`,
      });
      expect(new Map((body.data as unknown as Loose[]).map(({ name, y }) => [name, y]))).toEqual(
        new Map(parts.map(({ name, domains }) => [name, domains])),
      );
    }
  });

  it('show the same for past periods alone as together with those after them', async () => {
    const rows = await statistics(`${whole}, by: [ZONE]`);
    expect(await statistics(`from: "${first}", to: "2026-06-15", per: MONTH, by: [ZONE]`)).toEqual(
      rows.filter(({ period }) => String(period) <= '2026-06-01'),
    );
  });

  it('have whole periods, empty ones too, and none to come', async () => {
    const rows = await statistics('from: "2025-11-15", to: "2027-05-01", per: QUARTER');
    expect(rows.map(({ period, atEnd }) => [period, Number(atEnd) > 0])).toEqual([
      ['2025-10-01', false],
      ['2026-01-01', true],
      ['2026-04-01', true],
      ['2026-07-01', true],
      ['2026-10-01', true],
    ]);
    expect(await statistics('from: "2027-01-01", to: "2027-05-01", per: MONTH')).toEqual([]);
  });

  it('refuse what makes no sense, and says why', async () => {
    const refusal = async (args: string, auth = operator) =>
      (await ask(`{ domainStatistics(${args}) { atEnd } }`, {}, auth)).errors?.[0]?.extensions as Loose;
    expect(await refusal('from: "2026-05-02", to: "2026-05-01", per: DAY')).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: ['from'],
    });
    expect(await refusal('from: "2020-01-01", to: "2026-05-01", per: DAY')).toMatchObject({
      code: 'TOO_MANY_GROUPS',
    });
    expect(await refusal(`${whole}, by: [REGISTRAR]`, alpha)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(whole, portal)).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' });
  });

  it('are a file when they are wanted as one', async () => {
    const { text } = await world.request({
      method: 'POST',
      url: '/graphql',
      auth: operator,
      headers: { accept: 'text/csv' },
      payload: { query: `{ domainStatistics(${whole}) { period registered } }` },
    });
    const { ALPHA, BETA } = months.get(first) ?? { ALPHA: none(), BETA: none() };
    expect(text.trim().split('\n')).toHaveLength(months.size + 1);
    expect(text).toContain(`${first},${ALPHA.registered + BETA.registered}\n`);
  });
});
