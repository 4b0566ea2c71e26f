import { type AliasedExpression, type Expression, type RawBuilder, sql } from 'kysely';
import type { Group, Grouping, GroupPeriod, Groups, Measure } from '../../../core/filter.ts';
import { compileFilter } from './filters.ts';
import type { Db } from './pool.ts';
import { expectedRows } from './query-cost-meter.ts';
import { refuseTooMany } from './row-limit.ts';

/** A key that a list can be grouped by: the SQL of a field. */
export interface GroupKey {
  readonly value: RawBuilder<unknown>;
  /** For rows with several values, which count in each: joins them as `name.value`, from the rows of `value`. */
  readonly each?: (value: RawBuilder<unknown>, name: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The same value may be joined several times but counts once: `value` identifies the rows. */
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

/** The filtered rows of a list, as a query. */
export interface Chosen {
  select(columns: AliasedExpression<unknown, string>[]): Expression<unknown>;
}

export type Way = 'asc' | 'desc';

/** Faster ways to the same groups. */
interface Shortcuts {
  /** The rows are the whole list, without a condition. */
  readonly isWhole?: boolean | undefined;
  /** The rows of the list, if each chosen row represents several. */
  readonly list?: Chosen | undefined;
  /** The same rows, if indexes may contain their groups. */
  readonly indexed?: Indexed | undefined;
  /** How many rows of the list each chosen row represents. */
  readonly weight?: RawBuilder<unknown> | undefined;
  /** The groups themselves, by their one key: `value` and `count`. */
  readonly counted?: RawBuilder<unknown> | undefined;
  /** The keys of the first groups in the order of their place, of all or of those with a count; fast even if there are very many. */
  readonly firstKeys?: ((way: Way, count?: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined;
}

const measures = {
  sum: sql`sum(chosen.amount)`,
  min: sql`min(chosen.amount)`,
  max: sql`max(chosen.amount)`,
  average: sql`round(avg(chosen.amount), 2)`,
  // Levels of different accounts have no common last one.
  last: sql`case when min(chosen.level_of) = max(chosen.level_of)
    then (array_agg(chosen.level order by chosen.level_place desc))[1] end`,
} as const;

const isPercentile = (name: Measure): name is `p${number}` => !Object.hasOwn(measures, name);

const measured = (name: Measure): RawBuilder<unknown> =>
  isPercentile(name)
    ? sql`round((percentile_cont(${sql.lit(Number(name.slice(1)))}::float8) within group (order by chosen.amount))::numeric, 2)`
    : measures[name];

export const registrarKey = (registrarId: RawBuilder<unknown>): GroupKey => ({
  value: registrarId,
  place: (id) => sql`(select code from registrars where registrars.id = ${id})`,
});

/**
 * All groups of a list in one statement. There may be a million of them, but only the first ones are shown, so only those
 * are sorted.
 */
export async function groupRows(
  db: Db,
  rows: Chosen,
  list: Groupable,
  grouping: Grouping,
  shortcuts: Shortcuts = {},
): Promise<Groups> {
  const chosen = sql`select from ${(shortcuts.list ?? rows).select([sql.lit(1).as('one')])} as chosen`;
  const lookUps = grouping.by.reduce((sum, { field }) => sum + (list.keys[field]?.lookUps ?? 0), 0);
  const { isWhole = false, counted } = shortcuts;
  await refuseTooMany(db, { rows: chosen, isWhole, lookUps: counted ? 0 : lookUps }, grouping.mostRows);
  if (grouping.priceOnly) return { groups: [], total: 0, rows: await expectedRows(db, chosen.compile(db)) };
  const { keys, groups, fits, isSummed } = partsOf(rows, sql`1`, list, grouping, shortcuts);
  const order = orderOf(grouping, keys);
  const whole = isSummed ? sql`, sum(sum) as whole` : sql``;
  const near = nearStart(grouping, keys, shortcuts);
  const ofFirst = wholesOfFirstKey(grouping, isSummed, sql`key0`);
  const { rows: found } = await sql<Row>`
    with made as materialized (select grouped.*, ${fits} as fits${ofFirst} from (${groups}) grouped),
    listed as (select count(*) filter (where fits) as groups, coalesce(sum(count), 0)::bigint as rows${whole} from made)
    select grouped.*, listed.* from listed left join (
      select * from (select ${placed(keys)} from (${near}) grouped ${placesFrom(keys)}) grouped
      order by ${order} limit ${grouping.limit}) grouped on true
    order by ${order}`.execute(db);
  const { groups: total = 0, rows: read = 0 } = found[0] ?? {};
  const shown = found.filter(({ fits }) => fits).map((row) => groupOf(row, grouping));
  return { groups: shown, total, rows: read };
}

const lengths: Readonly<Record<GroupPeriod, string>> = {
  day: '1 day',
  week: '1 week',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
};

/** Rows of a table that indexes have in the order of a timestamp. */
export interface Indexed {
  readonly table: string;
  /** The condition on the first columns of the indexes. */
  readonly whose: RawBuilder<unknown>;
  /** The timestamp columns that come next, one in each index, by field. */
  readonly moments: Readonly<Record<string, string>>;
  /** The other keys that each of these indexes has, and the amount if the list has one. */
  readonly keys: readonly string[];
}

/**
 * The groups by the periods of a timestamp, if an index contains everything that they need: each period with any rows is
 * added up there, and then the first row after it is looked up. That takes a quarter of the time of computing the period of
 * each row.
 */
function groupsInIndex(
  { table, whose, moments, keys: known }: Indexed,
  keys: readonly KeyParts[],
  amounts: readonly RawBuilder<unknown>[],
  amount: RawBuilder<unknown> | undefined,
  timeZone: string,
): RawBuilder<unknown> | undefined {
  const period = keys.find(({ field, per }) => per && Object.hasOwn(moments, field));
  const others = keys.filter((key) => key !== period);
  if (!period?.per || others.some(({ field, per }) => per || !known.includes(field))) return undefined;
  const rows = sql`${sql.table(table)} where ${whose}`;
  const at = sql.ref(`${table}.${moments[period.field]}`);
  const length = sql`${sql.lit(lengths[period.per])}::interval`;
  const periodOf = (first: RawBuilder<unknown>) =>
    sql`date_trunc(${sql.lit(period.per)}, (${first}) at time zone ${timeZone})`;
  // One hour after 23:00, because midnight itself may occur twice or not at all. Where clocks are set back over midnight
  // (St. John's until 2011), the repeated hour counts as part of the new day.
  const start = (begins: RawBuilder<unknown>) =>
    sql`((${begins} - interval '1 hour') at time zone ${timeZone}) + interval '1 hour'`;
  const next = sql`(periods.begins + ${length})`;
  const chosen = sql.join([
    ...others.map(({ value, column }) => sql`${value} as ${sql.ref(column)}`),
    ...(amounts.length > 0 && amount ? [sql`${amount} as amount`] : []),
  ]);
  const added = sql.join([
    ...others.map(({ shown, column }) => sql`${shown} as ${sql.ref(column)}`),
    sql`count(*) as count`,
    ...amounts,
  ]);
  const together =
    others.length > 0 ? sql`group by ${sql.join(others.map((_, index) => sql.lit(index + 1)))}` : sql``;
  return sql`
    with recursive periods as (
      select ${periodOf(sql`select min(${at}) from ${rows}`)} as begins
      union all
      select greatest(${next}, ${periodOf(sql`select min(${at}) from ${rows} and ${at} >= ${start(next)}`)})
      from periods where exists (select from ${rows} and ${at} >= ${start(next)}))
    select 1 as owner, begins::date as ${sql.ref(period.column)}, added.*
    from periods cross join lateral (
      select ${added} from (select ${chosen} from ${rows}
        and ${at} >= ${start(sql`begins`)} and ${at} < ${start(next)}) as chosen ${together}) as added
    where begins is not null`;
}

/** Up to this many groups are sorted directly. */
const fewFor = (limit: number): number => Math.max(5000, 20 * limit);

/**
 * Compared as a value, not joined: the planner does not know the number of groups and might compare each with each. Nor
 * does it know how few remain, so the limit tells it.
 */
const isAmong = (keys: RawBuilder<unknown>): RawBuilder<unknown> => sql`(key0 in (${keys})) is true`;

/** The groups without most of those that will not be shown, so that few places have to be looked up. */
function nearStart(
  { order, having, limit }: Grouping,
  keys: readonly KeyParts[],
  { firstKeys }: Shortcuts,
): RawBuilder<unknown> {
  const all = sql`select made.* from made where fits`;
  const way = order.descending ? 'desc' : 'asc';
  const few = sql.lit(fewFor(limit));
  if (order.by === 'key') {
    if (having || !firstKeys) return all;
    const areMany = sql`(select groups from listed) > ${few}`;
    return sql`
      (${all} and not ${areMany} limit ${few})
      union all (${all} and ${areMany} and ${isAmong(firstKeys(way))} limit ${few})`;
  }
  if (order.by !== 'count' || !keys.some(({ isJoined }) => isJoined)) return all;
  const [last, better] = order.descending ? [sql`min`, sql`>`] : [sql`max`, sql`<`];
  const edge = sql`select ${last}(count) as count from (
    select count from made where fits order by count ${sql.raw(way)} limit ${limit}) first`;
  if (!firstKeys) return sql`${all} and (count ${better} (${edge}) or count = (${edge}))`;
  // Most groups may have the same count as the last one that is shown.
  const count = sql`(select count from edge)`;
  const areMany = sql`(select are_many from tied)`;
  return sql`
    with edge as materialized (${edge}),
    tied as materialized (select count(*) > ${few} as are_many from made where count = ${count})
    (${all} and (count ${better} ${count} or (count = ${count} and not ${areMany}))
      limit ${few} + ${limit})
    union all (${all} and ${areMany} and ${isAmong(firstKeys('asc', count))} limit ${few})`;
}

type Row = {
  owner: number;
  count: number;
  rows: number;
  groups: number;
  fits: boolean;
  sum?: string;
  whole?: string;
  rows_of_first?: number;
  whole_of_first?: string;
} & Record<string, unknown>;

/** The totals that shares are computed from, if these are not the totals of all groups. */
const wholesOfFirstKey = (
  { by, sharesOfFirstKey }: Grouping,
  isSummed: boolean,
  first: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sharesOfFirstKey && by.length > 1
    ? sql`, (sum(count) over (partition by ${first}))::bigint as rows_of_first${
        isSummed ? sql`, sum(sum) over (partition by ${first}) as whole_of_first` : sql``
      }`
    : sql``;

/** The groups of several owners' lists in one statement, each list under its owner. */
export async function groupRowsOfEach(
  db: Db,
  rows: Chosen,
  owner: RawBuilder<unknown>,
  list: Groupable,
  grouping: Grouping,
): Promise<ReadonlyMap<number, Groups>> {
  const { keys, groups, fits, isSummed } = partsOf(rows, owner, list, grouping, {});
  const whole = isSummed ? sql`, sum(sum) over list as whole` : sql``;
  const ofFirst = wholesOfFirstKey(grouping, isSummed, sql`owner, key0`);
  // If no group fits, one is kept, because it tells how many rows were read.
  const { rows: found } = await sql<Row>`
    select * from (
      select grouped.*, count(*) filter (where fits) over list as groups, (sum(count) over list)::bigint as rows${whole}${ofFirst},
        row_number() over (list order by not fits, ${orderOf(grouping, keys)}) as place
      from (select ${placed(keys)}, ${fits} as fits from (${groups}) grouped ${placesFrom(keys)}) grouped
      window list as (partition by owner)
    ) placed where (fits and place <= ${grouping.limit}) or place = 1 order by owner, place`.execute(db);
  return byOwner(found, grouping);
}

/** The common parts of both kinds of statements: the groups, and which of them are shown. */
function partsOf(
  rows: Chosen,
  owner: RawBuilder<unknown>,
  list: Groupable,
  grouping: Grouping,
  { indexed, weight, counted: made }: Shortcuts,
) {
  const keys = grouping.by.map(({ field, per }, index) => keyParts(list, field, per, index, grouping));
  const taken: Measure[] =
    grouping.order.by === 'sum' ? [...grouping.measures, 'sum'] : [...grouping.measures];
  const amounts = [...new Set(taken)].map((name) => sql`${measured(name)} as ${sql.id(name)}`);
  const level = taken.includes('last') ? list.level : undefined;
  const chosen = rows.select([
    owner.as('owner'),
    ...keys.map(({ value, column }) => value.as(column)),
    ...(amounts.length > 0 && list.amount ? [list.amount.as('amount')] : []),
    ...(level ? [level.value.as('level'), level.of.as('level_of'), level.place.as('level_place')] : []),
    ...(weight ? [weight.as('weight')] : []),
  ]);
  const counted = weight
    ? sql`sum(chosen.weight)::bigint`
    : (keys.find(({ counted }) => counted)?.counted ?? sql`count(*)`);
  const columns = [
    sql`chosen.owner`,
    ...keys.map(({ shown, column }) => sql`${shown} as ${sql.ref(column)}`),
    sql`${counted} as count`,
    ...amounts,
  ];
  const groups =
    (made && sql`select 1 as owner, value as key0, count from (${made}) counted`) ??
    (indexed && !level ? groupsInIndex(indexed, keys, amounts, list.amount, grouping.timeZone) : undefined) ??
    sql`select ${sql.join(columns)} from ${chosen} as chosen ${sql.join(
      keys.map(({ join }) => join),
      sql` `,
    )} group by ${sql.join(['owner', ...keys].map((_, index) => sql.lit(index + 1)))}`;
  const fits = grouping.having
    ? compileFilter(grouping.having, { count: sql`grouped.count` })
    : sql<boolean>`true`;
  return { keys, groups, fits, isSummed: taken.includes('sum') };
}

interface KeyParts {
  readonly field: string;
  readonly per: GroupPeriod | undefined;
  readonly column: string;
  /** For a row of the list, and then for a group. */
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

function keyParts(
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
const placed = (keys: readonly KeyParts[]): RawBuilder<unknown> =>
  sql.join([
    sql`grouped.*`,
    ...keys.flatMap(({ place, column }) =>
      place ? [sql`${place} as ${sql.ref(`place_of_${column}`)}`] : [],
    ),
  ]);

const placesFrom = (keys: readonly KeyParts[]): RawBuilder<unknown> =>
  sql.join(
    keys.map(({ placeFrom }) => placeFrom),
    sql` `,
  );

/** Ties are sorted by their keys; groups without a value come last. */
function orderOf({ order }: Grouping, keys: readonly KeyParts[]): RawBuilder<unknown> {
  const way = (by: Grouping['order']['by']) => sql.raw(order.by === by && order.descending ? 'desc' : 'asc');
  const places = keys.flatMap(({ place, column }) => [
    ...(place ? [placeOf(column)] : []),
    sql.ref(`grouped.${column}`),
  ]);
  const byKeys = places.map((place) => sql`${place} ${way('key')} nulls last`);
  const first = order.by === 'key' ? [] : [sql`${sql.ref(`grouped.${order.by}`)} ${way(order.by)}`];
  return sql.join([...first, ...byKeys, ...(first.length + byKeys.length === 0 ? [sql`count`] : [])]);
}

function byOwner(found: readonly Row[], grouping: Grouping): ReadonlyMap<number, Groups> {
  const lists = new Map<number, Groups & { groups: Group[] }>();
  for (const row of found) {
    const list = lists.get(row.owner) ?? { groups: [], total: row.groups, rows: row.rows };
    lists.set(row.owner, list);
    if (row.fits) list.groups.push(groupOf(row, grouping));
  }
  return lists;
}

const groupOf = (row: Row, { by, measures: wanted }: Grouping): Group => {
  const whole = row.whole_of_first ?? row.whole;
  return {
    keys: Object.fromEntries(by.map(({ field }, index) => [field, row[`key${index}`]])),
    count: row.count,
    share: shareOf(row.count, row.rows_of_first ?? row.rows),
    ...(whole !== undefined && {
      sumShare: Number(whole) === 0 ? null : shareOf(Number(row.sum), Number(whole)),
    }),
    ...(Object.fromEntries(wanted.map((name) => [name, row[name]])) as Partial<Record<Measure, string>>),
  };
};

/** In hundredths of a per cent, which add up to a hundred except for rounding. */
const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
