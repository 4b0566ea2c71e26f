import { describe, expect, it } from 'vitest';
import { schemaOf } from '#src/apis/graphql/caller-schemas.ts';
import { columnsIn, documentOf, endOfDay, tablesIn } from '#src/extensions/workshop/sql/browser/tables.ts';
import { tablesOf } from '#src/extensions/workshop/sql/tables.ts';
import { graph } from '../../../support/graph.ts';
import { buildSchema } from '../../../support/schema.ts';
import { alpha, operator, testWorld } from '../../../support/world.ts';

const schema = buildSchema();
const tables = tablesOf(schemaOf(schema, 'registrar'));
const table = (name: string) => {
  const found = tables.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};
const columnNames = (sql: string, name: string) =>
  columnsIn(sql, table(name)).map((column: { name: string }) => column.name);

describe('the tables of /sql', () => {
  it('are the lists of each kind of caller, with columns in snake_case and without secrets', () => {
    expect(tables.map(({ name }) => name).slice(0, 4)).toEqual([
      'domains',
      'domain_events',
      'contacts',
      'transactions',
    ]);
    const domains = table('domains').columns;
    expect(domains.find(({ name }) => name === 'expires_at')).toMatchObject({ type: 'timestamptz' });
    expect(domains.find(({ name }) => name === 'statuses')).toMatchObject({ type: 'text[]' });
    expect(domains.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['registrar_code', 'registrant_code', 'registrant_address_country_code']),
    );
    expect(domains.map(({ name }) => name)).not.toContain('transfer_code');
    expect(domains.every(({ about }) => about !== '')).toBe(true);
    expect(tablesOf(schemaOf(schema, 'operator')).map(({ name }) => name)).toContain('ledger');
    expect(tables.map(({ name }) => name)).not.toContain('ledger');
  });

  it('are read with queries that the registry answers, whichever columns are named', async () => {
    const world = await testWorld();
    for (const [kind, auth] of [
      ['registrar', alpha],
      ['operator', operator],
    ] as const)
      for (const one of tablesOf(schemaOf(schema, kind))) {
        const { errors } = await graph(world, documentOf(one, one.columns, undefined), { auth });
        expect(errors, `${kind} ${one.name}`).toBeUndefined();
      }
  });
});

describe('what a statement needs', () => {
  it('are the tables that it names, today or at the end of a day', () => {
    const found = tablesIn(
      `-- contacts
       select 'invoices', "name" from Domains d join domains_2026_06_01 then using (name), transactions_2026_06_01`,
      tables,
    );
    expect(found.map(({ name, day }: { name: string; day?: string }) => [name, day])).toEqual([
      ['domains', undefined],
      ['domains_2026_06_01', '2026-06-01'],
    ]);
  });

  it('are the columns that it names, all of them for a star, and one to count rows by', () => {
    expect(columnNames('select name, max(expires_at) from domains', 'domains')).toEqual([
      'expires_at',
      'name',
    ]);
    expect(columnNames('select count(*) * 2 from domains', 'domains')).toHaveLength(1);
    const all = table('domains').columns.length;
    for (const sql of ['select * from domains', 'select d.* from domains d', 'select 1, * from domains'])
      expect(columnNames(sql, 'domains')).toHaveLength(all);
  });

  it('ends a day at midnight of the registry, also when the clocks change', () => {
    expect(endOfDay('2026-06-01', 'Europe/Tallinn')).toBe('2026-06-01T20:59:59.999Z');
    expect(endOfDay('2026-01-01', 'Europe/Tallinn')).toBe('2026-01-01T21:59:59.999Z');
    expect(endOfDay('2026-10-25', 'Europe/Tallinn')).toBe('2026-10-25T21:59:59.999Z');
    expect(endOfDay('2026-03-29', 'Europe/Tallinn')).toBe('2026-03-29T20:59:59.999Z');
    expect(() => endOfDay('2026-02-31', 'Europe/Tallinn')).toThrow('not a day');
  });
});
