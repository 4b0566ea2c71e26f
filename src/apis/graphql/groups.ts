import { collectSubFields } from '@graphql-tools/utils';
import type { EnumRef, ObjectRef } from '@pothos/core';
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
} from 'graphql';
import type { Group, Grouping, GroupPeriod, Measure } from '../../base/filter.ts';
import { limit } from '../../base/limits.ts';
import { money, negate } from '../../base/money.ts';
import { builder, type Types } from './builder.ts';
import type { GroupsOf } from './connections.ts';
import { currency } from './currency.ts';
import { compareToWords, EarlierPeriod } from './earlier-period.ts';
import { enumOf } from './enum-of.ts';
import { reportTotal } from './files/request.ts';
import { IntFilter } from './filters.ts';
import { measure } from './measures.ts';
import { orderInput } from './order.ts';
import { badArgument, tooManyGroups } from './refusals.ts';
import { runsOnce } from './repeated-documents.ts';
import { countRowsRead, mostRowsFor } from './run.ts';
import { toFilter, whereInput } from './where.ts';

const maxGroups = limit('groups of one answer', 1000, 'More than anybody reads, but few enough to send.');

export const GroupPeriodEnum = enumOf<GroupPeriod>(
  'GroupPeriod',
  "The periods by which dates are grouped. Days begin at midnight in the registry's time zone.",
  {
    day: 'Each calendar day.',
    week: 'Each week, which begins on Monday.',
    month: 'Each calendar month.',
    quarter: 'Each quarter of a year.',
    year: 'Each calendar year.',
  },
);

const ShareOfEnum = enumOf('ShareOf', 'What the shares of groups are shares of.', {
  group: 'All groups with the same value of the first key; with one key, all groups.',
  all: 'All groups of the list, whatever their keys are.',
});

const GroupHaving = whereInput(
  'GroupHaving',
  'Which groups to show; all conditions that are given must hold.',
  { count: [IntFilter, 'By the number of items in a group: {gte: 5}.'] },
);

type KeyType = 'String' | 'Boolean' | 'CountryCode' | EnumRef<Types, unknown> | ObjectRef<Types, unknown>;

/** A key that a list can be grouped by; `moment` if it is grouped by periods. */
export interface Key {
  readonly type: KeyType | 'moment';
  readonly description: string;
}

/** A type of the graph as the type of a key, whatever its values are. */
export const key = (type: object | KeyType | 'moment', description: string): Key => ({
  type: type as Key['type'],
  description,
});

interface Offered {
  /** The keys by their names in upper case; the names of fields, and of the store's keys, follow from them. */
  readonly keys: Readonly<Record<string, Key>>;
  readonly many: string;
  /** A description of the summed amounts, if rows have any. */
  readonly amounts?: string;
  /** The measure of their sum: a level if the amounts are levels. */
  readonly sums?: 'AMOUNT' | 'LEVEL' | undefined;
  /** Charges are negative amounts; `charged` is their sum with the opposite sign. */
  readonly charges?: boolean;
  /** The level after each row, in words: `The balance`. */
  readonly level?: string;
}

/** The source of a connection knows how its rows are grouped. */
interface Grouped {
  readonly groups?: GroupsOf;
}

