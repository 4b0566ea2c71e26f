// The rows behind a number: the question of a group or a period becomes the list of what was counted in it.
import { shifted } from './document.ts';
import { emptyQuestion } from './question.ts';

const camel = (name) => name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** The filter of a key: status is among statuses, and what is suspended has the moment of it. */
function filterOf({ name }, { filters }) {
  const field = camel(name);
  const names = [field, `${field}s`, `${field}es`, `${field}At`];
  return names.flatMap((one) => filters.find((filter) => filter.name === one) ?? [])[0];
}

const periodLengths = { DAY: ['D', 1], WEEK: ['W', 1], MONTH: ['M', 1], QUARTER: ['M', 3], YEAR: ['Y', 1] };
const periodAfter = (day, per) => shifted(day, ...periodLengths[per]);
const lastDay = (day, per) => shifted(periodAfter(day, per), 'D', -1);

const isUnknown = (value) => value === '' || value === undefined;

/** The condition that is true of the rows of one group; undefined if the steps have none. */
function groupCondition({ key, per }, value, list) {
  const filter = filterOf(
    list.keys.find(({ name }) => name === key),
    list,
  );
  if (!filter) return undefined;
  const { name: field, kind } = filter;
  const isYes = value === 'true';
  if (kind === 'yesno') return { field, op: isYes ? 'yes' : 'no', values: [] };
  if (kind === 'moment' && ['true', 'false'].includes(value))
    return { field, op: isYes ? 'filled' : 'empty', values: [] };
  if (isUnknown(value))
    return ['moment', 'day', 'text'].includes(kind) ? { field, op: 'empty', values: [] } : undefined;
  if (per) return { field, op: 'between', values: [value, lastDay(value, per)] };
  const op = { text: 'is', number: 'is', amount: 'is', choice: 'in', states: 'any', texts: 'any' }[kind];
  return op && { field, op, values: [value] };
}

const asList = (question, list, more) => ({
  ...emptyQuestion(list.name),
  asOf: question.asOf,
  rows: 'list',
  view: 'table',
  ...more,
});

/** Movements of one's own account are all of the same registrar. */
const saysNothing = ({ key }, list) => key === 'REGISTRAR' && list.name.startsWith('account.');

/**
 * The question whose rows are counted in this number: `row` has the keys of its group, `column` is the number. Undefined if
 * there is none.
 */
export function rowsBehind({ question, list, lists, row, column, isRegistrar, today }) {
  if (question.rows !== 'groups') return undefined;
  if (list.periods) return behindPeriod({ question, lists, row, column, isRegistrar, today });
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
    const { column: name } = list.keys.find((key) => key.name === one.key);
    // A picture may show all groups of a key together.
    if (!(name in row) || saysNothing(one, list)) continue;
    const condition = groupCondition(one, row[name], list);
    if (!condition) return undefined;
    where.push(condition);
  }
  return asList(question, list, { where, ...(isBefore && { asOf: `-${question.compare}` }) });
}

const kindsOf = {
  registered: ['REGISTERED'],
  renewed: ['RENEWED'],
  expired: ['EXPIRED'],
  deleted: ['DELETED'],
  transferredIn: ['TRANSFERRED'],
  transferredOut: ['TRANSFERRED'],
};

/** What happened in a period, or what there was at its end. */
function behindPeriod({ question, lists, row, column, isRegistrar, today }) {
  const find = (name) => lists.find((one) => one.name === name);
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
  if (!kindsOf[column]) return undefined;
  const direction = { transferredIn: 'IN', transferredOut: 'OUT' }[column];
  const side =
    direction && isRegistrar
      ? [{ field: 'direction', op: 'in', values: [direction] }]
      : registrar.map((one) => ({ ...one, field: direction === 'OUT' ? 'fromRegistrar' : 'registrar' }));
  return asList(question, find('domainEvents'), {
    asOf: '',
    where: [
      { field: 'kind', op: 'in', values: kindsOf[column] },
      { field: 'at', op: 'between', values: [row.period, lastDay(row.period, per)] },
      ...zone,
      ...side,
    ],
  });
}
