import { type GraphQLInputObjectType, getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schemaOf } from '#src/apis/graphql/caller-schemas.ts';
import { freshBudgets } from '../../support/budgets.ts';
import { graph } from '../../support/graph.ts';
import { buildSchema } from '../../support/schema.ts';
import { alpha, type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** What a list is narrowed down by comes from callers, in documents and in variables (docs/rules/graph.md#limits). */

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100000' });
});
beforeEach(async () => {
  await freshBudgets(world);
});

const schema = buildSchema();
const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);

const containsItself = (type: GraphQLInputObjectType): boolean =>
  Object.values(type.getFields()).some((field) => getNamedType(field.type) === type);

/** Every root field that takes a `where`, with what else it needs. */
const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) => {
  const where = field.args.find(({ name }) => name === 'where');
  return where ? [{ field: field.name, type: String(getNamedType(where.type)), to: field.type }] : [];
});

/** As text: nothing that writes JSON goes as deep as a caller can. */
const deep = (levels: number, how: 'and' | 'or' | 'not'): string => {
  const [open, close] = how === 'not' ? ['{"not":', '}'] : [`{"${how}":[`, ']}'];
  return `${open.repeat(levels - 1)}{}${close.repeat(levels - 1)}`;
};

/** Connections, and the lists that are older than them. */
const asked = (field: string): string =>
  String(schema.getQueryType()?.getFields()[field]?.type).includes('Connection')
    ? `${field}(first: 1, where: $where) { totalCount }`
    : `${field}(where: $where) { __typename }`;

const ask = async (field: string, type: string, where: object | string) => {
  const query = `query ($where: ${type}) { ${asked(field)} }`;
  const text = typeof where === 'string' ? where : JSON.stringify(where);
  const { status, body } = await world.request({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json' },
    payload: `{"query":${JSON.stringify(query)},"variables":{"where":${text}}}`,
    auth: schemaOf(schema, 'registrar').getQueryType()?.getFields()[field] ? alpha : operator,
  });
  return { status, body, errors: body.errors as unknown as Loose[] | undefined };
};

const refusal = { status: 400, code: 'QUERY_TOO_COMPLEX' };
const outcome = async (answer: Promise<{ status: number; errors: Loose[] | undefined }>) => {
  const { status, errors } = await answer;
  return { status, code: errors?.[0]?.extensions.code };
};

describe('inputs that contain themselves', () => {
  it('are conditions of lists, which are bounded and priced, and nothing else', () => {
    for (const type of inputs.filter(containsItself))
      expect([type.name, Object.keys(type.getFields())]).toEqual([
        type.name,
        expect.arrayContaining(['and', 'or', 'not']),
      ]);
  });

  it('are the where of every list, and the having of its groups', () => {
    const used = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) => Object.values(type.getFields()))
      .flatMap(({ args }) => args)
      .map(({ name, type }) => ({ name, type: getNamedType(type) }))
      .filter(({ type }) => isInputObjectType(type) && containsItself(type));
    expect(used.length).toBeGreaterThan(5);
    expect(new Set(used.map(({ name }) => name))).toEqual(new Set(['having', 'where']));
  });
});

describe.each(lists)('where of $field', ({ field, type }) => {
  // One piece of code bounds all lists: what is enormous, and takes long to write and to read, is sent to the first of them.
  const isFirst = field === lists[0]?.field;
  it.each(['and', 'or', 'not'] as const)(
    'is nested a few levels deep through %s, and no deeper',
    async (how) => {
      expect((await outcome(ask(field, type, deep(5, how)))).code).not.toBe('QUERY_TOO_COMPLEX');
      expect(await outcome(ask(field, type, deep(7, how)))).toEqual(refusal);
      for (const levels of isFirst ? [30, 500, 20_000] : [30, 500])
        expect(await outcome(ask(field, type, deep(levels, how)))).toEqual(refusal);
    },
  );

  it('has a hundred conditions, also empty ones, and no more', async () => {
    const many = (count: number) => ({ or: Array.from({ length: count }, () => ({})) });
    expect((await outcome(ask(field, type, many(100)))).code).not.toBe('QUERY_TOO_COMPLEX');
    for (const count of isFirst ? [101, 30_000] : [101, 1_000])
      expect(await outcome(ask(field, type, many(count)))).toEqual(refusal);
    expect(await outcome(ask(field, type, { and: [many(50), { not: many(51) }] }))).toEqual(refusal);
  });
});

