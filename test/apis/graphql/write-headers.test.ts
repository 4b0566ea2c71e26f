import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { type Loose, type TestWorld, testWorld } from '../../support/world.ts';

/** REST's headers at /graphql: done as if they were arguments, or nothing is done at all. */
let world: TestWorld;
let name: string;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  name = await newDomain(world);
});

const isHeldIn = ({ statuses }: Loose): boolean => statuses.some(({ name }: Loose) => name === 'clientHold');
const isHeld = async (): Promise<boolean> => {
  const { data } = await graph(world, `{ domain(name: "${name}") { statuses { name } } }`);
  return isHeldIn(data.domain);
};
const shown = '{ domain { statuses { name } } outcome userErrors { code } }';
const field = (args = ''): string => `domainClientHoldSet(input: { name: $name }${args}) ${shown}`;
const types = { name: 'DomainName!', dryRun: 'Boolean', key: 'String', yes: 'Boolean = true' };
const mutation = (text: string): string => {
  const used = Object.entries(types).filter(([name]) => text.includes(`$${name}`));
  return `mutation (${used.map(([name, type]) => `$${name}: ${type}`)}) ${text}`;
};
const write = (args?: string): string => mutation(`{ ${field(args)} }`);
const ask = (query: string, headers: Record<string, string>, variables: Loose = {}) =>
  graph(world, query, { headers, variables: { name, ...variables } });

describe("REST's headers of writes at /graphql", () => {
  it.each([
    ['a field', write()],
    ['a field in fragments', mutation(`{ ...A } fragment A on Mutation { ... { ${field()} } }`)],
    [
      'a field beside one that is left out',
      mutation(`{ ${field()} ... @skip(if: $yes) { b: ${field()} } __typename }`),
    ],
    ['the same field twice', mutation(`{ ${field()} ${field()} }`)],
    ['the same word as an argument', write(', dryRun: true')],
    ['the same word as a variable', write(', dryRun: $dryRun')],
    ['an argument that is null', write(', dryRun: null')],
  ])('are honoured for %s', async (_, query) => {
    const { status, data, errors } = await ask(query, { 'dry-run': 'true' }, { dryRun: true });
    expect({ status, errors }).toEqual({ status: 200, errors: undefined });
    expect(data.domainClientHoldSet).toMatchObject({
      domain: { statuses: expect.arrayContaining([{ name: 'clientHold' }]) },
      outcome: expect.stringMatching(/^oc_/),
      userErrors: [],
    });
    expect(await isHeld()).toBe(false);
  });

  it('are honoured by a document that Yoga itself reads', async () => {
    const { data } = await ask(write(), { 'dry-run': 'true', accept: 'application/graphql-response+json' });
    expect(data.domainClientHoldSet.outcome).toMatch(/^oc_/);
    expect(await isHeld()).toBe(false);
  });

  it('do what was shown, and nothing else', async () => {
    const { data } = await ask(write(), { 'dry-run': 'true' });
    const { outcome } = data.domainClientHoldSet;
    const other = await newDomain(world);
    const wrong = await ask(write(), { 'if-outcome': outcome }, { name: other });
    expect(wrong.data.domainClientHoldSet.userErrors).toEqual([{ code: 'OUTCOME_CHANGED' }]);
    const right = await ask(write(), { 'if-outcome': outcome, 'dry-run': 'false' });
    expect(right.data.domainClientHoldSet.userErrors).toEqual([]);
    expect(await isHeld()).toBe(true);
  });

  it('repeat an answer', async () => {
    const creation = `mutation ($input: ContactCreateInput!) { contactCreate(input: $input) { contact { code } userErrors { code } } }`;
    const ident = { code: '12345678', type: 'ORG', countryCode: 'EE' };
    const input = { name: 'Osaühing Kaks', email: 'kaks@example.ee', phone: '+372.5551234', ident };
    const [one, again] = [
      await graph(world, creation, { headers: { 'idempotency-key': name }, variables: { input } }),
      await graph(world, creation, { headers: { 'idempotency-key': name }, variables: { input } }),
    ];
    expect(one.data.contactCreate.userErrors).toEqual([]);
    expect(again.data).toEqual(one.data);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  const two = mutation(`{ ${field()} b: ${field()} }`);
  it.each([
    ['two writes', two, { 'dry-run': 'true' }, /one mutation field/],
    ['two writes', two, { 'idempotency-key': 'a' }, /one mutation field/],
    ['two writes', two, { 'if-outcome': 'oc_a' }, /one mutation field/],
    ['no write at all', 'mutation { __typename }', { 'dry-run': 'true' }, /one mutation field/],
    ['another word than true and false', write(), { 'dry-run': 'yes' }, /Must be true or false/],
    ['an empty word', write(), { 'dry-run': '' }, /Must be true or false/],
    ['another argument', write(', dryRun: false'), { 'dry-run': 'true' }, /differ/],
    ['another variable', write(', dryRun: $dryRun'), { 'dry-run': 'true' }, /differ/],
    ['another key', write(', idempotencyKey: $key'), { 'idempotency-key': 'a' }, /differ/],
    ['another outcome', write(', ifOutcome: "oc_b"'), { 'if-outcome': 'oc_a' }, /differ/],
  ] as const)('refuse %s before anything is done: %#', async (_, query, headers, message) => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const { status, errors, data } = await ask(query, { ...headers, accept }, { dryRun: false, key: 'b' });
      expect({ status, data: data ?? null }).toEqual({ status: 400, data: null });
      expect(errors).toMatchObject([
        { message: expect.stringMatching(message), extensions: { code: 'BAD_REQUEST' } },
      ]);
    }
    expect(await isHeld()).toBe(false);
  });

  it('mean nothing for reads, as at REST', async () => {
    const headers = { 'dry-run': 'true', 'idempotency-key': 'a', 'if-outcome': 'x' };
    const { status, data } = await ask(
      'query ($name: DomainName!) { domain(name: $name) { name } }',
      headers,
    );
    expect({ status, data }).toEqual({ status: 200, data: { domain: { name } } });
  });
});
