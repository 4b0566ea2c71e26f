import { describe, expect, it } from 'vitest';
import { eachNumber, rowCount, valueInWords } from '#src/extensions/workshop/charts/chart-columns.ts';
import { chartOf, choicesOf } from '#src/extensions/workshop/charts/chart-model.ts';
import { cautionIn, overlapIn } from '#src/extensions/workshop/charts/chart-notes.ts';
import { periodOf } from '#src/extensions/workshop/charts/chart-periods.ts';
import { pictureOf } from '#src/extensions/workshop/charts/chart-picture.ts';
import { specificationOf } from '#src/extensions/workshop/charts/chart-specification.ts';
import { rowsOf, theList } from '#src/extensions/workshop/charts/table-rows.ts';

interface Point {
  readonly place: string;
  readonly part: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

const rows = (items: readonly object[]) => rowsOf(items).rows;
const firstChoice = (items: readonly object[]) => {
  const { rows: found, columns } = rowsOf(items);
  return choicesOf(found, columns).chosen;
};

describe('a chart of very many parts', () => {
  it('has a bounded number of points, and says how many rows it leaves out', () => {
    const days = Array.from({ length: 100 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + 20 * day)));
    const many = rows(
      days.flatMap((day, index) =>
        Array.from({ length: 10 }, (_, part) => ({
          createdAt: day.toISOString().slice(0, 10),
          name: `part ${index * 10 + part}`,
          count: 1,
        })),
      ),
    );
    const chart = chartOf(
      many,
      { across: 'createdAt', value: 'count', by: 'name' },
      { document: 'per: DAY' },
    );
    expect(chart.points.length).toBeLessThanOrEqual(5000);
    expect(chart.leftOut).toBe(1000 - chart.parts.length);
    expect(pictureOf(chart, { title: 'Many', width: 640 })).toContain('<svg');
  });

  it('takes days that no calendar has for words', () => {
    const odd = rows([{ name: '2026-99-99', count: 1 }]);
    expect(chartOf(odd, { across: 'name', value: 'count', by: '' }).isTime).toBe(false);
  });
});

describe('the list in an answer', () => {
  it('is found at whatever depth, once as nodes or edges', () => {
    const nodes = [{ name: 'a.ee' }];
    expect(theList({ account: { balance: '1.00', transactions: { totalCount: 1, nodes } } })).toEqual(nodes);
    expect(theList({ domains: { edges: [{ node: nodes[0] }] } })).toEqual(nodes);
    expect(theList({ domains: { nodes, edges: [{ node: nodes[0] }] } })).toEqual(nodes);
    expect(theList({ zones: [{ origin: 'ee' }] })).toEqual([{ origin: 'ee' }]);
  });

  it('is none where there are several, or none', () => {
    expect(theList({ domains: { nodes: [{ a: 1 }] }, contacts: { nodes: [{ a: 1 }] } })).toBeUndefined();
    expect(theList({ viewer: { name: 'alpha' } })).toBeUndefined();
    expect(theList(null)).toBeUndefined();
  });

  it('has the columns of nested objects also where the first row has none', () => {
    const { columns, rows: found } = rowsOf([
      { name: 'a.ee', registrant: null, statuses: [{ name: 'ok' }, { name: 'expired' }] },
      { name: 'b.ee', registrant: { name: 'Jaan' }, statuses: [] },
    ]);
    expect(columns).toEqual(['name', 'registrant.name', 'statuses']);
    expect(found).toEqual([
      { name: 'a.ee', 'registrant.name': '', statuses: 'ok; expired' },
      { name: 'b.ee', 'registrant.name': 'Jaan', statuses: '' },
    ]);
  });
});

