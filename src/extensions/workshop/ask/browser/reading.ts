// Reads a query that somebody has written as the steps of /ask. What the steps do not have is named in `leftOut`.
import { parse } from 'graphql/language/parser.mjs';
import { conditions, shifted } from './document.ts';
import { emptyQuestion } from './question.ts';

/** The question of a query, for one of these lists; throws if it asks for something else. */
export function questionOf(query, variablesText, lists) {
  const { definitions } = parse(query, { noLocation: true });
  const [operation, ...others] = definitions;
  if (others.length > 0) throw new Error('it has several operations or fragments.');
  if (operation.operation !== 'query') throw new Error('it changes something, and steps only ask.');
  const values = variablesOf(operation, variablesText);
  const { field, list } = listIn(operation, lists);
  const leftOut = new Set();
  const args = Object.fromEntries(
    (field.arguments ?? []).map(({ name, value }) => [name.value, plain(value, values)]),
  );
  const question = list.periods
    ? seriesOf(field, args, list, leftOut)
    : questionOfList(field, args, list, values, leftOut);
  return { question, leftOut: [...leftOut] };
}

function variablesOf({ variableDefinitions = [] }, text) {
  const given = /^\s*$/.test(text) ? {} : JSON.parse(text);
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, plain(defaultValue, {})]] : [],
  );
  return { ...Object.fromEntries(defaults), ...given };
}

/** A value as JSON; enum values are texts. */
function plain(node, values) {
  switch (node.kind) {
    case 'Variable':
      return values[node.name.value];
    case 'NullValue':
      return null;
    case 'IntValue':
    case 'FloatValue':
      return Number(node.value);
    case 'ListValue':
      return node.values.map((one) => plain(one, values));
    case 'ObjectValue':
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, plain(value, values)]));
    default:
      return node.value;
  }
}

const fieldsOf = ({ selectionSet }) => {
  const found = selectionSet?.selections ?? [];
  if (found.some(({ kind }) => kind !== 'Field')) throw new Error('it has fragments.');
  return found.filter(({ name }) => name.value !== '__typename');
};

function listIn(operation, lists) {
  const way = [];
  let node = operation;
  for (;;) {
    const inner = fieldsOf(node);
    const [field, ...others] = inner;
    if (!field || others.length > 0) throw new Error('it asks for more than one list.');
    way.push(field.name.value);
    const name = way.join('.');
    const list = lists.find((one) => one.name === name);
    if (list) return { field, list };
    if (!lists.some((one) => one.name.startsWith(`${name}.`)))
      throw new Error(`there are no steps for ${name}, or you may not read it.`);
    node = field;
  }
}

const said = (args, known, leftOut) => {
  for (const name of Object.keys(args)) if (!known.includes(name)) leftOut.add(name);
};

function questionOfList(field, args, list, values, leftOut) {
  const begin = {
    ...emptyQuestion(list.name),
    asOf: args.asOf ?? '',
    where: conditionsIn(args.where ?? {}, field, list, values),
  };
  const inner = fieldsOf(field);
  const groups = inner.find(({ name }) => name.value === 'groups');
  for (const { name } of inner)
    if (!['groups', 'nodes', 'edges', 'totalCount', 'pageInfo'].includes(name.value)) leftOut.add(name.value);
  if (groups) {
    said(args, ['where', 'asOf'], leftOut);
    return { ...begin, ...groupsIn(groups, list, values, leftOut) };
  }
  const nodes = inner.find(({ name }) => ['nodes', 'edges'].includes(name.value));
  if (!nodes) {
    said(args, ['where', 'asOf'], leftOut);
    return { ...begin, rows: 'number', show: ['count'] };
  }
  said(args, ['where', 'asOf', 'orderBy', 'first'], leftOut);
  const row =
    nodes.name.value === 'nodes' ? nodes : fieldsOf(nodes).find(({ name }) => name.value === 'node');
  return {
    ...begin,
    rows: 'list',
    columns: row ? columnsOf(row, list, leftOut) : [],
    sort: sortOf(args.orderBy),
    first: args.first === undefined ? '' : String(args.first),
  };
}

const sortOf = (order) => order && { by: order.field, direction: order.direction ?? 'ASC' };

function columnsOf(row, list, leftOut, above = []) {
  return fieldsOf(row).flatMap((field) => {
    const path = [...above, field.name.value];
    const name = path.join('.');
    if (list.columns.some((one) => one.name === name)) return [name];
    const inner = fieldsOf(field);
    if (inner.length > 0) return columnsOf(field, list, leftOut, path);
    leftOut.add(name);
    return [];
  });
}

function groupsIn(groups, list, values, leftOut) {
  const args = Object.fromEntries(
    (groups.arguments ?? []).map(({ name, value }) => [name.value, plain(value, values)]),
  );
  said(args, ['by', 'orderBy', 'first', 'having', 'compareTo'], leftOut);
  const keys = [args.by ?? []].flat();
  const selected = fieldsOf(groups).map(({ name }) => name.value);
  const keyed = keys.map(({ field }) => list.keys.find(({ name }) => name === field)?.column.split('.')[0]);
  const show = selected.filter((name) => list.numbers.some((one) => one.name === name));
  for (const name of selected) if (![...show, ...keyed, 'before'].includes(name)) leftOut.add(name);
  for (const [index, { field }] of keys.entries()) if (!keyed[index]) leftOut.add(field);
  // Groups without an order come by their keys.
  const isByKey =
    keys.length > 0 &&
    list.groupOrders.includes('KEY') &&
    !keys.some(({ field }) => list.keys.find(({ name }) => name === field)?.isTime);
  const atLeast = args.having?.count?.gte;
  if (args.having && JSON.stringify(args.having) !== JSON.stringify({ count: { gte: atLeast } }))
    leftOut.add('having');
  return {
    rows: keys.length > 0 ? 'groups' : 'number',
    by: keys.map(({ field, per = '' }) => ({ key: field, per })),
    show,
    sort: sortOf(args.orderBy) ?? (isByKey ? { by: 'KEY', direction: 'ASC' } : undefined),
    first: args.first === undefined ? '' : String(args.first),
    atLeast: atLeast === undefined ? '' : String(atLeast),
    compare: args.compareTo ?? '',
  };
}

