import { readFileSync } from 'node:fs';
import { type GraphQLSchema, isEnumType, isInputObjectType, buildSchema as parseSchema } from 'graphql';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { datesIn } from '#src/graphql/deprecations.ts';
import { newDomain } from '../support/domains.ts';
import { subscribe } from '../support/live.ts';
import { mutateOf } from '../support/operator.ts';
import { buildSchema } from '../support/schema.ts';
import { alpha, type TestWorld, testWorld } from '../support/world.ts';

interface Markable {
  deprecationReason?: string | null | undefined;
}

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

/** The served schema itself: what is marked here is marked for this file's callers. */
const schema = buildSchema();
const marked: Markable[] = [];
afterEach(() => {
  for (const one of marked.splice(0)) one.deprecationReason = undefined;
});

const reason = 'Since 2026-11-16, until 2027-12-01: use something better.';

/** By its coordinate: a field, an argument, an input field or an enum value. */
function mark(name: string, why = reason): void {
  const [, typeName = '', member = '', argument] = /^(\w+)\.(\w+)(?:\((\w+):\))?$/.exec(name) ?? [];
  const type = schema.getType(typeName);
  const field = type && 'getFields' in type ? type.getFields()[member] : undefined;
  const args = field && 'args' in field ? field.args : [];
  const one: Markable | null | undefined = isEnumType(type)
    ? type.getValue(member)
    : argument === undefined
      ? field
      : args.find((candidate) => candidate.name === argument);
  if (!one) throw new Error('there is nothing of this name');
  one.deprecationReason = why;
  marked.push(one);
}

/** A document is known by its text: what was found out of it before something was marked is remembered. */
let asked = 0;
async function ask(query: string, variables = {}, more: object = {}) {
  asked += 1;
  return world.request({
    method: 'POST',
    url: '/graphql',
    payload: { query: `${query} # ${asked}`, variables },
    ...more,
  });
}
const reportedIn = ({ body }: Awaited<ReturnType<typeof ask>>) =>
  ((body.extensions?.deprecations ?? []) as unknown as { name: string }[]).map(({ name }) => name);

describe('a document that uses what will go away', () => {
  it.each([
    ['Viewer.name', '{ viewer { name } }'],
    ['Viewer.name', '{ viewer { ...who } } fragment who on Viewer { other: name }'],
    ['Query.domain(name:)', '{ domain(name: "nothing.ee") { id } }'],
    ['DomainWhere.name', '{ domains(first: 1, where: { name: { eq: "nothing.ee" } }) { totalCount } }'],
    ['SortDirection.DESC', '{ domains(first: 1, orderBy: { field: NAME, direction: DESC }) { totalCount } }'],
  ])('is told of %s', async (name, query) => {
    mark(name);
    const answer = await ask(query);
    expect(answer.body.errors).toBeUndefined();
    expect(answer.body.extensions?.deprecations).toEqual([
      { name, reason, since: '2026-11-16', until: '2027-12-01' },
    ]);
    expect(answer.body.extensions?.cost).toBeDefined();
    expect(answer.headers.deprecation).toBe(`@${Date.parse('2026-11-16T00:00:00+02:00') / 1000}`);
    expect(answer.headers.sunset).toBe('Tue, 30 Nov 2027 22:00:00 GMT');
    expect(answer.headers.link).toBe(
      `<${world.container.address.publicUrl}/guides/versioning#how-something-goes-away>; rel="deprecation"; type="text/html"`,
    );
  });

  it('is told of what its variables hold, in the requests that hold it', async () => {
    mark('DomainWhere.name');
    mark('SortDirection.DESC');
    const query = 'query ($where: DomainWhere) { domains(first: 1, where: $where) { totalCount } }';
    expect(reportedIn(await ask(query, { where: { name: { eq: 'nothing.ee' } } }))).toEqual([
      'DomainWhere.name',
    ]);
    expect(reportedIn(await ask(query, { where: { or: [{ not: { name: { eq: 'x.ee' } } }] } }))).toEqual([
      'DomainWhere.name',
    ]);
    const without = await ask(query, { where: {} });
    expect(reportedIn(without)).toEqual([]);
    expect(without.headers).not.toHaveProperty('deprecation');
    const ordered = 'query ($order: DomainOrder) { domains(first: 1, orderBy: $order) { totalCount } }';
    expect(reportedIn(await ask(ordered, { order: { field: 'NAME', direction: 'DESC' } }))).toEqual([
      'SortDirection.DESC',
    ]);
    expect(reportedIn(await ask(ordered, { order: { field: 'NAME', direction: 'ASC' } }))).toEqual([]);
  });

  it('is told of each thing once, and of the first of their dates in the headers', async () => {
    mark('Viewer.name', 'Since 2026-12-24, until 2027-12-31: use something better.');
    mark('Query.viewer', 'Since 2027-01-01, until 2028-01-01: use something better.');
    const answer = await ask('{ viewer { name again: name } more: viewer { name } }');
    expect(reportedIn(answer).sort()).toEqual(['Query.viewer', 'Viewer.name']);
    expect(answer.headers.deprecation).toBe(`@${Date.parse('2026-12-24T00:00:00+02:00') / 1000}`);
    expect(answer.headers.sunset).toBe('Thu, 30 Dec 2027 22:00:00 GMT');
  });

  it('is told of the operation that it asks for, not of the others beside it', async () => {
    mark('Viewer.name');
    const query = 'query Old { viewer { name } } query New { viewer { kind } }';
    const operation = (operationName: string) =>
      world.request({ method: 'POST', url: '/graphql', payload: { query, operationName } });
    expect(reportedIn(await operation('New'))).toEqual([]);
    expect(reportedIn(await operation('Old'))).toEqual(['Viewer.name']);
  });

  it('is told the same on the way of GET and of the media type of GraphQL', async () => {
    mark('Viewer.name');
    const url = `/graphql?query=${encodeURIComponent('{ viewer { name kind } }')}`;
    const answer = await world.request({ url, headers: { accept: 'application/graphql-response+json' } });
    expect(answer.headers.deprecation).toMatch(/^@\d+$/);
    expect(JSON.parse(answer.text).extensions.deprecations).toHaveLength(1);
  });

  it('is told with each event of a stream', async () => {
    mark('Notification.text');
    const name = await newDomain(world);
    const live = await subscribe(await world.listen(), 'subscription { notificationReceived { text } }', {
      auth: alpha,
    });
    await mutateOf(() => world)('domainStatusesSet', { name, add: ['serverHold'] }, 'domain { name }');
    const { data, extensions } = (await live.next()) as unknown as {
      data: { notificationReceived: { text: string } };
      extensions: { deprecations: object[] };
    };
    live.close();
    expect(data.notificationReceived.text).toBe(`serverHold set on domain ${name}`);
    expect(extensions.deprecations).toMatchObject([{ name: 'Notification.text', until: '2027-12-01' }]);
  });

  it('is counted by who sent it', async () => {
    mark('Viewer.name');
    await ask('{ viewer { name } }');
    await ask('{ viewer { name } }', {}, { auth: 'Bearer operator-sandbox' });
    const { text } = await world.request({ url: '/metrics', auth: null });
    expect(text).toMatch(/zonegraph_deprecated_use_total\{caller="ALPHA",name="Viewer.name"\} [1-9]/);
    expect(text).toMatch(/zonegraph_deprecated_use_total\{caller="operator",name="Viewer.name"\} 1\n/);
  });
});