describe('the first settings of a chart', () => {
  it('is stacked bars over time, divided by the second key, of sums before counts', () => {
    const groups = [
      { createdAt: '2026-01-01', kind: 'RENEWAL', count: 2, sum: '-22.00' },
      { createdAt: '2026-01-01', kind: 'TOP_UP', count: 1, sum: '100.00' },
    ];
    expect(firstChoice(groups)).toEqual({ across: 'createdAt', value: 'sum', by: 'kind' });
    expect(chartOf(rows(groups), firstChoice(groups)).kind).toBe('stacked');
  });

  it('is what the question calls charged, before the sum', () => {
    expect(firstChoice([{ createdAt: '2026-01-01', charged: '22.00', sum: '-22.00', count: 2 }]).value).toBe(
      'charged',
    );
  });

  it('is bars for counts by month, lines for what is true at a moment, also where that is divided', () => {
    const kindOf = (items: readonly object[], value?: string) =>
      chartOf(rows(items), { ...firstChoice(items), ...(value && { value }) }).kind;
    const month = { period: '2026-01-01', atEnd: 7 };
    expect(kindOf([{ createdAt: '2026-01-01', count: 3 }])).toBe('bars');
    expect(kindOf([month], 'atEnd')).toBe('line');
    expect(kindOf([{ createdAt: '2026-01-01', count: 3, average: '1.00' }], 'average')).toBe('line');
    const zones = ['ee', 'pri.ee'].map((zone) => ({ ...month, zone }));
    expect(firstChoice(zones)).toEqual({ across: 'period', value: 'atEnd', by: 'zone' });
    expect(kindOf(zones)).toBe('line');
    expect(chartOf(rows(zones), firstChoice(zones)).kinds).toEqual(['line', 'bars']);
  });

  it('is all numbers beside each other where a row has several, without what is true at a moment', () => {
    const quarters = [{ period: '2026-01-01', registered: 3, renewed: 5, deleted: 1, atEnd: 40 }];
    const choice = firstChoice(quarters);
    expect(choice).toEqual({ across: 'period', value: eachNumber, by: '' });
    const chart = chartOf(rows(quarters), choice);
    expect(chart.kinds).toEqual(['bars', 'line']);
    expect(chart.points.map(({ part, value }: Point) => [part, value])).toEqual([
      ['Registered', 3],
      ['Renewed', 5],
      ['Deleted', 1],
    ]);
  });

  it('never has euros and days on one axis', () => {
    const invoices = [{ number: 150009, amount: '50.00', overdueDays: 34 }];
    expect(firstChoice(invoices)).toMatchObject({ across: 'number', value: 'amount' });
    const counted = [{ period: '2026-01-01', registered: 3, renewed: 5, charged: '80.00', deposit: '1.00' }];
    const { points, unit } = chartOf(rows(counted), { across: 'period', value: eachNumber });
    expect(points.map(({ part }: Point) => part)).toEqual(['Registered', 'Renewed']);
    expect(unit).toBe('');
  });

  it('is a number beside the same number of before, where the question compares', () => {
    const groups = [{ createdAt: '2026-01-01', charged: '30.00', before: { charged: '12.50' } }];
    const choice = firstChoice(groups);
    expect(choice).toEqual({ across: 'createdAt', value: eachNumber, by: '' });
    const chart = chartOf(rows(groups), choice);
    expect(chart.points.map(({ part, value }: Point) => [part, value])).toEqual([
      ['Charged', 30],
      ['Charged before', 12.5],
    ]);
    expect(chart.labels.value).toBe('Charged (EUR)');
    const months = [{ period: '2026-01-01', registered: 3, before: { registered: 1 } }];
    const registered = chartOf(rows(months), firstChoice(months));
    expect(registered.parts).toEqual(['Registered', 'Registered before']);
    expect(registered.labels.value).toBe('Registered');
  });

  it('compares shares in per cent, and what is true at a moment as lines over its own periods', () => {
    const zones = [{ zone: 'ee', share: '33.33', before: { share: '40.00' } }];
    const shares = chartOf(rows(zones), firstChoice(zones));
    expect(shares.parts).toEqual(['Share', 'Share before']);
    expect([shares.unit, shares.labels.value]).toEqual(['%', 'Share (%)']);
    const byHand = chartOf(rows(zones), { across: 'zone', value: 'before.share', by: '' });
    expect(byHand.unit).toBe('%');
    const months = ['2026-01-01', '2026-02-01'].map((period) => ({
      before: { period: period.replace('2026', '2025'), atEnd: 5 },
      period,
      atEnd: 7,
    }));
    expect(firstChoice(months)).toEqual({ across: 'period', value: eachNumber, by: '' });
    const ends = chartOf(rows(months), firstChoice(months));
    expect([ends.kind, ends.places, ends.parts]).toEqual([
      'line',
      ['2026-01-01', '2026-02-01'],
      ['At the end', 'At the end before'],
    ]);
  });

  it('is bars over words, also where a key is missing', () => {
    const groups = [
      { registrantCountry: 'EE', count: 7 },
      { registrantCountry: null, count: 2 },
    ];
    expect(firstChoice(groups)).toEqual({ across: 'registrantCountry', value: 'count', by: '' });
    expect(chartOf(rows(groups), firstChoice(groups))).toMatchObject({
      kind: 'bars',
      points: [
        { place: 'EE', value: 7 },
        { place: 'none', value: 2 },
      ],
    });
  });

  it('counts rows where nothing else can be counted', () => {
    const nodes = [{ name: 'a.ee' }, { name: 'b.ee' }];
    expect(firstChoice(nodes)).toEqual({ across: 'name', value: rowCount, by: '' });
  });
});

