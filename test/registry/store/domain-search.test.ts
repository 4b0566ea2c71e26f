import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { manyDomains } from '../../support/many-domains.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
/** More than are looked at before everything is searched (store/registry/domain-search.ts). */
let names: string[];
/** On a nameserver of their own: the first two and the last two hundred. */
let few: string[];
beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100000' });
  names = await manyDomains(world, { prefix: 'long', count: 2400, apart: '1 hour' });
  few = [...names.slice(0, 2), ...names.slice(-200)];
  const { db } = world.container.database;
  await sql`update nameservers set hostname = 'ns1.few.example' from domains
    where domains.id = domain_id and domains.name = any(${few}) and hostname = 'ns1.host.example'`.execute(
    db,
  );
  await sql`insert into dnssec_keys (domain_id, flags, protocol, alg, public_key, key_tag, ds_digest_type, ds_digest,
      created_at, updated_at)
    select id, 257, 3, 13, 'key', 1, 2, 'digest', created_at, updated_at from domains where name = any(${few})`.execute(
    db,
  );
  await sql`update domains set zone_id = (select id from zones where origin = 'com.ee') where name = any(${few})`.execute(
    db,
  );
});

interface Page {
  readonly nodes: readonly { readonly name: string }[];
  readonly pageInfo: {
    readonly startCursor: string;
    readonly endCursor: string;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
  };
}

/** The names of a whole list, a page after the other, from its beginning or from its end. */
async function namesOf(where: string, { auth = alpha, size = 60, fromEnd = false } = {}): Promise<string[]> {
  const found: string[] = [];
  let cursor = '';
  for (let page = 0; page < 50; page += 1) {
    const [count, beyond] = fromEnd ? ['last', 'before'] : ['first', 'after'];
    const place = cursor && `, ${beyond}: "${cursor}"`;
    const { data, errors } = await graph(
      world,
      `{ domains(${count}: ${size}${place}, where: { ${where} }, orderBy: { field: EXPIRES_AT }) {
        nodes { name } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`,
      { auth },
    );
    expect(errors).toBeUndefined();
    const { nodes, pageInfo } = data.domains as unknown as Page;
    const shown = nodes.map(({ name }) => name);
    if (fromEnd) found.unshift(...shown);
    else found.push(...shown);
    if (!(fromEnd ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return found;
    cursor = fromEnd ? pageInfo.startCursor : pageInfo.endCursor;
  }
  throw new Error('The list has no end.');
}

const cases: readonly (readonly [what: string, where: string, isOne: (name: string) => boolean])[] = [
  [
    'few and far between',
    'nameserverHostnames: { contains: ["ns1.few.example"] }',
    (name) => few.includes(name),
  ],
  ['in a zone that few are in', 'zone: { eq: "com.ee" }', (name) => few.includes(name)],
  ['in a zone that most are in', 'zone: { startsWith: "e" }', (name) => !few.includes(name)],
  ['in a zone with no domain', 'zone: { eq: "med.ee" }', () => false],
  ['signed', 'signed: { eq: true }', (name) => few.includes(name)],
  ['named with two letters that are in some', 'name: { contains: "99" }', (name) => name.includes('99')],
  ['named with two letters in any case', 'name: { contains: "NG" }', () => true],
  [
    'two things at once',
    'name: { contains: "9" }, nameserverHostnames: { containsAny: ["ns1.few.example"] }',
    (name) => name.includes('9') && few.includes(name),
  ],
];

describe('a long list of domains', () => {
  it.each(cases)('shows all that are %s, in their order', async (_, where, isOne) => {
    const expected = names.filter(isOne);
    const chosen = `and: [{ name: { startsWith: "long-" } }], ${where}`;
    expect(await namesOf(chosen)).toEqual(expected);
    expect(await namesOf(chosen, { auth: operator, fromEnd: true, size: 90 })).toEqual(expected);
  });

  it.each([
    ['not', 'name: { contains: "9" }, not: { name: { contains: "8" } }', /^(?=.*9)(?!.*8)/],
    ['or', 'signed: { eq: true }, or: [{ name: { contains: "97" } }, { name: { contains: "98" } }]', /97|98/],
  ])('keeps what is asked within %s', async (_, where, pattern) => {
    const of = where.startsWith('signed') ? few : names;
    const chosen = `and: [{ name: { startsWith: "long-" } }], ${where}`;
    expect(await namesOf(chosen)).toEqual(of.filter((name) => pattern.test(name)));
  });

  it.each([
    ['of keys', '{ signed: { eq: true } }'],
    ['of short parts of names', '{ name: { contains: "9" } }'],
    ['of nameservers', '{ nameserverHostnames: { contains: ["ns1.few.example"] } }'],
  ])('gives the planner few joins to put in order, however many conditions %s there are', async (_, one) => {
    const where = `{ and: [${Array.from({ length: 60 }, () => one).join(', ')}] }`;
    const { statements } = await countStatements(world.container.database, async () => {
      const { errors } = await graph(
        world,
        `{ domains(first: 1, where: ${where}) { totalCount nodes { name } } }`,
      );
      expect(errors).toBeUndefined();
    });
    const lists = statements.filter((text) => /from "domains"/.test(text));
    expect(lists.length).toBeGreaterThan(0);
    // A condition that may be joined stands alone; all others are arguments of a function.
    const joined = /(?<!coalesce\()(?:exists \(select from|"?domains"?\."?id"? in \()/g;
    for (const text of lists) expect(text.match(joined)?.length ?? 0).toBeLessThanOrEqual(2 * 4);
  });

  it('shows nothing of what nobody has, and nothing of somebody else’s', async () => {
    expect(await namesOf('name: { contains: "zq" }')).toEqual([]);
    expect(await namesOf('nameserverHostnames: { contains: ["ns1.few.example"] }', { auth: beta })).toEqual(
      [],
    );
  });

  it('skips over REST as many as it was asked to', async () => {
    const query = 'q[nameservers_hostname_eq]=ns1.few.example&q[s]=valid_to&limit=5&offset=100';
    const { body } = await world.request({ url: `/registry/v1/domains?${query}` });
    expect(body.data.domains).toEqual(few.slice(100, 105));
  });
});