it('a document that uses nothing of the kind is told nothing', async () => {
  mark('Viewer.name');
  const answer = await ask('{ viewer { kind } }');
  expect(answer.body.extensions).not.toHaveProperty('deprecations');
  for (const header of ['deprecation', 'sunset', 'link']) expect(answer.headers).not.toHaveProperty(header);
});

/** Everything of a schema that is marked, and why. */
function deprecated(given: GraphQLSchema): { name: string; reason: string }[] {
  const found: { name: string; reason: string }[] = [];
  const see = (name: string, { deprecationReason }: Markable) => {
    if (deprecationReason) found.push({ name, reason: deprecationReason });
  };
  for (const type of Object.values(given.getTypeMap()).filter(({ name }) => !name.startsWith('__'))) {
    if (isEnumType(type)) for (const value of type.getValues()) see(`${type.name}.${value.name}`, value);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) see(`${type.name}.${field.name}`, field);
    else if ('getFields' in type)
      for (const field of Object.values(type.getFields())) {
        see(`${type.name}.${field.name}`, field);
        for (const one of field.args) see(`${type.name}.${field.name}(${one.name}:)`, one);
      }
  }
  return found;
}

function brokenPromises(given: GraphQLSchema, changelog: string): string[] {
  return deprecated(given).flatMap(({ name, reason: why }) => {
    const { since = '', until = '' } = datesIn(why) ?? {};
    if (since === '') return [`${name}: "${why}" does not say since when, until when and what instead`];
    const aYearLater = `${Number(since.slice(0, 4)) + 1}${since.slice(4)}`;
    return [
      ...(until < aYearLater ? [`${name} goes less than twelve months after it was marked`] : []),
      ...(changelog.includes(`\`${name}\``) ? [] : [`${name} is not named in the changelog`]),
    ];
  });
}

describe('what is marked as deprecated', () => {
  const textOf = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

  it.each([
    ['sandbox', {}],
    ['production', { sandbox: false }],
    ['facade', { facade: true }],
    ['subgraph', { federation: true }],
  ])('keeps the promises of docs/versioning.md in the graph of a %s', (_, kind) => {
    expect(brokenPromises(buildSchema(kind), textOf('CHANGELOG.md'))).toEqual([]);
  });

  it('is there when docs/versioning.md does not say that nothing is', () => {
    expect(textOf('docs/versioning.md').includes('Nothing is deprecated today')).toBe(
      deprecated(schema).length === 0,
    );
  });

  it('would be found if it broke them', () => {
    const small = parseSchema(`
      type Query {
        old: Int @deprecated
        soon: Int @deprecated(reason: "Since 2026-11-16, until 2027-11-15: use now.")
        secret: Int @deprecated(reason: "Since 2026-11-16, until 2027-11-16: use now.")
        good(old: In @deprecated(reason: "Until 2030-01-01: use now.")): Int
        fine: Kind @deprecated(reason: "Since 2026-11-16, until 2027-11-16: use now.")
      }
      input In { old: Int @deprecated(reason: "Since 2026-02-30, until 2027-11-16: use now.") }
      enum Kind { OLD @deprecated(reason: "gone") NEW }`);
    expect(
      brokenPromises(small, 'Deprecated: `Query.fine`, `Query.soon`.').map((one) => one.split(/:? /)[0]),
    ).toEqual(['Query.old', 'Query.soon', 'Query.secret', 'Query.good(old:)', 'In.old', 'Kind.OLD']);
  });
});