describe('a chart over time', () => {
  const by = (dates: readonly string[], document = '') =>
    chartOf(
      rows(dates.map((expiresAt) => ({ expiresAt, count: 1 }))),
      { across: 'expiresAt', value: 'count', by: '' },
      { document },
    );

  it('has zero in a period in which there was nothing, also where a part has nothing', () => {
    const { points } = by(['2026-11-01', '2027-02-01'], 'per: MONTH');
    expect(points.map((point: Point) => [point.place, point.value])).toEqual([
      ['2026-11-01', 1],
      ['2026-12-01', 0],
      ['2027-01-01', 0],
      ['2027-02-01', 1],
    ]);
    const groups = [
      { createdAt: '2026-01-01', kind: 'A', sum: '-5.00' },
      { createdAt: '2026-03-01', kind: 'B', sum: '2.00' },
    ];
    const filled = chartOf(rows(groups), firstChoice(groups)).points;
    expect(filled.map(({ place, part, value }: Point) => `${place} ${part} ${value}`)).toEqual([
      '2026-01-01 A -5',
      '2026-01-01 B 0',
      '2026-02-01 A 0',
      '2026-02-01 B 0',
      '2026-03-01 A 0',
      '2026-03-01 B 2',
    ]);
  });

  it('keeps a level over empty periods, shows the last of several in one, and never adds them up', () => {
    const balances = rows([
      { createdAt: '2026-01-20T10:00:00+02:00', balance: '30.00' },
      { createdAt: '2026-01-10T10:00:00+02:00', balance: '80.00' },
      { createdAt: '2026-03-01T10:00:00+02:00', balance: '10.00' },
    ]);
    const chart = chartOf(
      balances,
      { across: 'createdAt', value: 'balance', by: '' },
      { document: 'per: MONTH' },
    );
    const byDay = chartOf(balances, { across: 'createdAt', value: 'balance', by: '' });
    expect(byDay.kinds).toEqual(['line', 'bars']);
    expect(byDay.points.find(({ place }: Point) => place === '2026-02-15')?.value).toBe(30);
    expect(chart.points.every(({ value }: Point) => value <= 80)).toBe(true);
  });

  it('never has rates, counts and days on one axis', () => {
    const months = [
      { month: '2026-01-01', ended: '4', renewed: '3', renewal_rate: '75.0', median_days: '12' },
    ];
    const chart = chartOf(rows(months), { across: 'month', value: eachNumber });
    expect(chart.parts).toEqual(['Ended', 'Renewed']);
    const rate = chartOf(rows(months), { across: 'month', value: 'renewal_rate', by: '' });
    expect([rate.unit, rate.kind, rate.kinds.includes('stacked')]).toEqual(['%', 'line', false]);
    expect(chartOf(rows(months), { across: 'month', value: 'median_days', by: '' }).unit).toBe('days');
  });

  it('says which groups overlap', () => {
    const domains = '{ domains { groups(by: [{ field: STATUS }]) { status share } } }';
    expect(overlapIn(['status', 'count'], domains)).toContain('several statuses');
    expect(overlapIn(['status', 'share'], domains)).toContain('several statuses');
    expect(overlapIn(['zone', 'count'], domains)).toBe('');
    expect(overlapIn(['name', 'status'], domains)).toBe('');
    expect(overlapIn(['status', 'count'], domains.replace('domains', 'reservations'))).toContain('states');
    expect(
      overlapIn(['status', 'count'], '{ invoices { groups(by: [{ field: STATUS }]) { status count } } }'),
    ).toBe('');
    expect(overlapIn(['status', 'count'], '{ domains { totalCount } }', 48)).toContain('Different ones: 48.');
    // Of 48 domains 39 have this nameserver, which is no 39.8 % of them.
    const share = 'A share is of all these numbers together, not of the domains.';
    expect(overlapIn(['nameserverHostname', 'count', 'share'], domains)).toContain(share);
    expect(overlapIn(['status', 'count'], domains)).not.toContain(share);
  });

  it('says that the first and the last period of a question are no whole ones', () => {
    const asked = (where: string, per: string, keys = '') =>
      cautionIn(
        ['createdAt', 'count'],
        `{ contacts(where: { ${where} }) { groups(by: [{ field: CREATED_AT, per: ${per} }${keys}]) { createdAt count } } }`,
      );
    const part = (which: string, period: string) =>
      `The question ${which} within a ${period}, of which only that part is counted.`;
    expect(asked('createdAt: { gte: "-P1Y" }', 'MONTH')).toBe(part('begins', 'month'));
    expect(asked('createdAt: { gte: "-P1Y" }', 'MONTH', ', { field: IDENT_TYPE }')).toBe(
      part('begins', 'month'),
    );
    expect(asked('createdAt: { gte: "PT0S", lt: "P12M" }', 'QUARTER')).toBe(
      part('begins and ends', 'quarter'),
    );
    expect(asked('createdAt: { gte: "2026-01-01", lt: "2026-04-16" }', 'QUARTER')).toBe(
      part('ends', 'quarter'),
    );
    expect(asked('createdAt: { gte: "2026-11-17" }', 'WEEK')).toBe(part('begins', 'week'));
    const whole = ['createdAt: { gte: "2026-01-01", lt: "2026-04-01" }', 'name: { contains: "-P1Y" }', ''];
    for (const where of whole) expect(asked(where, 'QUARTER'), where).toBe('');
    expect(asked('createdAt: { gte: "2026-11-17", lt: "2026-11-19" }', 'DAY')).toBe('');
    expect(
      cautionIn(['name'], '{ contacts(where: { createdAt: { gte: "-P1Y" } }) { nodes { name } } }'),
    ).toBe('');
  });

  it('says that a bulk payment counts beside the invoices that it pays, unless it is left out', () => {
    const asked = (where: string) =>
      `{ invoices${where} { groups(by: [{ field: STATUS }]) { status sum } } }`;
    expect(cautionIn(['status', 'sum'], asked(''))).toContain('beside the invoices that it pays');
    expect(cautionIn(['status', 'sum'], asked('(where: { bulk: { eq: false } })'))).toBe('');
    expect(cautionIn(['status', 'count'], asked(''))).toBe('');
  });

  it('says that groups which are gone do not stand beside the present ones', () => {
    const compared =
      '{ domains { groups(by: [{ field: REGISTRAR }], compareTo: "P1Y") { registrar { code } share } } }';
    const columns = ['registrar.code', 'count'];
    expect(cautionIn(columns, compared)).toBe('Groups that were there only before are left out.');
    expect(cautionIn(columns, compared.replace('{ field: REGISTRAR }', ''))).toBe('');
    expect(cautionIn(columns, compared.replace(', compareTo: "P1Y"', ''))).toBe('');
  });

  it('leaves names and codes as somebody has chosen them', () => {
    const named = (column: string) => column;
    expect(valueInWords('registrantName', 'TELIA', named)).toBe('TELIA');
    expect(valueInWords('registrar.code', 'ALPHA', named)).toBe('ALPHA');
    expect(valueInWords('kind', 'TOP_UP', named)).toBe('Top up');
  });

  it('shows neither the last of several levels for all of them, nor the average of rates, nor shares that are always a hundred', () => {
    const statistics = (numbers: string) =>
      `{ domainStatistics(from: "2026-01-01", to: "2026-12-31", per: QUARTER, by: [ZONE], compareTo: "P1Y") { period zone ${numbers} before { ${numbers} } } }`;
    const shown = (chart: ReturnType<typeof chartOf>) =>
      chart.points.map(({ place, part, value }: Point) => [place, chart.labels.part(part), value]);
    const zones = [
      { period: '2026-07-01', zone: 'ee', atEnd: 40, before: { atEnd: 10 } },
      { period: '2026-07-01', zone: 'com.ee', atEnd: 5, before: { atEnd: 1 } },
    ];
    const asked = { document: statistics('atEnd') };
    expect(shown(chartOf(rows(zones), firstChoice(zones), asked))).toEqual([
      ['2026-07-01', 'At the end, ee', 40],
      ['2026-07-01', 'At the end before, ee', 10],
      ['2026-07-01', 'At the end, com.ee', 5],
      ['2026-07-01', 'At the end before, com.ee', 1],
    ]);
    const apart = chartOf(rows(zones), { across: 'period', value: 'atEnd', by: '' }, asked);
    expect([apart.by, shown(apart)]).toEqual([
      'zone',
      [
        ['2026-07-01', 'ee', 40],
        ['2026-07-01', 'com.ee', 5],
      ],
    ]);
    const rates = rows([
      { period: '2026-07-01', zone: 'ee', renewalRate: 80 },
      { period: '2026-07-01', zone: 'com.ee', renewalRate: 20 },
    ]);
    const rate = chartOf(
      rates,
      { across: 'period', value: 'renewalRate', by: '' },
      { document: statistics('renewalRate') },
    );
    expect(rate.points.map(({ value }: Point) => value)).toEqual([80, 20]);
    const signed = [
      { registrar: { code: 'ALPHA' }, signed: false, share: 87.5, before: { share: 81.82 } },
      { registrar: { code: 'ALPHA' }, signed: true, share: 12.5, before: { share: 18.18 } },
      { registrar: { code: 'BETA' }, signed: false, share: 93.75, before: { share: 100 } },
      { registrar: { code: 'BETA' }, signed: true, share: 6.25, before: { share: 0 } },
    ];
    const document =
      '{ domains { groups(by: [{ field: REGISTRAR }, { field: SIGNED }], compareTo: "P1Y") { registrar { code } signed share before { share } } } }';
    expect(shown(chartOf(rows(signed), firstChoice(signed), { document })).slice(0, 4)).toEqual([
      ['ALPHA', 'Share, Not signed', 87.5],
      ['ALPHA', 'Share before, Not signed', 81.82],
      ['ALPHA', 'Share, Signed', 12.5],
      ['ALPHA', 'Share before, Signed', 18.18],
    ]);
    // Counts are those of the registrar, whatever else they are divided by.
    const counts = signed.map((row) => ({ ...row, share: undefined, count: 2, before: { count: 1 } }));
    const added = chartOf(rows(counts), firstChoice(counts), {
      document: document.replaceAll('share', 'count'),
    });
    expect(added.points.map(({ value }: Point) => value)).toEqual([4, 2, 4, 2]);
    // Of single rows the last level of a day is that of the day.
    const movements = rows([
      { createdAt: '2026-01-01T10:00:00+02:00', balance: '50.00', kind: 'TOP_UP' },
      { createdAt: '2026-01-01T12:00:00+02:00', balance: '40.00', kind: 'RENEWAL' },
    ]);
    const list = { document: '{ account { transactions(first: 9) { nodes { createdAt balance kind } } } }' };
    const last = chartOf(movements, { across: 'createdAt', value: 'balance', by: '' }, list);
    expect(last.points.map(({ value }: Point) => value)).toEqual([40]);
  });

  it('ends with the last of several movements of one moment, in whichever direction they are listed', () => {
    const at = '2027-02-02T13:17:20.207+02:00';
    const before = { createdAt: '2027-02-01T12:00:00+02:00', balance: '1000.00' };
    const bulk = ['990.00', '980.00', '970.00'].map((balance) => ({ createdAt: at, balance }));
    const upwards = [before, ...bulk];
    for (const listed of [upwards, upwards.toReversed(), bulk.toReversed()]) {
      const { points } = chartOf(rows(listed), { across: 'createdAt', value: 'balance', by: '' });
      expect(points.at(-1)?.value).toBe(970);
    }
  });

  it('does not add up shares of several wholes, nor show a share of a period in which nothing happened', () => {
    const document =
      '{ domains { groups(by: [{ field: CREATED_AT, per: MONTH }, { field: SIGNED }]) { createdAt signed share } } }';
    const groups = rows([
      { createdAt: '2026-01-01', signed: 'false', share: '50' },
      { createdAt: '2026-01-01', signed: 'true', share: '50' },
      { createdAt: '2026-03-01', signed: 'true', share: '100' },
      { createdAt: '2026-04-01', signed: 'false', share: '100' },
    ]);
    const choice = { across: 'signed', value: 'share', by: '' };
    for (const asked of [document, '']) {
      const bySigned = chartOf(groups, choice, { document: asked });
      expect(bySigned.by).toBe('createdAt');
      expect(bySigned.kinds).toEqual(['bars']);
      expect(Math.max(...bySigned.points.map(({ value }: Point) => value))).toBe(100);
    }
    const byMonth = chartOf(
      groups,
      { across: 'createdAt', value: 'share', by: 'signed', kind: 'line' },
      { document },
    );
    expect(byMonth.kinds).toContain('stacked');
    expect(byMonth.points.filter(({ part }: Point) => part === 'true')).toMatchObject([
      { place: '2026-01-01', value: 50 },
      { place: '2026-03-01', value: 100 },
      { place: '2026-04-01', value: 0 },
    ]);
    // Of those that are signed, in which month were they registered?
    const ofSigned = document.replace(/by: \[(.*), (\{ field: SIGNED \})\]/, 'by: [$2, $1]');
    expect(ofSigned).toContain('[{ field: SIGNED }, ');
    expect(chartOf(groups, { across: 'createdAt', value: 'share', by: '' }, { document: ofSigned }).by).toBe(
      'signed',
    );
    // With one whole, a month without any has none of it.
    const [whole] = [
      rows([
        { createdAt: '2026-01-01', share: '60' },
        { createdAt: '2026-03-01', share: '40' },
      ]),
    ];
    const alone = chartOf(
      whole,
      { across: 'createdAt', value: 'share', by: '' },
      { document: 'groups(by: [{ field: CREATED_AT, per: MONTH }])' },
    );
    expect(alone.points.map(({ value }: Point) => value)).toEqual([60, 0, 40]);
  });

  it('says whose shares they are where only some groups are asked for', () => {
    const groups = rows([
      { name: 'a', count: '3' },
      { name: 'b', count: '1' },
    ]);
    const choice = { across: 'name', value: 'count', by: '' };
    const some = {
      document: '{ domains { groups(by: [{ field: REGISTRANT_NAME }], first: 2) { registrantName count } } }',
    };
    expect(chartOf(groups, { ...choice, kind: 'share' }, some).note).toContain('of the groups shown');
    expect(chartOf(groups, { ...choice, kind: 'bars' }, some).note).toBe('');
    const all = { document: some.document.replace(', first: 2', '') };
    expect(chartOf(groups, { ...choice, kind: 'share' }, all).note).toBe('');
  });

  it('says that it has one page of a list, unless that is all', () => {
    const names = rows([
      { name: 'a.ee', registrar: 'A' },
      { name: 'b.ee', registrar: 'B' },
    ]);
    const noteOf = (list: string) =>
      chartOf(
        names,
        { across: 'registrar', value: rowCount, by: '' },
        { document: `{ domains${list} { nodes { name } } }` },
      ).note;
    expect(noteOf('(first: 2)')).toContain('of this page');
    expect(noteOf('(first: 3)')).toBe('');
    expect(chartOf(names, { across: 'registrar', value: rowCount, by: '' }).note).toBe('');
  });

  it('says how a period that is not over is compared', () => {
    const periods = rows([{ period: '2026-10-01', registered: '6', 'before.registered': '6' }]);
    const choice = { across: 'period', value: eachNumber, by: '' };
    const document =
      '{ domainStatistics(from: "2026-10-01", to: "2026-11-19", per: QUARTER, compareTo: "P1Y") { period registered before { registered } } }';
    expect(chartOf(periods, choice, { document }).note).toContain('on the same day');
    expect(chartOf(periods, choice, { document: document.replace(', compareTo: "P1Y"', '') }).note).toBe('');
  });

  it('has a gap where there is no rate: an empty cell is not zero', () => {
    const months = rows([
      { period: '2026-01-01', renewalRate: '75' },
      { period: '2026-02-01', renewalRate: '' },
      { period: '2026-03-01', renewalRate: '50' },
    ]);
    const { points, places } = chartOf(months, { across: 'period', value: 'renewalRate', by: '' });
    expect(points.map(({ place, value }: Point) => [place, value])).toEqual([
      ['2026-01-01', 75],
      ['2026-03-01', 50],
    ]);
    expect(places).toHaveLength(3);
  });

  it('has a gap where there is no average', () => {
    const groups = rows([
      { createdAt: '2026-01-01', average: '3.00' },
      { createdAt: '2026-03-01', average: '4.00' },
    ]);
    const { points, places } = chartOf(groups, { across: 'createdAt', value: 'average', by: '' });
    expect([points.length, places.length]).toEqual([2, 3]);
  });

  it('puts moments on their day in the time zone of the registry', () => {
    const nodes = rows([{ createdAt: '2026-06-30T22:30:00Z' }]);
    const choice = { across: 'createdAt', value: rowCount, by: '' };
    expect(chartOf(nodes, choice, { timeZone: 'Europe/Tallinn' }).places).toEqual(['2026-07-01']);
    expect(chartOf(nodes, choice).places).toEqual(['2026-06-30']);
  });

  it('goes by the period that was asked for, or by the coarsest that fits', () => {
    expect(periodOf('groups(by: [{ field: CREATED_AT, per: WEEK }])', ['2026-06-01'])).toBe('WEEK');
    expect(periodOf('', ['2026-01-01', '2027-01-01'])).toBe('YEAR');
    expect(periodOf('', ['2026-01-01', '2026-04-01'])).toBe('QUARTER');
    expect(periodOf('', ['2026-01-01', '2026-02-01'])).toBe('MONTH');
    expect(periodOf('', ['2026-06-01', '2026-06-08'])).toBe('WEEK');
    expect(periodOf('', ['2026-06-01', '2026-06-02'])).toBe('DAY');
  });

  it('shows how many rows have no place on it', () => {
    const chart = chartOf(
      rows([
        { paidAt: '2026-01-01', count: 1 },
        { paidAt: null, count: 5 },
      ]),
      { across: 'paidAt', value: 'count', by: '' },
    );
    expect(chart).toMatchObject({ leftOut: 1, points: [{ place: '2026-01-01', value: 1 }] });
  });
});

