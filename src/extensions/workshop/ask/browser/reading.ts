// Reads a query that somebody has written as the steps of /ask. What the steps do not have is named in `leftOut`.
import type { FieldNode, OperationDefinitionNode, SelectionSetNode, ValueNode } from 'graphql';
import { parse } from 'graphql/language/parser.mjs';
import type { Filter, List } from '../list.ts';
import { conditions, shifted } from './document.ts';
import { type Condition, emptyQuestion, type Question, type Sort } from './question.ts';

/** Values as JSON. */
type Values = Readonly<Record<string, unknown>>;
/** The words of a sentence: its name, and what it is about. */
type Guess = readonly [op: string, values: readonly unknown[]];

/** The question of a query, for one of these lists; throws if it asks for something else. */
export function questionOf(
  query: string,
  variablesText: string,
  lists: readonly List[],
): { readonly question: Question; readonly leftOut: string[] } {
  const { definitions } = parse(query, { noLocation: true });
  const [operation, ...others] = definitions;
  if (others.length > 0) throw new Error('it has several operations or fragments.');
  if (operation?.kind !== 'OperationDefinition') throw new Error('it has no operation.');
  if (operation.operation !== 'query') throw new Error('it changes something, and steps only ask.');
  const values = variablesOf(operation, variablesText);
  const { field, list } = listIn(operation, lists);
  const leftOut = new Set<string>();
  const args = argumentsOf(field, values);
  const question = list.periods
    ? seriesOf(field, args, list, leftOut)
    : questionOfList(field, args, list, values, leftOut);
  return { question, leftOut: [...leftOut] };
}

const argumentsOf = (field: FieldNode, values: Values): Values =>
  Object.fromEntries((field.arguments ?? []).map(({ name, value }) => [name.value, plain(value, values)]));

function variablesOf({ variableDefinitions = [] }: OperationDefinitionNode, text: string): Values {
  const given: Values = /^\s*$/.test(text) ? {} : JSON.parse(text);
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, plain(defaultValue, {})]] : [],
  );
  return { ...Object.fromEntries(defaults), ...given };
}

