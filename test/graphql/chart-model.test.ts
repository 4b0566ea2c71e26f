import { describe, expect, it } from 'vitest';
import { rowsOf, theList } from '#src/core/table-rows.js';
import { chartOf, choicesOf, periodOf, rowCount } from '#src/graphiql/browser/chart-model.js';

interface Point {
  readonly place: string;
  readonly value: number;
}

const rows = (items: readonly object[]) => rowsOf(items).rows;
const firstChoice = (items: readonly object[]) => {
  const { rows: found, columns } = rowsOf(items);
  return choicesOf(found, columns).chosen;
};

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

describe('what a chart begins with', () => {
  it('is a line over time, stacked by the second key, of sums before counts', () => {
    const groups = [
      { createdAt: '2026-01-01', kind: 'RENEWAL', count: 2, sum: '-22.00' },
      { createdAt: '2026-01-01', kind: 'TOP_UP', count: 1, sum: '100.00' },
    ];
    expect(firstChoice(groups)).toEqual({ across: 'createdAt', value: 'sum', by: 'kind' });
    expect(chartOf(rows(groups), firstChoice(groups)).kind).toBe('line');
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

describe('a line', () => {
  const by = (dates: readonly string[], document = '') =>
    chartOf(
      rows(dates.map((expiresAt) => ({ expiresAt, count: 1 }))),
      { across: 'expiresAt', value: 'count', by: '' },
      document,
    );

  it('falls to nothing in a period in which there was nothing', () => {
    const { points } = by(['2026-11-01', '2027-02-01'], 'per: MONTH');
    expect(points.map((point: Point) => [point.place, point.value])).toEqual([
      ['2026-11-01', 1],
      ['2026-12-01', 0],
      ['2027-01-01', 0],
      ['2027-02-01', 1],
    ]);
  });

  it('goes by the period that was asked for, or by the coarsest that fits', () => {
    expect(periodOf('groups(by: [{ field: CREATED_AT, per: WEEK }])', ['2026-06-01'])).toBe('WEEK');
    expect(periodOf('', ['2026-01-01', '2027-01-01'])).toBe('YEAR');
    expect(periodOf('', ['2026-01-01', '2026-04-01'])).toBe('QUARTER');
    expect(periodOf('', ['2026-01-01', '2026-02-01'])).toBe('MONTH');
    expect(periodOf('', ['2026-06-01', '2026-06-08'])).toBe('WEEK');
    expect(periodOf('', ['2026-06-01', '2026-06-02'])).toBe('DAY');
  });

  it('tells how many rows have no place on it', () => {
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