describe('bars', () => {
  it('add up what has come together, and take the largest of maxima', () => {
    const groups = rows([
      { zone: 'ee', kind: 'A', sum: '0.10', max: '3.00' },
      { zone: 'ee', kind: 'B', sum: '0.20', max: '7.00' },
    ]);
    const value = (name: string) => chartOf(groups, { across: 'zone', value: name, by: '' }).points[0]?.value;
    expect([value('sum'), value('max')]).toEqual([0.3, 7]);
  });

  it('are sixty at most, and the picture says how many more there are', () => {
    const many = rows(Array.from({ length: 75 }, (_, index) => ({ name: `n${index}`, count: 1 })));
    const chart = chartOf(many, { across: 'name', value: 'count', by: '' });
    expect([chart.points.length, chart.leftOut]).toEqual([60, 15]);
  });
});

describe('values on each other', () => {
  const groups = [
    ['2026-01-01', 'REGISTRATION', '-20.00'],
    ['2026-01-01', 'RENEWAL', '-10.50'],
    ['2026-01-01', 'TOP_UP', '100.00'],
    ['2026-02-01', 'RENEWAL', '-30.00'],
    ['2026-02-01', 'REFUND', '5.00'],
  ].map(([createdAt, kind, sum]) => ({ createdAt, kind, sum }));
  const ends = (kind: string, value = 'sum') =>
    Object.fromEntries(
      chartOf(rows(groups), { across: 'createdAt', value, by: 'kind', kind }).points.map(
        ({ place, part, from, to }: Point) => [`${place.slice(0, 7)} ${part}`, [from, to]],
      ),
    );

  it('go down from zero where they are negative, and up where they are positive', () => {
    expect(ends('stacked')).toMatchObject({
      '2026-01 REGISTRATION': [0, -20],
      '2026-01 RENEWAL': [-20, -30.5],
      '2026-01 TOP_UP': [0, 100],
      '2026-02 REFUND': [0, 5],
    });
  });

  it('stay on their side of zero where a part has nothing, so that no area jumps', () => {
    expect(ends('area')).toMatchObject({
      '2026-01 REFUND': [100, 100],
      '2026-02 REGISTRATION': [0, 0],
      '2026-02 RENEWAL': [0, -30],
      '2026-02 TOP_UP': [0, 0],
    });
    const below = rows([
      { createdAt: '2026-01-01', kind: 'A', sum: '-5.00' },
      { createdAt: '2026-01-01', kind: 'B', sum: '-5.00' },
      { createdAt: '2026-02-01', kind: 'A', sum: '-5.00' },
      { createdAt: '2026-02-01', kind: 'C', sum: '7.00' },
    ]);
    const { points } = chartOf(below, { across: 'createdAt', value: 'sum', by: 'kind', kind: 'area' });
    expect(points.find(({ place, part }: Point) => place === '2026-02-01' && part === 'B')).toMatchObject({
      from: -5,
      to: -5,
    });
  });

  it('are shares of a hundred, also of what is all negative, and never of a mixture', () => {
    const signed = rows([
      { zone: 'ee', signed: true, count: 30 },
      { zone: 'ee', signed: false, count: 10 },
    ]);
    const shares = chartOf(signed, { across: 'zone', value: 'count', by: 'signed', kind: 'share' });
    expect(shares.points).toMatchObject([
      { share: 75, from: 0, to: 75 },
      { share: 25, from: 75, to: 100 },
    ]);
    expect([shares.unit, shares.labels.value]).toEqual(['%', 'Share (%)']);
    const taken = rows(groups.filter(({ sum }) => sum?.startsWith('-')));
    const kinds = (items: typeof taken) =>
      chartOf(items, { across: 'createdAt', value: 'sum', by: 'kind', kind: 'share' });
    expect(kinds(taken).points[2]).toMatchObject({ value: 0, from: 0, to: 0 });
    expect(kinds(taken).points[0]?.to).toBeCloseTo((20 / 30.5) * 100);
    expect([kinds(rows(groups)).kind, kinds(rows(groups)).kinds]).toEqual([
      'stacked',
      ['stacked', 'bars', 'line', 'area'],
    ]);
  });

  it('of one key are shares of the whole', () => {
    const countries = rows([
      { registrantCountry: 'EE', count: 3 },
      { registrantCountry: 'FI', count: 1 },
    ]);
    const chart = chartOf(countries, { across: 'registrantCountry', value: 'count', by: '', kind: 'share' });
    expect(chart.points.map(({ to }: Point) => to)).toEqual([75, 25]);
  });
});