/** `groups` on a connection: the types of its arguments and of its answer, and how one becomes the other. */
export function offerGroups(
  connection: object,
  node: string,
  { keys, many, amounts, sums = 'AMOUNT', charges, level }: Offered,
): void {
  const FieldEnum = builder.enumType(`${node}GroupField`, {
    description: `What ${many} can be grouped by.`,
    values: Object.fromEntries(
      Object.entries(keys).map(([name, { description }]) => [name, { value: name, description }]),
    ),
  });
  const By = builder.inputType(`${node}GroupBy`, {
    description: `One key to group ${many} by.`,
    fields: (t) => ({
      field: t.field({
        type: FieldEnum,
        required: true,
        description: `The field whose equal values form a group.`,
      }),
      per: t.field({
        type: GroupPeriodEnum,
        description: 'The period: required for dates, refused for everything else.',
      }),
    }),
  });
  const Order = orderInput(`${node}Group`, `groups of ${many}`, {
    KEY: { value: 'key', description: 'By their keys; groups without a value come last.' },
    COUNT: { value: 'count', description: `By the number of ${many} in the group.` },
    ...(amounts && { SUM: { value: 'sum', description: `By the sum of ${amounts}.` } }),
  } as const);
  const Ref = builder.objectRef<ComparedGroup>(`${node}Group`);
  Ref.implement({
    description: `A group of ${many} that share the values of the grouping keys.`,
    fields: (t) =>
      ({
        ...Object.fromEntries(
          Object.entries(keys).map(([name, { type, description }]) => [
            fieldOf(name),
            t.field({
              type: (type === 'moment' ? 'Date' : type) as 'String',
              nullable: true,
              description: `${description} ${
                type === 'moment' ? 'The first day of the period; null' : 'Null'
              } where there is no value, and when the list is not grouped by it.`,
              resolve: (group) => (group.keys[fieldOf(name)] ?? null) as string | null,
            }),
          ]),
        ),
        count: t.exposeInt('count', {
          extensions: measure('COUNT'),
          description: `How many ${many} are in the group.`,
        }),
        before: t.field({
          type: Ref,
          nullable: true,
          description: `The same group, earlier by the duration in compareTo, with a count of 0 where there were no ${many}; null without compareTo.`,
          resolve: ({ before }) => before ?? null,
        }),
        share: t.exposeFloat('share', {
          extensions: measure('SHARE', 'PERCENT'),
          description:
            'Its share of the counts of the groups in shareOf in percent, with two decimals; groups that having and first leave out are counted too.',
        }),
        ...(amounts &&
          Object.fromEntries(
            Object.entries(measureWords).map(([name, words]) => [
              name,
              t.field({
                type: 'Decimal',
                extensions: measure(name === 'sum' ? sums : 'STATISTIC', 'EUR'),
                description: `${words} ${amounts} in the group, in euros.`,
                resolve: (group) => group[name as Measure] ?? '0.00',
              }),
            ]),
          )),
        ...(amounts && {
          median: t.field({
            type: 'Decimal',
            extensions: measure('STATISTIC', 'EUR'),
            nullable: true,
            description: `The median, rounded to cents, of ${amounts} in the group, in euros; null where there are none.`,
            resolve: (group) => group['p0.5'] ?? null,
          }),
          percentile: t.field({
            type: 'Decimal',
            extensions: measure('STATISTIC', 'EUR'),
            nullable: true,
            description: `A percentile of ${amounts} in the group, interpolated and rounded to cents, in euros; null where there are none.`,
            args: {
              p: t.arg.float({
                required: true,
                description: 'Which one, from 0 to 1: 0.9 is the amount that nine of ten do not exceed.',
              }),
            },
            resolve: (group, { p }) => group[percentileName(p)] ?? null,
          }),
        }),
        ...(level && {
          lastPerPeriod: t.field({
            type: 'Decimal',
            extensions: measure('LEVEL', 'EUR'),
            nullable: true,
            description: `${level} after the last of the ${many} in the group, in euros; null where the group is of several accounts.`,
            resolve: ({ last }) => last ?? null,
          }),
        }),
        ...(amounts && {
          sumShare: t.float({
            extensions: measure('SHARE', 'PERCENT'),
            nullable: true,
            description:
              'Its share of the sums of the groups in shareOf in percent, with two decimals; null where these add up to zero.',
            resolve: ({ sumShare }) => sumShare ?? null,
          }),
        }),
        ...((amounts || level || charges) && { currency: currency(t) }),
        ...(charges && {
          charged: t.field({
            type: 'Decimal',
            extensions: measure('AMOUNT', 'EUR'),
            description:
              'The amount debited from the accounts, in euros: the sum with its sign reversed. What registrars are charged is income of the registry.',
            resolve: ({ sum }) => negate(money(sum ?? '0.00')),
          }),
        }),
      }) as never,
  });
  builder.objectField(connection as ObjectRef<Types, unknown>, 'groups', (t) =>
    t.field({
      type: [Ref],
      extensions: runsOnce,
      description: `Everything that matches where, grouped and counted, whichever page is shown. At most ${maxGroups} groups; with first, the first of any number of groups.`,
      args: {
        by: t.arg({
          type: [By],
          required: true,
          description: 'The keys to group by, from the outermost to the innermost.',
        }),
        orderBy: t.arg({ type: Order, description: 'How to sort the groups; by their keys when left out.' }),
        having: t.arg({
          type: GroupHaving,
          description: 'Which groups are shown: {count: {gte: 5}}; all when left out.',
        }),
        compareTo: t.arg({
          type: 'Duration',
          description: `${compareToWords} A period in where is moved back by the same duration; one without an end ends now, or that much earlier. Where the list takes asOf, the earlier numbers are those of that earlier moment, even without a period. Lists that cannot be compared are refused. Groups that exist only in the earlier numbers are left out.`,
        }),
        shareOf: t.arg({
          type: ShareOfEnum,
          defaultValue: 'group' as const,
          description: 'What share and sumShare are shares of.',
        }),
        first: t.arg.int({
          description: `How many groups at most, 1 to ${maxGroups}; all of them when left out.`,
        }),
      },
      resolve: async (source, { by, orderBy, having, compareTo, shareOf, first }, context, info) => {
        const limit = first ?? undefined;
        if (limit !== undefined && (limit < 1 || limit > maxGroups))
          throw badArgument(`first must be between 1 and ${maxGroups}`, 2004, 'first');
        const grouping: Grouping = {
          by: by.map((one) => ({ field: fieldOf(one.field), per: one.per ?? undefined })),
          timeZone: context.calendar.zone,
          measures: measuresIn(info),
          sharesOfFirstKey: shareOf !== 'all',
          order: { by: orderBy?.field ?? 'key', descending: orderBy?.direction === 'DESC' },
          limit: limit ?? maxGroups + 1,
          mostRows: mostRowsFor(context),
          priceOnly: context.costOnly,
          having: toFilter(having, GroupHaving, context),
        };
        refuseUnfit(by, keys);
        const earlier = compareTo ? new EarlierPeriod(compareTo, context.calendar) : undefined;
        for (const { per } of grouping.by) if (per) earlier?.mustFit(per);
        const { groups } = source as Grouped;
        if (!groups) throw new TypeError(`${node}Connection has no groups here`);
        const found = await groups(grouping, earlier && { to: earlier, side: 'now' });
        countRowsRead(context, found.rows);
        await reportTotal(context, info, () => found.total);
        if (limit === undefined && found.total > maxGroups) throw tooManyGroups(found.total, maxGroups);
        if (!earlier) return [...found.groups];
        const { having: _, ...all } = grouping;
        const then = await groups({ ...all, limit: maxGroups + 1 }, { to: earlier, side: 'before' });
        countRowsRead(context, then.rows);
        if (then.total > maxGroups) throw tooManyGroups(then.total, maxGroups);
        return compared(found.groups, then.groups, grouping, earlier);
      },
    }),
  );
}