function seriesOf(field, args, list, leftOut) {
  said(args, ['from', 'to', 'per', 'by', 'compareTo'], leftOut);
  const show = fieldsOf(field).map(({ name }) => name.value);
  return {
    ...emptyQuestion(list.name),
    where: [{ field: 'period', op: 'between', values: [args.from ?? '', args.to ?? ''] }],
    per: args.per ?? 'MONTH',
    by: [args.by ?? []].flat().map((key) => ({ key, per: '' })),
    show: show.filter((name) => list.numbers.some((one) => one.name === name)),
    compare: args.compareTo ?? '',
  };
}

/** Conditions that the steps have; any other is kept as it was written. */
function conditionsIn(where, field, list, values) {
  const node = field.arguments?.find(({ name }) => name.value === 'where')?.value;
  return Object.entries(where).flatMap(([name, condition]) => {
    const filter = list.filters.find((one) => one.name === name);
    const found = filter && conditionOf(filter, condition);
    if (found) return [{ field: name, ...found }];
    const written = node?.fields?.find((one) => one.name.value === name)?.value;
    const text = written ? writtenAs(written, values) : JSON.stringify(condition);
    return [{ field: name, op: 'own', values: [`${name}: ${text}`] }];
  });
}

const spanIn = (text) => /^P(\d{1,4})([DWMY])$/.exec(text ?? '')?.slice(1);
const isDate = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

/** A condition of the steps that is written exactly like this one. */
function conditionOf(filter, condition) {
  const guesses = {
    moment: guessMoment,
    day: guessMoment,
    choice: ({ eq, in: any, ne, notIn }) => (ne || notIn ? ['out', notIn ?? [ne]] : ['in', any ?? [eq]]),
    states: guessTexts,
    texts: guessTexts,
    yesno: ({ eq, ne }) => [eq === true || ne === false ? 'yes' : 'no', []],
    number: guessNumber,
    amount: guessNumber,
    text: ({ eq, ne, contains, startsWith, in: any, isNull }) => {
      if (isNull !== undefined && isNull !== null) return [isNull ? 'empty' : 'filled', []];
      if (any) return ['any', [any.join(' ')]];
      return eq !== undefined
        ? ['is', [eq]]
        : ne !== undefined
          ? ['not', [ne]]
          : contains !== undefined
            ? ['contains', [contains]]
            : ['starts', [startsWith]];
    },
  };
  const [op, values] = guesses[filter.kind](condition);
  const texts = values.map((value) => String(value ?? ''));
  const written = conditions[filter.kind][op]?.(texts, filter);
  const same = { eq: 'in', ne: 'notIn' };
  const [[word, value] = []] = Object.entries(condition);
  const asList = filter.kind === 'choice' && same[word] ? { [same[word]]: [value] } : condition;
  return written && normal(written) === normal(writtenValue(asList, filter.kind))
    ? { op, values: texts }
    : undefined;
}

const guessTexts = ({ containsAny, notContains }) =>
  notContains ? ['without', notContains] : ['any', containsAny ?? []];

const guessNumber = ({ eq, gte, lte }) =>
  eq !== undefined
    ? ['is', [eq]]
    : gte === undefined
      ? ['atMost', [lte]]
      : lte === undefined
        ? ['atLeast', [gte]]
        : ['within', [gte, lte]];

function guessMoment({ gte, lt, lte, isNull }) {
  if (isNull !== undefined && isNull !== null) return [isNull ? 'empty' : 'filled', []];
  if (gte === 'PT0S') return lt === undefined ? ['future', []] : ['next', spanIn(lt) ?? []];
  if (spanIn(gte)) return ['later', spanIn(gte)];
  if (spanIn(gte?.replace(/^-/, ''))) return ['last', spanIn(gte.slice(1))];
  if (gte === undefined && lt === 'PT0S') return ['past', []];
  if (gte === undefined && lt?.startsWith('-')) return ['older', spanIn(lt.slice(1)) ?? []];
  return ['between', [gte ?? '', isDate(lt) ? shifted(lt, 'D', -1) : (lte ?? '')]];
}

/** The order of the parts and the blanks do not matter. */
const normal = (text) =>
  text
    .replaceAll(/[{}\s]/g, '')
    .split(/,(?![^[]*\])/)
    .sort()
    .join();

function writtenValue(value, kind) {
  if (Array.isArray(value)) return `[${value.map((one) => writtenValue(one, kind)).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, one]) => `${name}: ${writtenValue(one, kind)}`)
      .join(', ')} }`;
  return typeof value === 'string' && kind !== 'choice' && kind !== 'number'
    ? JSON.stringify(value)
    : String(value);
}

/** The text of a value, with variables replaced. */
function writtenAs(node, values) {
  switch (node.kind) {
    case 'Variable':
      return JSON.stringify(values[node.name.value] ?? null);
    case 'ListValue':
      return `[${node.values.map((one) => writtenAs(one, values)).join(', ')}]`;
    case 'ObjectValue':
      return `{ ${node.fields.map(({ name, value }) => `${name.value}: ${writtenAs(value, values)}`).join(', ')} }`;
    case 'StringValue':
      return JSON.stringify(node.value);
    case 'NullValue':
      return 'null';
    default:
      return String(node.value);
  }
}
