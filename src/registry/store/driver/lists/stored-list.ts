import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Filter, Grouping, Groups, ListQuery } from '../../../../base/filter.ts';
import type { Entity, RowOf } from '../../../entities/entity.ts';
import type { Tables } from '../../tables/schema.ts';
import type { Db } from '../connections/pool.ts';
import { groupKeys, type ListedRows, listColumns } from './entity-columns.ts';
import { applyList, type Columns, compileFilter } from './filters.ts';
import type { Groupable, GroupKey } from './group-keys.ts';
import { groupRows } from './groups.ts';
import type { Indexed } from './groups-in-index.ts';
import { rowsOf } from './walk.ts';

/** The parts of a list: a page of it, its count, and its groups. */
export interface StoredList<Row> {
  readonly rows: (db: Db, list: ListQuery) => Promise<Row[]>;
  readonly count: (db: Db, filter: Filter | undefined) => Promise<number>;
  readonly groups: (db: Db, filter: Filter | undefined, grouping: Grouping) => Promise<Groups>;
  /** Returns the condition of the filter, for special statements about the same rows. */
  readonly matching: (filter: Filter | undefined) => Expression<SqlBool>;
}

interface Described {
  readonly columns: Columns;
  readonly groups: Groupable;
  /** A condition on every row of the list. */
  readonly only?: RawBuilder<SqlBool>;
  /** The column that orders rows with equal sort values; `id` when left out. */
  readonly id?: string;
  readonly indexed?: IndexedBy;
}

/**
 * The indexes of a list: those that begin with the owner's column for lists of one owner, and those without it for
 * lists of all rows.
 */
interface IndexedBy extends Pick<Indexed, 'moments' | 'keys'> {
  readonly field: string;
  readonly column: string;
}

/** Returns the indexes if the filter selects exactly the rows of one owner, or all rows. */
function inIndex(
  table: string,
  indexed: IndexedBy | undefined,
  filter: Filter | undefined,
): Indexed | undefined {
  if (indexed && isEverything(filter)) return { ...indexed, table, whose: sql`true` };
  const [only, ...others] = filter && 'and' in filter ? filter.and : [];
  if (!indexed || !only || others.length > 0 || !('is' in only)) return undefined;
  if (only.field !== indexed.field || only.is !== 'eq') return undefined;
  return { ...indexed, table, whose: sql`${sql.ref(`${table}.${indexed.column}`)} = ${only.value}` };
}

/** A list of the rows of one table. */
export function storedList<Name extends keyof Tables & string>(
  table: Name,
  { columns, groups, only, id = 'id', indexed }: Described,
): StoredList<Selectable<Tables[Name]>> {
  type Row = Selectable<Tables[Name]>;
  const all = (db: Db) => {
    const rows = db.selectFrom(sql<Record<string, unknown>>`${sql.table(table)}`.as(table as 'listed'));
    return only ? rows.where(only) : rows;
  };
  const matching = (filter: Filter | undefined) => compileFilter(filter ?? { and: [] }, columns);
  const chosen = (db: Db, filter: Filter | undefined) => (filter ? all(db).where(matching(filter)) : all(db));
  return {
    matching,
    rows: (db, list) => {
      const place = sql.ref(`${table}.${id}`);
      return rowsOf(db, list, {
        id,
        ids: (whole) => applyList(all(db).select(place.as('id')), whole, columns, place),
        rows: async (page) =>
          (await applyList(all(db).selectAll(), page, columns, place).execute()) as unknown as Row[],
      });
    },
    count: async (db, filter) => {
      const { count } = await chosen(db, filter)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    groups: (db, filter, grouping) =>
      groupRows(db, chosen(db, filter), groups, grouping, {
        isWhole: isEverything(filter),
        indexed: only ? undefined : inIndex(table, indexed, filter),
      }),
  };
}

/** A list of an entity, from its declaration and additional parts. */
export const entityList = <E extends Entity>(
  entity: E,
  { columns, keys, amount, level, only, id, indexed, of }: EntityList = {},
): StoredList<RowOf<E>> =>
  storedList(entity.table as keyof Tables, {
    columns: { ...listColumns(entity, of), ...columns },
    groups: {
      keys: { ...groupKeys(entity, of), ...keys },
      ...(amount && { amount }),
      ...(level && { level }),
    },
    ...(only && { only }),
    ...(id && { id }),
    ...(indexed && { indexed }),
  }) as unknown as StoredList<RowOf<E>>;

interface EntityList {
  /** The rows that the list has; needed if a field is hidden from others. */
  readonly of?: ListedRows;
  readonly columns?: Columns;
  readonly keys?: Groupable['keys'];
  /** The amount that groups add up. */
  readonly amount?: RawBuilder<unknown>;
  readonly level?: NonNullable<Groupable['level']>;
  readonly only?: Described['only'];
  readonly id?: Described['id'];
  readonly indexed?: Described['indexed'];
}

/** No condition, or one that is true of every row. */
export const isEverything = (filter: Filter | undefined): boolean =>
  filter === undefined || ('and' in filter && filter.and.every(isEverything));

/** The columns of a row's registrar: its number, for our own conditions, and its code. */
export const registrarColumns = (table: keyof Tables & string): Columns => ({
  registrarId: sql.ref(`${table}.registrar_id`),
  registrar: registrarCodeOf(table),
});

/** The code of a row's registrar. */
const registrarCodeOf = (table: keyof Tables & string): RawBuilder<unknown> =>
  sql`(select code from registrars where registrars.id = ${sql.ref(`${table}.registrar_id`)})`;

/** Returns the key of a column with several values; its row counts in each. */
export const eachOf = (values: RawBuilder<unknown>): GroupKey => ({
  value: values,
  each: (list, name) => sql`left join lateral unnest(${list}) as ${name}(value) on true`,
});

/** The zone of a name. */
export const zoneOf = (name: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`substr(${name}, strpos(${name}, '.') + 1)`;
