import { type AliasedExpression, type Expression, type RawBuilder, sql } from 'kysely';
import type { Group, Grouping, Groups, Measure } from '../../../../base/filter.ts';
import type { Db } from '../connections/pool.ts';
import { expectedRows } from '../connections/query-cost-meter.ts';
import { compileFilter } from './filters.ts';
import { type Groupable, type KeyParts, keyParts, orderOf, placed, placesFrom } from './group-keys.ts';
import { groupsInIndex, type Indexed } from './groups-in-index.ts';
import { refuseTooMany } from './row-limit.ts';

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
  /** The indexes that may contain the groups of these rows. */
  readonly indexed?: Indexed | undefined;
  /** How many rows of the list each chosen row represents. */
  readonly weight?: RawBuilder<unknown> | undefined;
  /** The groups themselves, by their one key: `value` and `count`. */
  readonly counted?: RawBuilder<unknown> | undefined;
  /**
   * The keys of the first groups in the order of their place, of all or of those with a count; fast even if there are
   * very many.
   */
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

/**
 * All groups of a list in one statement. There may be a million of them, but only the first ones are shown, so only
 * those are sorted.
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

/** Returns a percentage with two decimals. All shares add up to a hundred except for rounding. */
const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
