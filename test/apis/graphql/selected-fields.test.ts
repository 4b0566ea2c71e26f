import { type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemaOf } from '#src/apis/graphql/caller-schemas.ts';
import { graph } from '../../support/graph.ts';
import { buildSchema } from '../../support/schema.ts';
import { seed, twoNameservers } from '../../support/seed.ts';
import { operator, type TestWorld, testWorld } from '../../support/world.ts';

const schema = schemaOf(buildSchema(), 'registrar');
const typeNamed = (name: string) => schema.getType(name) as GraphQLObjectType;

/** A selection of one field with the plain fields below it. */
function selecting(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  if (isLeafType(type)) return field.name;
  if (!isObjectType(type)) throw new Error(`${field.name} is neither plain nor an object`);
  if (type.name.endsWith('Connection'))
    return `${field.name}(first: 2) { totalCount nodes { __typename id } }`;
  const plain = Object.values(type.getFields()).filter(
    (below) => isLeafType(getNamedType(below.type)) && below.args.length === 0,
  );
  return `${field.name} { ${plain.map(({ name }) => name).join(' ')} }`;
}

const fieldsOf = (type: string) =>
  Object.values(typeNamed(type).getFields()).map((field) => [field.name, selecting(field)] as const);

let world: TestWorld;
let domainId: string;
beforeAll(async () => {
  world = await testWorld();
  const maker = seed(world);
  const tech = await maker.contact();
  await maker.domain('fields.ee', {
    techs: [tech],
    nameservers: twoNameservers,
    keys: [{ flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' }],
  });
  await graph(
    world,
    `mutation { domainStatusesSet(input: { name: "fields.ee", add: ["serverHold"], note: "because" }) { userErrors { message } } }`,
    { auth: operator },
  );
  const { data } = await graph(world, '{ domain(name: "fields.ee") { id } }');
  domainId = String(data.domain.id);
});

const ask = async (query: string) => {
  const { data, errors, text } = await graph(world, query);
  if (errors) throw new Error(text);
  return data;
};

/** `node` reads the whole row; the others read what the document selects. */
describe('a field of a domain that is selected alone', () => {
  it.each(fieldsOf('Domain'))('%s shows what it shows of a whole row', async (name, selection) => {
    const whole = (await ask(`{ node(id: "${domainId}") { ... on Domain { ${selection} } } }`)).node;
    expect(whole).toHaveProperty(name);
    expect((await ask(`{ domain(name: "fields.ee") { ${selection} } }`)).domain).toEqual(whole);
    const page = await ask(
      `{ domains(first: 1) { nodes { ${selection} } edges { node { ${selection} } } } }`,
    );
    expect(page.domains.nodes).toEqual([whole]);
    expect(page.domains.edges).toEqual([{ node: whole }]);
  });
});

describe('a field of a contact below a domain that is selected alone', () => {
  it.each(fieldsOf('Contact'))('%s shows what it shows of a whole row', async (name, selection) => {
    for (const way of ['registrant', 'techContacts']) {
      const { domain } = await ask(`{ domain(name: "fields.ee") { ${way} { id } } }`);
      const [{ id }] = [domain[way]].flat() as unknown as [{ id: string }];
      const whole = (await ask(`{ node(id: "${id}") { ... on Contact { ${selection} } } }`)).node;
      expect(whole).toHaveProperty(name);
      const below = (await ask(`{ domain(name: "fields.ee") { ${way} { ${selection} } } }`)).domain;
      expect([below[way]].flat()).toEqual([whole]);
    }
  });
});

describe('a field of a registrar below a domain that is selected alone', () => {
  it.each(fieldsOf('Registrar'))('%s shows what it shows of a whole row', async (_, selection) => {
    const { id } = (await ask(`{ domain(name: "fields.ee") { registrar { id } } }`)).domain.registrar;
    const whole = (await ask(`{ node(id: "${id}") { ... on Registrar { ${selection} } } }`)).node;
    const { registrar } = (await ask(`{ domain(name: "fields.ee") { registrar { ${selection} } } }`)).domain;
    expect(registrar).toEqual(whole);
  });
});
