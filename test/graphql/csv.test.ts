import { beforeAll, describe, expect, it } from 'vitest';
import { toCsv } from '#src/graphql/csv.ts';
import { seed } from '../support/seed.ts';
import { type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  const maker = seed(world);
  await maker.organisation({ id: 'a', name: '=SUM(A1)' });
  await maker.contact({ id: 'b', name: 'Mari Maasikas' });
});

const ask = (query: string) =>
  world.request({ method: 'POST', url: '/graphql', headers: { accept: 'text/csv' }, payload: { query } });

describe('asking for CSV', () => {
  it('gives the items of a connection as rows, nested objects as dotted columns', async () => {
    const { headers, text } = await ask(
      '{ contacts(first: 10, orderBy: { field: CODE }) { nodes { code ident { code countryCode } statuses { name } } } }',
    );
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.replace('\uFEFF', '').trim().split('\n')).toEqual([
      'code,ident.code,ident.countryCode,statuses',
      'ALPHA:A,12345678,EE,ok',
      'ALPHA:B,39708290069,EE,ok',
    ]);
  });

  it('keeps a cell from being taken for a formula', async () => {
    const { text } = await ask('{ contacts(first: 1, orderBy: { field: CODE }) { nodes { name } } }');
    expect(text).toContain("'=SUM(A1)");
  });

  it('says what it needs when there is no connection', async () => {
    for (const query of ['{ viewer { name } }', 'subscription { notificationReceived { text } }']) {
      const answer = await ask(query);
      expect(answer.status).toBe(406);
      expect(answer.text).toContain('CSV needs a query whose one root field is a connection');
    }
  });

  it('tells errors as JSON', async () => {
    const answer = await ask('{ contacts { nodes { code } } }');
    expect(answer.body.errors).toBeDefined();
  });
});

describe('a cell that a spreadsheet would take for a formula', () => {
  const rows = (cells: readonly string[]) =>
    toCsv({ data: { list: { nodes: cells.map((cell) => ({ cell, list: [cell] })) } } })
      ?.replace('\uFEFF', '')
      .split('\n')
      .slice(1);
  const column = (cell: string) => rows([cell])?.join('\n').replace(/,.*/s, '').replace(/^"/, '');

  it.each([
    '=1+1',
    ' =1+1',
    '   +1',
    '+372.5555',
    '@x',
    ' @x',
    '\t=1',
    '\r=1',
    ' \t1',
    '-x',
    ' -1+1',
    '-10.00-1',
    '－1',
    '＝1',
    '\u00a0=1',
  ])('is kept text: %j', (cell) => {
    expect(column(cell)).toMatch(/^'/);
  });

  it.each(['-10.00', '-1', '10.00', 'a=1', 'a -1', '1 + 1', 'x@y.ee', '', ' ', '2026-01-01'])(
    'is not what only looks a little like it: %j',
    (cell) => {
      expect(column(cell) ?? '').not.toMatch(/^'/);
    },
  );
});
