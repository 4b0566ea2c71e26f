import { type RawBuilder, sql } from 'kysely';
import type { Grouping, GroupPeriod } from '../../../../base/filter.ts';

/** A key that a list can be grouped by: the SQL of a field. */
export interface GroupKey {
  readonly value: RawBuilder<unknown>;
  /**
   * Joins the values of a row that has several and counts in each: as `name.value`, from the rows of `value`.
   */
  readonly each?: (value: RawBuilder<unknown>, name: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** True if the same value may be joined several times but counts once: `value` identifies the rows. */
  readonly countsOnce?: boolean;
  /** How many rows of other tables are looked up for each row of the list; none by default. */
  readonly lookUps?: number;
  /** The sort order of the groups, if it is not the key itself. */
  readonly place?: (key: RawBuilder<unknown>, joined: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Joins the table that `place` is read from, if there may be very many groups. */
  readonly placeFrom?: (key: RawBuilder<unknown>, joined: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** The description of a list that can be grouped. */
export interface Groupable {
  readonly keys: Readonly<Record<string, GroupKey>>;
  /** The amount of each row, if it has one. */
  readonly amount?: RawBuilder<unknown>;
  /** The level after each row, such as a balance: its value, whose level it is, and the order of the rows. */
  readonly level?: {
    readonly value: RawBuilder<unknown>;
    readonly of: RawBuilder<unknown>;
    readonly place: RawBuilder<unknown>;
  };
}

export const registrarKey = (registrarId: RawBuilder<unknown>): GroupKey => ({
  value: registrarId,
  place: (id) => sql`(select code from registrars where registrars.id = ${id})`,
});

export interface KeyParts {
  readonly field: string;
  readonly per: GroupPeriod | undefined;
  readonly column: string;
  /** The value of a row of the list, and then of a group. */
  readonly value: RawBuilder<unknown>;
  readonly join: RawBuilder<unknown>;
  readonly shown: RawBuilder<unknown>;
  /** The count expression, if not all joined rows count. */
  readonly counted: RawBuilder<unknown> | undefined;
  /** The sort value of the group, if it is not its key, and the table that it is read from. */
  readonly place: RawBuilder<unknown> | undefined;
  readonly placeFrom: RawBuilder<unknown>;
  readonly isJoined: boolean;
}

export function keyParts(
  list: Groupable,
  field: string,
  per: GroupPeriod | undefined,
  index: number,
  { timeZone }: Grouping,
): KeyParts {
  const key = list.keys[field];
  if (!key) throw new TypeError(`no group key for the field ${field}`);
  const column = `key${index}`;
  const value = sql.ref(`chosen.${column}`);
  const name = sql.ref(`each${index}`);
  const one = key.each ? sql.ref(`each${index}.value`) : value;
  const ofGroup = sql.ref(`grouped.${column}`);
  const joined = sql.ref(`place${index}`);
  return {
    field,
    per,
    column,
    value: key.value,
    join: key.each?.(value, name) ?? sql``,
    shown: per ? sql`date_trunc(${sql.lit(per)}, ${one} at time zone ${timeZone})::date` : one,
    counted: key.countsOnce ? sql`count(distinct ${value})` : undefined,
    place: key.place?.(ofGroup, joined),
    placeFrom: key.placeFrom?.(ofGroup, joined) ?? sql``,
    isJoined: key.placeFrom !== undefined,
  };
}

const placeOf = (column: string): RawBuilder<unknown> => sql.ref(`grouped.place_of_${column}`);

/** The groups with their sort values. */
export const placed = (keys: readonly KeyParts[]): RawBuilder<unknown> =>
  sql.join([
    sql`grouped.*`,
    ...keys.flatMap(({ place, column }) =>
      place ? [sql`${place} as ${sql.ref(`place_of_${column}`)}`] : [],
    ),
  ]);

export const placesFrom = (keys: readonly KeyParts[]): RawBuilder<unknown> =>
  sql.join(
    keys.map(({ placeFrom }) => placeFrom),
    sql` `,
  );

/** Ties are sorted by their keys; groups without a value come last. */
export function orderOf({ order }: Grouping, keys: readonly KeyParts[]): RawBuilder<unknown> {
  const way = (by: Grouping['order']['by']) => sql.raw(order.by === by && order.descending ? 'desc' : 'asc');
  const places = keys.flatMap(({ place, column }) => [
    ...(place ? [placeOf(column)] : []),
    sql.ref(`grouped.${column}`),
  ]);
  const byKeys = places.map((place) => sql`${place} ${way('key')} nulls last`);
  const first = order.by === 'key' ? [] : [sql`${sql.ref(`grouped.${order.by}`)} ${way(order.by)}`];
  return sql.join([...first, ...byKeys, ...(first.length + byKeys.length === 0 ? [sql`count`] : [])]);
}