/** A value as JSON; enum values are texts. */
function plain(node: ValueNode, values: Values): unknown {
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

const fieldsOf = ({ selectionSet }: { readonly selectionSet?: SelectionSetNode | undefined }): FieldNode[] =>
  (selectionSet?.selections ?? []).flatMap((selection) => {
    if (selection.kind !== 'Field') throw new Error('it has fragments.');
    return selection.name.value === '__typename' ? [] : [selection];
  });

function listIn(
  operation: OperationDefinitionNode,
  lists: readonly List[],
): { readonly field: FieldNode; readonly list: List } {
  const way: string[] = [];
  let node: OperationDefinitionNode | FieldNode = operation;
  for (;;) {
    const [field, ...others]: readonly FieldNode[] = fieldsOf(node);
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

const said = (args: Values, known: readonly string[], leftOut: Set<string>): void => {
  for (const name of Object.keys(args)) if (!known.includes(name)) leftOut.add(name);
};

/** A value as text; '' where there is none. */
const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const isFields = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsIn = (value: unknown): Values => (isFields(value) ? value : {});

function questionOfList(
  field: FieldNode,
  args: Values,
  list: List,
  values: Values,
  leftOut: Set<string>,
): Question {
  const begin = {
    ...emptyQuestion(list.name),
    asOf: textOf(args.asOf),
    where: conditionsIn(fieldsIn(args.where), field, list, values),
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
    first: textOf(args.first),
  };
}

const sortOf = (order: unknown): Sort | undefined =>
  isFields(order) ? { by: textOf(order.field), direction: textOf(order.direction ?? 'ASC') } : undefined;

function columnsOf(
  row: FieldNode,
  list: List,
  leftOut: Set<string>,
  above: readonly string[] = [],
): string[] {
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

function groupsIn(groups: FieldNode, list: List, values: Values, leftOut: Set<string>): Partial<Question> {
  const args = argumentsOf(groups, values);
  said(args, ['by', 'orderBy', 'first', 'having', 'compareTo'], leftOut);
  const keys = [args.by ?? []].flat().map((key) => ({
    key: textOf(fieldsIn(key).field),
    per: textOf(fieldsIn(key).per),
  }));
  const selected = fieldsOf(groups).map(({ name }) => name.value);
  const keyed = keys.map(({ key }) => list.keys.find(({ name }) => name === key)?.column.split('.')[0]);
  const show = selected.filter((name) => list.numbers.some((one) => one.name === name));
  for (const name of selected) if (![...show, ...keyed, 'before'].includes(name)) leftOut.add(name);
  for (const [index, { key }] of keys.entries()) if (!keyed[index]) leftOut.add(key);
  // Groups without an order come by their keys.
  const isByKey =
    keys.length > 0 &&
    list.groupOrders.includes('KEY') &&
    !keys.some(({ key }) => list.keys.find(({ name }) => name === key)?.isTime);
  const atLeast = fieldsIn(fieldsIn(args.having).count).gte;
  if (args.having && JSON.stringify(args.having) !== JSON.stringify({ count: { gte: atLeast } }))
    leftOut.add('having');
  return {
    rows: keys.length > 0 ? 'groups' : 'number',
    by: keys,
    show,
    sort: sortOf(args.orderBy) ?? (isByKey ? { by: 'KEY', direction: 'ASC' } : undefined),
    first: textOf(args.first),
    atLeast: textOf(atLeast),
    compare: textOf(args.compareTo),
  };
}

function seriesOf(field: FieldNode, args: Values, list: List, leftOut: Set<string>): Question {
  said(args, ['from', 'to', 'per', 'by', 'compareTo'], leftOut);
  const show = fieldsOf(field).map(({ name }) => name.value);
  return {
    ...emptyQuestion(list.name),
    where: [{ field: 'period', op: 'between', values: [textOf(args.from), textOf(args.to)] }],
    per: textOf(args.per ?? 'MONTH'),
    by: [args.by ?? []].flat().map((key) => ({ key: textOf(key), per: '' })),
    show: show.filter((name) => list.numbers.some((one) => one.name === name)),
    compare: textOf(args.compareTo),
  };
}

/** Conditions that the steps have; any other is kept as it was written. */
function conditionsIn(where: Values, field: FieldNode, list: List, values: Values): Condition[] {
  const node = field.arguments?.find(({ name }) => name.value === 'where')?.value;
  return Object.entries(where).flatMap(([name, condition]) => {
    const filter = list.filters.find((one) => one.name === name);
    const found = filter && conditionOf(filter, fieldsIn(condition));
    if (found) return [{ field: name, ...found }];
    const fields = node?.kind === 'ObjectValue' ? node.fields : [];
    const written = fields.find((one) => one.name.value === name)?.value;
    const text = written ? writtenAs(written, values) : JSON.stringify(condition);
    return [{ field: name, op: 'own', values: [`${name}: ${text}`] }];
  });
}

const spanIn = (value: unknown): string[] | undefined => /^P(\d{1,4})([DWMY])$/.exec(textOf(value))?.slice(1);
const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

const listOf = (value: unknown): unknown[] => [value ?? []].flat();

const guessTexts = ({ containsAny, notContains }: Values): Guess =>
  notContains ? ['without', listOf(notContains)] : ['any', listOf(containsAny)];

const guessNumber = ({ eq, gte, lte }: Values): Guess =>
  eq !== undefined
    ? ['is', [eq]]
    : gte === undefined
      ? ['atMost', [lte]]
      : lte === undefined
        ? ['atLeast', [gte]]
        : ['within', [gte, lte]];

function guessText({ eq, ne, contains, startsWith, in: among, isNull }: Values): Guess {
  if (isNull !== undefined && isNull !== null) return [isNull ? 'empty' : 'filled', []];
  if (among) return ['any', [listOf(among).join(' ')]];
  if (eq !== undefined) return ['is', [eq]];
  if (ne !== undefined) return ['not', [ne]];
  return contains !== undefined ? ['contains', [contains]] : ['starts', [startsWith]];
}

function guessMoment({ gte: from, lt: until, lte, isNull }: Values): Guess {
  if (isNull !== undefined && isNull !== null) return [isNull ? 'empty' : 'filled', []];
  const [gte, lt] = [textOf(from), textOf(until)];
  if (gte === 'PT0S') return lt === '' ? ['future', []] : ['next', spanIn(lt) ?? []];
  const [later, last] = [spanIn(gte), spanIn(gte.replace(/^-/, ''))];
  if (later) return ['later', later];
  if (last) return ['last', last];
  if (gte === '' && lt === 'PT0S') return ['past', []];
  if (gte === '' && lt.startsWith('-')) return ['older', spanIn(lt.slice(1)) ?? []];
  return ['between', [gte, isDate(lt) ? shifted(lt, 'D', -1) : lte]];
}

/** The guesses of what a condition could be in the steps, by the kind of its filter. */
const guesses: Readonly<Record<Filter['kind'], (condition: Values) => Guess>> = {
  moment: guessMoment,
  day: guessMoment,
  choice: ({ eq, in: among, ne, notIn }) =>
    ne || notIn ? ['out', listOf(notIn ?? [ne])] : ['in', listOf(among ?? [eq])],
  states: guessTexts,
  texts: guessTexts,
  yesno: ({ eq, ne }) => [eq === true || ne === false ? 'yes' : 'no', []],
  number: guessNumber,
  amount: guessNumber,
  text: guessText,
};
/** Conditions on one value, by those on several that mean the same. */
const same: Readonly<Record<string, string>> = { eq: 'in', ne: 'notIn' };

/** A condition of the steps that is written exactly like this one. */
function conditionOf(filter: Filter, condition: Values): Omit<Condition, 'field'> | undefined {
  const [op, values] = guesses[filter.kind](condition);
  const texts = values.map(textOf);
  const written = conditions[filter.kind][op]?.(texts, filter);
  const [[word, value] = ['', undefined]] = Object.entries(condition);
  const plural = filter.kind === 'choice' ? same[word] : undefined;
  const asList = plural === undefined ? condition : { [plural]: [value] };
  return written && normal(written) === normal(writtenValue(asList, filter.kind))
    ? { op, values: texts }
    : undefined;
}

/** The order of the parts and the blanks do not matter. */
const normal = (text: string): string => {
  const parts = [''];
  let isInList = false;
  for (const letter of text.replaceAll(/[{}\s]/g, '')) {
    if (letter === '[' || letter === ']') isInList = letter === '[';
    if (letter === ',' && !isInList) parts.push('');
    else parts.push(`${parts.pop()}${letter}`);
  }
  return parts.sort().join();
};

function writtenValue(value: unknown, kind: Filter['kind']): string {
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
function writtenAs(node: ValueNode, values: Values): string {
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