/** A group, with the same group in the earlier period. */
interface ComparedGroup extends Group {
  readonly before?: Group | undefined;
}

function compared(
  groups: readonly Group[],
  then: readonly Group[],
  { by }: Grouping,
  earlier: EarlierPeriod,
): ComparedGroup[] {
  const known = new Map(then.map((group) => [JSON.stringify(group.keys), group]));
  return groups.map((group) => {
    const keys = Object.fromEntries(
      by.map(({ field, per }) => {
        const value = group.keys[field];
        return [field, per && typeof value === 'string' ? earlier.period(value, per) : value];
      }),
    );
    return { ...group, before: known.get(JSON.stringify(keys)) ?? { keys, count: 0, share: 0 } };
  });
}

const measureWords = {
  sum: 'The sum of',
  min: 'The smallest of',
  max: 'The largest of',
  average: 'The average, rounded to cents, of',
};

/** Returns the measures that are computed for the groups of both periods. */
function measuresIn(info: GraphQLResolveInfo): Measure[] {
  const type = getNamedType(info.returnType) as GraphQLObjectType;
  const selected = [...fieldsOf(info, type, [...info.fieldNodes])];
  const before = selected.filter(({ name }) => name.value === 'before');
  const found = [...selected, ...(before.length > 0 ? fieldsOf(info, type, before) : [])].flatMap(
    (node): Measure[] => {
      const name = node.name.value;
      if (name === 'charged' || name === 'sumShare') return ['sum'];
      if (name === 'median') return ['p0.5'];
      if (name === 'lastPerPeriod') return ['last'];
      if (name === 'percentile') {
        const field = type.getFields()[name];
        return field ? [percentileName(getArgumentValues(field, node, info.variableValues).p)] : [];
      }
      return Object.hasOwn(measureWords, name) ? [name as keyof typeof measureWords] : [];
    },
  );
  return [...new Set(found)];
}

function fieldsOf(info: GraphQLResolveInfo, type: GraphQLObjectType, nodes: FieldNode[]): FieldNode[] {
  const { fields } = collectSubFields(info.schema, info.fragments, info.variableValues, type, nodes);
  return [...fields.values()].flat();
}

/** Equal fractions have one name, however they are written. */
function percentileName(p: unknown): `p${number}` {
  if (typeof p !== 'number' || !(p >= 0 && p <= 1)) throw badArgument('p must be from 0 to 1', 2004, 'p');
  return `p${p}`;
}

/** REGISTRANT_COUNTRY_CODE is the field registrantCountryCode. */
const fieldOf = (name: string): string =>
  name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

interface By {
  readonly field: string;
  readonly per?: GroupPeriod | null | undefined;
}

function refuseUnfit(by: readonly By[], keys: Offered['keys']): void {
  const seen = new Set<string>();
  for (const { field, per } of by) {
    const isMoment = keys[field]?.type === 'moment';
    if (isMoment && !per)
      throw badArgument(`${field} needs per: DAY, WEEK, MONTH, QUARTER or YEAR`, 2003, 'by');
    if (!isMoment && per) throw badArgument(`${field} is not a date: leave per out`, 2005, 'by');
    if (seen.has(field)) throw badArgument(`${field} appears twice in by`, 2005, 'by');
    seen.add(field);
  }
}
