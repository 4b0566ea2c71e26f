import {
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
  parse,
  validate,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemaOf } from '#src/apis/graphql/caller-schemas.ts';
import { buildSchema } from '../../support/schema.ts';
import { alpha, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const secret = 'TOP-SECRET-2';
const schema = buildSchema();

/** A value of the type in which every secret is ours and nothing else is said. */
function holding(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return holding(type.ofType);
  if (isListType(type)) {
    const item = holding(type.ofType);
    return item === undefined ? undefined : [item];
  }
  if (!isInputObjectType(type)) return type.name === 'Secret' ? secret : undefined;
  const fields = Object.values(type.getFields())
    // Those that hold themselves are filters, which ask for no secrets.
    .map((field) => [field.name, type.name.endsWith('Where') ? undefined : holding(field.type)] as const)
    .filter(([, value]) => value !== undefined);
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

const rootFields = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
  Object.values(root?.getFields() ?? {}).map((field) => ({ kind: root?.name.toLowerCase() ?? '', field })),
);
const holders = rootFields.flatMap(({ kind, field }) =>
  field.args
    .map((argument) => ({ kind, field, argument, value: holding(argument.type) }))
    .filter(({ value }) => value !== undefined),
);

/** The ways of getting it wrong by which graphql would print the whole or a part of it. */
function spoilt(value: unknown): unknown[] {
  if (typeof value === 'string') return [{ deep: value }, [value]];
  if (Array.isArray(value)) return [value[0], ...spoilt(value[0])].map((one) => [one, { x: secret }]);
  const [first, inner] = Object.entries(value as object)[0] as [string, unknown];
  const wrongly = spoilt(inner).map((one) => ({ ...(value as object), [first]: one }));
  return [{ ...(value as object), x: 1 }, secret, [value, secret], ...wrongly];
}

const ask = async (query: string, variables: object) => {
  const { text, body } = await world.request({
    method: 'POST',
    url: '/graphql',
    payload: { query, variables },
    auth: validate(schemaOf(schema, 'registrar'), parse(query)).length === 0 ? alpha : operator,
  });
  return { text, error: body.errors[0] };
};

describe('a secret that is sent in a wrong way', () => {
  it('is looked for wherever the graph takes one', () => {
    const names = holders.map(({ field, argument }) => `${field.name}.${argument.name}`);
    expect(names).toEqual(
      expect.arrayContaining([
        'signIn.input',
        'signIn.password',
        'domainRegister.input',
        'domainBulkTransfer.input',
      ]),
    );
  });

  it.each(holders.map((holder) => [`${holder.field.name}(${holder.argument.name})`, holder] as const))(
    'is not in the answer of %s',
    async (_, { kind, field, argument, value }) => {
      const name = field.args.find((other) => other !== argument && isNonNullType(other.type))
        ? 'name: "tamm.ee", '
        : '';
      const query = `${kind} ($v: ${argument.type}) { ${field.name}(${name}${argument.name}: $v) { __typename } }`;
      for (const v of spoilt(value)) {
        const { text, error } = await ask(query, { v });
        expect(error.extensions.code).toBe('BAD_USER_INPUT');
        expect(error.message).toMatch(/^Variable "\$v" got invalid value( at "v[^"]*")?; \S/);
        expect(text).not.toContain(secret);
      }
    },
  );

  it('is reported by variable, place and reason; no value that was sent is shown', async () => {
    const query = 'mutation ($v: DomainRegisterInput!) { domainRegister(input: $v) { userErrors { code } } }';
    const reported = async (v: object) => (await ask(query, { v })).error.message;
    const input = { name: 'a.ee', registrant: 'ALPHA:1', period: 'P1Y', transferCode: secret };
    expect(await reported({ ...input, transferCod: 1 })).toBe(
      'Variable "$v" got invalid value; Field "transferCod" is not defined by type "DomainRegisterInput". Did you mean "transferCode"?',
    );
    expect(await reported({ ...input, transferCode: [secret] })).toBe(
      'Variable "$v" got invalid value at "v.transferCode"; Secret must be a string',
    );
    expect(await reported({ ...input, name: { it: secret } })).toBe(
      'Variable "$v" got invalid value at "v.name"; DomainName must be a string',
    );
    expect(await reported({ ...input, nameservers: [{ hostname: 7 }] })).toBe(
      'Variable "$v" got invalid value at "v.nameservers[0].hostname"; Expected type "String".',
    );
    expect(await reported({ ...input, name: null })).toBe(
      'Variable "$v" got invalid value at "v.name"; Expected non-nullable type "DomainName!" not to be null.',
    );
  });

  it('is not in the answer when it stands in the document', async () => {
    const query = 'mutation { signIn(input: { username: "alpha", password: 90210777 }) { expiresAt } }';
    const { error } = await ask(query, {});
    expect(error.message).toBe('Secret must be a string');
  });

  it.each([
    ['{ domains(first: "90210777") { totalCount } }', 'Expected type "Int".'],
    [
      '{ domain(name: "a.ee", asOf: "2030-01-01") { contacts(role: "90210777") { code } } }',
      'Expected a value of the enum "ContactRole".',
    ],
    [
      '{ domains(orderBy: { field: NAMES }) { totalCount } }',
      'Expected a value of the enum "DomainOrderField". Did you mean the enum value "NAME"?',
    ],
    ['{ domains(where: "90210777") { totalCount } }', 'Expected type "DomainWhere".'],
    ['{ domains(where: { name: { eq: 90210777 } }) { totalCount } }', 'Expected type "String".'],
  ])(
    'is not in the answer when it stands in the document in the place of something else: %s',
    async (query, message) => {
      const { error, text } = await ask(query, {});
      expect(error.message).toBe(message);
      expect(text).not.toContain('90210777');
    },
  );
});
