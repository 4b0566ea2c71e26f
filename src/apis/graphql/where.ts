import { type Calendar, isLocalDate, parseDuration, parseInstant } from '../../base/calendar.ts';
import type { Comparator, Filter } from '../../base/filter.ts';
import { limit } from '../../base/limits.ts';
import { constantCase } from '../../base/text.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { DateFilter, DateTimeFilter, isOfSet } from './filters.ts';
import { badArgument } from './refusals.ts';

/** A field of a list: its filter, the description, and all values that there are, where they are known. */
export type Condition = readonly [
  filter: { readonly $inferInput: object },
  description: string,
  words?: readonly string[] | undefined,
];
type Conditions = Readonly<Record<string, Condition>>;

type Where<Fields extends Conditions> = {
  [Name in keyof Fields]?: Fields[Name][0]['$inferInput'] | null;
} & {
  and?: Where<Fields>[] | null;
  or?: Where<Fields>[] | null;
  not?: Where<Fields> | null;
};

/** The filter of a list: conditions on its fields, and combinations of them. */
export function whereInput<const Fields extends Conditions>(
  name: string,
  description: string,
  conditions: Fields,
) {
  const Input = builder.inputRef<Where<Fields>>(name);
  Input.implement({
    description,
    fields: (t) =>
      ({
        and: t.field({ type: [Input], description: 'All of these conditions hold.' }),
        or: t.field({ type: [Input], description: 'One or more of these conditions hold.' }),
        not: t.field({ type: Input, description: 'This condition does not hold.' }),
        ...mapValues(conditions, ([filter, words]) => t.field({ type: filter as never, description: words })),
      }) as never,
  });
  rulesOf.set(
    Input,
    mapValues(conditions, ([filter, , words]) => ({
      kind: kindOf.get(filter) ?? (isOfSet(filter) ? 'set' : 'plain'),
      words,
    })),
  );
  return Input;
}

const mapValues = <T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

/** How the values that a field is compared with are prepared. */
type Kind = 'plain' | 'moment' | 'day' | 'set';
interface FieldRule {
  readonly kind: Kind;
  readonly words: readonly string[] | undefined;
}
type FieldRules = Readonly<Record<string, FieldRule>>;

const kindOf = new Map<object, Kind>([
  [DateTimeFilter, 'moment'],
  [DateFilter, 'day'],
]);

const plain: FieldRule = { kind: 'plain', words: undefined };

const rulesOf = new WeakMap<object, FieldRules>();

const setComparators: Readonly<Record<string, Comparator>> = {
  contains: 'hasAll',
  containsAny: 'hasAny',
  notContains: 'hasNone',
};

/** The time from which durations are counted. */
type Clocked = Pick<Context, 'clock' | 'calendar'>;

/** A document's `where` as a filter of the operations. */
export function toFilter<Given extends object>(
  where: Given | null | undefined,
  input: { readonly $inferInput: Given },
  context: Clocked,
): Filter | undefined {
  return where ? filterOf(where, rulesOf.get(input) ?? {}, context) : undefined;
}

function filterOf(where: object, rules: FieldRules, context: Clocked): Filter {
  const parts: Filter[] = [];
  for (const [field, value] of Object.entries(where)) {
    if (value === null || value === undefined) continue;
    if (field === 'and') parts.push({ and: group(value, rules, context) });
    else if (field === 'or') parts.push({ or: group(value, rules, context) });
    else if (field === 'not') parts.push({ not: filterOf(value, rules, context) });
    else parts.push(...conditions(field, value as Record<string, unknown>, rules[field] ?? plain, context));
  }
  return { and: parts };
}

const group = (list: readonly object[], rules: FieldRules, context: Clocked): Filter[] =>
  list.map((where) => filterOf(where, rules, context));

function conditions(
  field: string,
  comparison: Record<string, unknown>,
  { kind, words }: FieldRule,
  context: Clocked,
): Filter[] {
  return Object.entries(comparison)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ({
      field,
      is: (kind === 'set' ? setComparators[name] : undefined) ?? (name as Comparator),
      value:
        name === 'isNull'
          ? value
          : words && !isPart(name, kind)
            ? spelt(field, value, words)
            : comparable(value, kind, field, context),
    }));
}

/** Compared with a part of a word, which may be any text. */
const isPart = (name: string, kind: Kind): boolean =>
  kind !== 'set' && (name === 'contains' || name === 'startsWith');

/**
 * Returns a status in the registry's own spelling: PENDING_DELETE is pendingDelete. Refuses an unknown status, so
 * that an empty list never means a misspelt status.
 */
function spelt(field: string, value: unknown, words: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => spelt(field, one, words));
  const given = String(value);
  const known = words.find((word) => word === given || constantCase(word) === given);
  if (known === undefined) throw badArgument(`${field} must be one of ${listed(words)}`, 2005, field);
  return known;
}

const listed = (words: readonly string[]): string =>
  words.length > mostListed ? `${words.slice(0, mostListed).join(', ')} and others` : words.join(', ');

const mostListed = limit('conditions that a message lists', 40, 'Nobody would read more.');

function comparable(value: unknown, kind: Kind, field: string, { clock, calendar }: Clocked): unknown {
  if (kind !== 'moment' && kind !== 'day') return value;
  const moment = momentIn(String(value), field, clock.now(), calendar);
  return kind === 'day' ? calendar.dateOf(moment) : moment;
}

/** A timestamp, the beginning of a date, or a duration from now. */
export function momentIn(text: string, field: string, now: Date, calendar: Calendar): Date {
  const moment = isLocalDate(text) ? calendar.startOf(text) : momentOf(text, now, calendar);
  if (Number.isNaN(moment.getTime())) throw badArgument(`${field} must be a moment`, 2005, field);
  return moment;
}

function momentOf(text: string, now: Date, calendar: Calendar): Date {
  const distance = parseDuration(text);
  return (distance ? calendar.after(now, distance) : parseInstant(text)) ?? new Date(Number.NaN);
}
