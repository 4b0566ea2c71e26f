import {
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql';

/** Something that can be asked of a list, each on its own. */
export interface Question {
  readonly list: string;
  /** `where name contains`, `order NAME DESC`, `groups by STATUS`, `count where name contains`. */
  readonly what: string;
  readonly document: string;
}

/**
 * All that the lists of a schema can be asked for, found in the schema itself: each condition alone, each order both
 * ways and from the end, and groups by each key. Conditions ask for what is rare or not there at all: what matches
 * often is soon found, however it is looked for.
 */
export function questionsOf(schema: GraphQLSchema): Question[] {
  const query = schema.getQueryType() as GraphQLObjectType;
  const account = schema.getType('Account') as GraphQLObjectType;
  return [...listsOf(query, (list) => list), ...listsOf(account, (list) => `account { ${list} }`)];
}

function listsOf(owner: GraphQLObjectType, within: (list: string) => string): Question[] {
  return Object.values(owner.getFields()).flatMap((field) => {
    const connection = getNamedType(field.type);
    const where = inputOf(field, 'where');
    if (!isObjectType(connection) || !connection.name.endsWith('Connection') || !where) return [];
    const list = owner.name === 'Query' ? field.name : `${owner.name.toLowerCase()}.${field.name}`;
    const nodes = connection.getFields().nodes?.type;
    const node = nodes && getNamedType(nodes);
    const shown = isObjectType(node) && node.getFields().id ? 'id' : '__typename';
    const asked = (what: string, args: string, selection = `nodes { ${shown} }`): Question => ({
      list,
      what,
      document: `{ ${within(`${field.name}${args && `(${args})`} { ${selection} }`)} }`,
    });
    const conditions = conditionsOf(list, where);
    return [
      asked('page', 'first: 50'),
      asked('count', '', 'totalCount'),
      ...conditions.map(([what, text]) => asked(`where ${what}`, `first: 50, where: ${text}`)),
      ...conditions.map(([what, text]) => asked(`count where ${what}`, `where: ${text}`, 'totalCount')),
      ...ordersOf(inputOf(field, 'orderBy')).flatMap((order) => [
        asked(`order ${order}`, `first: 50, orderBy: { field: ${order}, direction: ASC }`),
        asked(`order ${order} DESC`, `first: 50, orderBy: { field: ${order}, direction: DESC }`),
        asked(`order ${order} from the end`, `last: 50, orderBy: { field: ${order} }`),
      ]),
      ...groupsOf(connection).map((by) =>
        asked(`groups by ${by}`, '', `groups(first: 100, by: [{ field: ${by} }]) { count }`),
      ),
    ];
  });
}

type Field = ReturnType<GraphQLObjectType['getFields']>[string];

const inputOf = ({ args }: Field, name: string): GraphQLInputObjectType | undefined => {
  const type = args.find((arg) => arg.name === name)?.type;
  const named = type && getNamedType(type);
  return named && isInputObjectType(named) ? named : undefined;
};

const wordsOf = (input: GraphQLInputObjectType | undefined, field: string): string[] => {
  const declared = input?.getFields()[field]?.type;
  const type = declared && getNamedType(declared);
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
};

const ordersOf = (input: GraphQLInputObjectType | undefined): string[] => wordsOf(input, 'field');

function groupsOf(connection: GraphQLObjectType): string[] {
  const { groups } = connection.getFields();
  const by = groups && inputOf(groups, 'by');
  return wordsOf(by, 'field').map((word) =>
    /_AT$|^AT$|_ON$|_FROM$/.test(word) ? `${word}, per: MONTH` : word,
  );
}

/** Where not any text will do. */
const words: Readonly<Record<string, string>> = {
  'domains.statuses': 'serverHold',
  'contacts.statuses': 'serverDeleteProhibited',
  'contacts.countryCode': 'FI',
  'registrars.countryCode': 'FI',
  'notifications.kind': 'contact_merged',
  'invoices.initiator': 'eeid',
  'outbox.kind': 'refund',
  'outbox.state': 'dead',
};

/** Long enough for trigrams, and in no name. */
const nowhere = 'zqxjk';

function conditionsOf(list: string, where: GraphQLInputObjectType): [what: string, text: string][] {
  return Object.values(where.getFields()).flatMap(({ name, type }) => {
    const filter = getNamedType(type);
    if (name === 'and' || name === 'or' || name === 'not' || !isInputObjectType(filter)) return [];
    const known = words[`${list}.${name}`];
    return comparisonsOf(filter, known ?? `${nowhere}.ee`, known === undefined).map(
      ([comparator, text]): [string, string] => [`${name} ${comparator}`, `{ ${name}: { ${text} } }`],
    );
  });
}

function comparisonsOf(filter: GraphQLInputObjectType, word: string, isFree: boolean): [string, string][] {
  const quoted = JSON.stringify(word);
  const moments = '"2001-01-01T00:00:00Z"';
  switch (filter.name) {
    case 'StringFilter':
      return [
        ['eq', `eq: ${quoted}`],
        ['in', `in: [${quoted}]`],
        ...(isFree
          ? ([
              ['contains', `contains: "${nowhere}"`],
              ['startsWith', `startsWith: "${nowhere}"`],
            ] as [string, string][])
          : []),
      ];
    case 'StringListFilter':
      return [
        ['contains', `contains: [${quoted}]`],
        ['containsAny', `containsAny: [${quoted}]`],
        ['notContains', `notContains: [${quoted}]`],
      ];
    case 'DateTimeFilter':
      return [
        ['between', `gte: ${moments}, lt: "2001-02-01T00:00:00Z"`],
        ['isNull false', 'isNull: false'],
      ];
    case 'DateFilter':
      return [
        ['between', 'gte: "2001-01-01", lt: "2001-02-01"'],
        ['isNull false', 'isNull: false'],
      ];
    case 'DecimalFilter':
      return [['eq', 'eq: "98765.43"']];
    case 'IntFilter':
      return [['eq', 'eq: 7']];
    case 'BooleanFilter':
      return [['eq', 'eq: true']];
    default: {
      const value = wordsOf(filter, 'eq').at(-1);
      return value === undefined ? [] : [['eq', `eq: ${value}`]];
    }
  }
}
