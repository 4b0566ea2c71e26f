// The rows behind a number: the question of a group or a period becomes the list of what was counted in it.
import type { Row } from '../../charts/chart-columns.ts';
import type { Filter, Key, List } from '../list.ts';
import { shifted } from './document.ts';
import { type Condition, emptyQuestion, type GroupKey, type Question } from './question.ts';

const camel = (name: string): string =>
  name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The filter of a key: status is among statuses, and what is suspended has the moment of it. */
function filterOf({ name }: Key, { filters }: List): Filter | undefined {
  const field = camel(name);
  const names = [field, `${field}s`, `${field}es`, `${field}At`];
  return names.flatMap((one) => filters.find((filter) => filter.name === one) ?? [])[0];
}

const periodLengths: Readonly<Record<string, readonly [unit: string, count: number]>> = {
  DAY: ['D', 1],
  WEEK: ['W', 1],
  MONTH: ['M', 1],
  QUARTER: ['M', 3],
  YEAR: ['Y', 1],
};
const periodAfter = (day: string, per: string): string => shifted(day, ...(periodLengths[per] ?? ['D', 1]));
const lastDay = (day: string, per: string): string => shifted(periodAfter(day, per), 'D', -1);

const isUnknown = (value: string | undefined): value is '' | undefined => value === '' || value === undefined;

const opsOfKinds: Readonly<Partial<Record<Filter['kind'], string>>> = {
  text: 'is',
  number: 'is',
  amount: 'is',
  choice: 'in',
  states: 'any',
  texts: 'any',
};

/** The condition that is true of the rows of one group; undefined if the steps have none. */
function groupCondition(
  { per }: GroupKey,
  key: Key,
  value: string | undefined,
  list: List,
): Condition | undefined {
  const filter = filterOf(key, list);
  if (!filter) return undefined;
  const { name: field, kind } = filter;
  const isYes = value === 'true';
  if (kind === 'yesno') return { field, op: isYes ? 'yes' : 'no', values: [] };
  if (kind === 'moment' && ['true', 'false'].includes(value ?? ''))
    return { field, op: isYes ? 'filled' : 'empty', values: [] };
  if (isUnknown(value))
    return ['moment', 'day', 'text'].includes(kind) ? { field, op: 'empty', values: [] } : undefined;
  if (per) return { field, op: 'between', values: [value, lastDay(value, per)] };
  const op = opsOfKinds[kind];
  return op === undefined ? undefined : { field, op, values: [value] };
}

const asList = (question: Question, list: List | undefined, more: Partial<Question>): Question | undefined =>
  list && {
    ...emptyQuestion(list.name),
    asOf: question.asOf,
    rows: 'list',
    view: 'table',
    ...more,
  };

/** Movements of one's own account are all of the same registrar. */
const saysNothing = ({ key }: GroupKey, list: List): boolean =>
  key === 'REGISTRAR' && list.name.startsWith('account.');

/** A number that somebody pressed. */
interface Pressed {
  readonly question: Question;
  readonly list: List;
  readonly lists: readonly List[];
  readonly row: Row;
  readonly column: string;
  readonly isRegistrar: boolean;
  readonly today: string;
}

/**
 * The question whose rows are counted in this number: `row` has the keys of its group, `column` is the number.
 * Undefined if there is none.
 */
export function rowsBehind({
  question,
  list,
  lists,
  row,
  column,
  isRegistrar,
  today,
}: Pressed): Question | undefined {
  if (question.rows !== 'groups') return undefined;
  if (list.periods) return behindPeriod({ question, list, lists, row, column, isRegistrar, today });
  const number = column.replace(/^before\./, '');
  if (!list.numbers.some(({ name }) => name === number)) return undefined;
  const isBefore = number !== column;
  // An earlier window would need its own bounds.
  const hasTime = question.where.some(({ field }) =>
    list.filters.some(({ name, kind }) => name === field && ['moment', 'day'].includes(kind)),
  );
  if (isBefore && (hasTime || !list.hasPast || question.asOf)) return undefined;
  const where = [...question.where];
  for (const one of question.by) {
    const key = list.keys.find(({ name }) => name === one.key);
    // A picture may show all groups of a key together.
    if (!key || !(key.column in row) || saysNothing(one, list)) continue;
    const condition = groupCondition(one, key, row[key.column], list);
    if (!condition) return undefined;
    where.push(condition);
  }
  return asList(question, list, { where, ...(isBefore && { asOf: `-${question.compare}` }) });
}

const kindsOf: Readonly<Record<string, string[]>> = {
  registered: ['REGISTERED'],
  renewed: ['RENEWED'],
  expired: ['EXPIRED'],
  deleted: ['DELETED'],
  transferredIn: ['TRANSFERRED'],
  transferredOut: ['TRANSFERRED'],
};

/** Returns the question for what happened in a period, or for what there was at its end. */
function behindPeriod({ question, lists, row, column, isRegistrar, today }: Pressed): Question | undefined {
  const find = (name: string): List | undefined => lists.find((one) => one.name === name);
  const zone = isUnknown(row.zone) ? [] : [{ field: 'zone', op: 'is', values: [row.zone] }];
  const code = row['registrar.code'];
  if (column === 'balance' && row.day) {
    const first = question.per === 'DAY' ? row.day : `${row.day.slice(0, 7)}-01`;
    const where = [{ field: 'createdAt', op: 'between', values: [first, row.day] }];
    return asList(question, find('account.transactions'), { where });
  }
  if (!row.period) return undefined;
  const { per } = question;
  const registrar = isUnknown(code) ? [] : [{ field: 'registrar', op: 'is', values: [code] }];
  if (column === 'atEnd')
    return asList(question, find('domains'), {
      // The present list while the period is not over.
      asOf: periodAfter(row.period, per) > today ? '' : periodAfter(row.period, per),
      where: [...zone, ...registrar],
    });
  const kinds = kindsOf[column];
  if (!kinds) return undefined;
  const direction = column === 'transferredIn' ? 'IN' : column === 'transferredOut' ? 'OUT' : undefined;
  const side =
    direction && isRegistrar
      ? [{ field: 'direction', op: 'in', values: [direction] }]
      : registrar.map((one) => ({ ...one, field: direction === 'OUT' ? 'fromRegistrar' : 'registrar' }));
  return asList(question, find('domainEvents'), {
    asOf: '',
    where: [
      { field: 'kind', op: 'in', values: kinds },
      { field: 'at', op: 'between', values: [row.period, lastDay(row.period, per)] },
      ...zone,
      ...side,
    ],
  });
}