describe('the words of a chart', () => {
  it('are those of people: fields, enumerations, flags and periods', () => {
    const { labels, unit } = chartOf(
      rows([{ createdAt: '2026-04-01', kind: 'TOP_UP', sum: '1.00' }]),
      { across: 'createdAt', value: 'sum', by: 'kind' },
      { document: 'per: QUARTER' },
    );
    expect([labels.across, labels.value, labels.by, unit]).toEqual([
      'Created at, by quarter',
      'Sum (EUR)',
      'Kind',
      'EUR',
    ]);
    expect([
      labels.part('TOP_UP'),
      labels.part('UP_TO_60_DAYS'),
      labels.part('PAID'),
      labels.part('EE'),
      labels.place('2026-04-01'),
    ]).toEqual(['Top up', 'Up to 60 days', 'Paid', 'EE', '2026 Q2']);
    const signed = chartOf(rows([{ 'registrar.code': 'ALPHA', signed: false, count: 1 }]), {
      across: 'registrar.code',
      value: 'count',
      by: 'signed',
    }).labels;
    expect([signed.across, signed.value, signed.part('false'), signed.place('ALPHA')]).toEqual([
      'Registrar',
      'Number',
      'Not signed',
      'ALPHA',
    ]);
  });
});

describe('the picture of a chart', () => {
  const draw = (items: readonly object[], more: object = {}) => {
    const chart = chartOf(rows(items), { ...firstChoice(items), ...more }, { document: 'per: MONTH' });
    return pictureOf(chart, { title: 'A & <b>', width: 600 });
  };
  const textsIn = (svg: string) =>
    [...svg.matchAll(/<(?:text|title)[^>]*>([^<]*)</g)].map(([, text]) => text);

  it('is one SVG with its title, its legend, money with its currency and a text at every mark', () => {
    const svg = draw([
      { createdAt: '2026-01-01', kind: 'RENEWAL', charged: '22.50' },
      { createdAt: '2026-03-01', kind: 'REGISTRATION', charged: '10.00' },
    ]);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
    expect(textsIn(svg)).toEqual(
      expect.arrayContaining([
        'A &amp; &lt;b&gt;',
        'Renewal',
        '↑ Charged (EUR)',
        '€20',
        '2026-02',
        '2026-01\nRenewal\nCharged: €22.50',
        '2026-02\nRenewal\nCharged: €0.00',
      ]),
    );
    expect(svg.match(/<rect[^>]*><title>/g)).toHaveLength(6);
    expect(svg).not.toMatch(/NaN|undefined|Infinity| style=/);
  });

  it('has room for the names at its bars, or shortens them', () => {
    const named = (registrantName: string) => draw([{ registrantName, count: 1 }]);
    const placeOf = (svg: string) => Number(/<text x="([\d.]+)"[^>]*text-anchor="end"/.exec(svg)?.[1]);
    // As wide as it is in DejaVu Sans, the widest of the usual fonts: 136 px, and a W has 12.
    expect(placeOf(named('Raamatupood Kaks OÜ'))).toBeGreaterThan(136);
    expect(placeOf(named('www.www.ee'))).toBeGreaterThan(85);
    const long = named(`Kaldapealse ${'Valla'.repeat(20)}`);
    expect(textsIn(long)).toContainEqual(expect.stringMatching(/^Kaldapealse (Valla)+\p{L}*…$/u));
    expect(placeOf(long)).toBeLessThan(250);
  });

  it('says shares in per cent', () => {
    const countries = [
      { registrantCountry: 'EE', count: 2 },
      { registrantCountry: 'FI', count: 1 },
    ];
    expect(textsIn(draw(countries, { kind: 'share' }))).toEqual(
      expect.arrayContaining(['EE\nNumber: 2 (66.7 %)', '66.7 %', 'Share (%) →']),
    );
  });

  it('can be drawn of nothing but zeros, of one row and of whatever kind', () => {
    for (const kind of ['bars', 'stacked', 'line', 'area', 'share'])
      for (const items of [
        [{ createdAt: '2026-01-01', zone: 'ee', count: 0 }],
        [
          { createdAt: '2026-01-01', zone: 'ee', count: 0 },
          { createdAt: '2026-01-01', zone: 'pri.ee', count: 0 },
        ],
        [{ zone: 'ee', count: 0 }],
        [{ zone: 'ee', count: -3 }],
      ])
        expect(draw(items, { kind })).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('the specification of a chart for Vega-Lite', () => {
  const sold = [
    { createdAt: '2026-01-01', kind: 'RENEWAL', charged: '10.00' },
    { createdAt: '2026-01-01', kind: 'TRANSFER', charged: '5.50' },
    { createdAt: '2026-02-01', kind: 'RENEWAL', charged: '20.00' },
  ];
  const of = (kind: string, by = 'kind') =>
    specificationOf(
      chartOf(rows(sold), { across: 'createdAt', value: 'charged', by, kind }, { document: 'per: MONTH' }),
      { title: 'Charges' },
    );

  it('has every value of the chart, in its order, with the names that the chart shows', () => {
    const { data, encoding, mark } = of('stacked');
    expect(data.values).toEqual([
      { place: '2026-01', part: 'Renewal', value: 10 },
      { place: '2026-01', part: 'Transfer', value: 5.5 },
      { place: '2026-02', part: 'Renewal', value: 20 },
      { place: '2026-02', part: 'Transfer', value: 0 },
    ]);
    expect(mark.type).toBe('bar');
    expect(encoding).toMatchObject({
      x: { field: 'place', scale: { domain: ['2026-01', '2026-02'] } },
      y: { field: 'value', stack: 'zero' },
      color: { field: 'part', scale: { domain: ['Renewal', 'Transfer'] } },
    });
  });

  it('stacks nothing that the chart does not stack', () => {
    expect(of('bars').encoding).toMatchObject({ y: { stack: null }, xOffset: { field: 'part' } });
    expect(of('line')).toMatchObject({ mark: { type: 'line' }, encoding: { y: { stack: null } } });
  });
});