describe('a condition', () => {
  const texts = (count: number) => Array.from({ length: count }, (_, index) => `n${index}.ee`);
  const literal = (where: string) => graph(world, `{ domains(first: 1, where: ${where}) { totalCount } }`);

  it('lists a thousand values and no more, wherever it stands', async () => {
    for (const comparison of ['in', 'notIn'])
      for (const wrap of [(one: object) => one, (one: object) => ({ not: { or: [one] } })]) {
        const where = (count: number) => wrap({ name: { [comparison]: texts(count) } });
        expect((await ask('domains', 'DomainWhere', where(1000))).errors).toBeUndefined();
        expect(await outcome(ask('domains', 'DomainWhere', where(1001)))).toEqual(refusal);
      }
    const statuses = { statuses: { containsAny: texts(1001) } };
    expect(await outcome(ask('domains', 'DomainWhere', statuses))).toEqual(refusal);
  });

  it('lists five thousand together with the others, and no more', async () => {
    const where = (last: number) => ({
      or: [1000, 1000, 1000, 1000, 999, last].map((count) => ({ contactCodes: { contains: texts(count) } })),
    });
    expect((await ask('domains', 'DomainWhere', where(1))).errors).toBeUndefined();
    expect(await outcome(ask('domains', 'DomainWhere', where(2)))).toEqual(refusal);
  });

  it('lists as many in a variable of its own', async () => {
    const query =
      'query ($names: [String!]) { domains(first: 1, where: { name: { in: $names } }) { totalCount } }';
    const listed = (count: number) => graph(world, query, { variables: { names: texts(count) } });
    expect((await listed(1000)).errors).toBeUndefined();
    expect(await outcome(listed(1001))).toEqual(refusal);
    expect((await listed(1000)).errors).toBeUndefined();
  });

  it('is counted in the document as well', async () => {
    const or = (count: number) => `{ or: [${Array.from({ length: count }, () => '{}').join(' ')}] }`;
    expect((await literal(or(100))).errors).toBeUndefined();
    expect(await outcome(literal(or(101)))).toEqual(refusal);
    const not = (count: number) => `${'{ not: '.repeat(count)}{ name: { eq: "a" } }${' }'.repeat(count)}`;
    expect((await literal(not(4))).errors).toBeUndefined();
    expect(await outcome(literal(not(5)))).toEqual(refusal);
  });

  it('is counted together, from the document and from several variables', async () => {
    const query = `query ($a: [DomainWhere!], $b: DomainWhere!) {
      domains(first: 1, where: { and: [{ or: $a }, { not: { and: [$b] } }] }) { totalCount } }`;
    const together = (a: number, b: object) =>
      graph(world, query, { variables: { a: Array.from({ length: a }, () => ({})), b } });
    expect((await together(99, { name: { eq: 'x' } })).errors).toBeUndefined();
    expect(await outcome(together(99, { name: { eq: 'x', ne: 'y' } }))).toEqual(refusal);
    expect((await together(1, { not: { name: { eq: 'x' } } })).errors).toBeUndefined();
    expect(await outcome(together(1, { not: { not: { name: { eq: 'x' } } } }))).toEqual(refusal);
  });

  it('has its price, which is not given back', async () => {
    const costOf = async (where: object) => (await ask('domains', 'DomainWhere', where)).body.extensions.cost;
    const some = (count: number) => ({ or: texts(count).map((eq) => ({ name: { eq } })) });
    expect(await costOf({})).toEqual({ requested: 1, used: 1 });
    expect(await costOf(some(20))).toEqual({ requested: 1, used: 1 });
    expect(await costOf(some(100))).toEqual({ requested: 3, used: 3 });
    expect(await costOf({ name: { in: texts(1000) } })).toEqual({ requested: 3, used: 3 });
    expect(await costOf(some(20))).toEqual({ requested: 1, used: 1 });
  });

  it('that is wrong tens of thousands of times is refused at once', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`nam${index}`, 1]));
    const before = process.cpuUsage();
    const { errors } = await ask('domains', 'DomainWhere', wrong);
    const { user, system } = process.cpuUsage(before);
    expect(errors).toHaveLength(1);
    expect((user + system) / 1e6).toBeLessThan(1);
  });
});
