import { readFileSync } from 'node:fs';
import { printSchemaWithDirectives } from '@graphql-tools/utils';
import {
  buildClientSchema,
  type GraphQLInputType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  parse,
  validate,
  validateSchema,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { cachedKinds, schemaOf } from '#src/apis/graphql/caller-schemas.ts';
import { schemaFor } from '#src/apis/graphql/server.ts';
import { callerKinds } from '#src/base/actor.ts';
import { facadeNarrowing } from '#src/extensions/facade/narrowed.ts';
import { sandboxNarrowing } from '#src/extensions/sandbox/narrowed.ts';
import { token } from '../../support/billing.ts';
import { graph, unknownField } from '../../support/graph.ts';
import { buildSchema } from '../../support/schema.ts';
import { alpha, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

const file = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const asked = async (auth: string | null): Promise<GraphQLSchema> => {
  const { data } = await graph(world, getIntrospectionQuery(), { auth });
  return buildClientSchema(data as unknown as IntrospectionQuery);
};
const fieldsOf = (schema: GraphQLSchema, type: 'Query' | 'Mutation' | 'Subscription'): string[] => {
  const root = schema.getType(type);
  return root && 'getFields' in root ? Object.keys(root.getFields()) : [];
};

describe('the schemas of all kinds of callers', () => {
  it('are made once the server listens, before anybody asks', async () => {
    const fresh = await testWorld({ FEDERATION: 'true' });
    await fresh.listen();
    await expect
      .poll(() => cachedKinds(schemaFor(fresh.container.config)).sort())
      .toEqual([...callerKinds].sort());
  });
});

describe('a caller that asks about the schema', () => {
  it('learns as a registrar of nothing that is for operators alone', async () => {
    const schema = await asked(alpha);
    expect(fieldsOf(schema, 'Mutation')).toEqual(expect.arrayContaining(['domainRegister', 'contactCreate']));
    for (const name of ['registrarCreate', 'settingSet', 'domainForceDelete', 'jobsRun'])
      expect(fieldsOf(schema, 'Mutation')).not.toContain(name);
    expect(fieldsOf(schema, 'Query')).not.toContain('ledgerProof');
    expect(schema.getType('LedgerProof')).toBeUndefined();
    expect(schema.getType('SettingSetInput')).toBeUndefined();
    expect(JSON.stringify(schema.getType('Domain')?.toConfig())).not.toContain('legalDocuments');
  });

  it('learns as a registrar of no field of an input that only operators may give, in a variable neither', async () => {
    const fieldsIn = async (auth: string): Promise<string[]> => {
      const type = (await asked(auth)).getType('ApiUserUpdateInput');
      return type && 'getFields' in type ? Object.keys(type.getFields()) : [];
    };
    expect(await fieldsIn(operator)).toEqual(expect.arrayContaining(['allowedIps', 'username']));
    expect(await fieldsIn(alpha)).toContain('username');
    expect(await fieldsIn(alpha)).not.toContain('allowedIps');
    const write =
      'mutation ($input: ApiUserUpdateInput!) { apiUserUpdate(input: $input) { userErrors { code } } }';
    const variables = { input: { username: 'alpha', allowedIps: [] } };
    const { errors } = await graph(world, write, { auth: alpha, variables });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('Field "allowedIps" is not defined by type "ApiUserUpdateInput"'),
      extensions: { code: 'BAD_USER_INPUT' },
    });
    const literal = await graph(
      world,
      'mutation { apiUserUpdate(input: { username: "alpha", allowedIps: [] }) { userErrors { code } } }',
      { auth: alpha },
    );
    expect(literal.errors?.[0]).toMatchObject({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
  });

  it('learns as an operator of nothing that only registrars do', async () => {
    const schema = await asked(operator);
    expect(fieldsOf(schema, 'Mutation')).toContain('settingSet');
    expect(fieldsOf(schema, 'Mutation')).not.toContain('domainRegister');
    expect(fieldsOf(schema, 'Subscription')).not.toContain('notificationReceived');
  });

  it('learns as a portal or a billing client of its own service', async () => {
    const [ofPortal, ofBilling] = [await asked(portal), await asked(await token('auction'))];
    expect(fieldsOf(ofPortal, 'Mutation')).toContain('reservationCreate');
    expect(fieldsOf(ofPortal, 'Query')).not.toContain('domains');
    expect(ofPortal.getType('Contact')).toBeUndefined();
    expect(ofPortal.getSubscriptionType()).toBeFalsy();
    expect(fieldsOf(ofBilling, 'Mutation')).toContain('invoiceNumberIssue');
    expect(fieldsOf(ofBilling, 'Mutation')).not.toContain('reservationCreate');
  });

  it('learns without credentials of what is public, and that there is more', async () => {
    const schema = await asked(null);
    expect(fieldsOf(schema, 'Query')).toEqual(expect.arrayContaining(['errorCatalogue', 'retainedNames']));
    expect(fieldsOf(schema, 'Query')).not.toContain('domains');
    expect(schema.getQueryType()?.description).toContain('This part is open to everybody');
  });

  it('learns it of the same document as others, again and again', async () => {
    const document = '{ __type(name: "LedgerProof") { name } }';
    for (const _ of [1, 2, 3, 4, 5]) {
      expect((await graph(world, document, { auth: operator })).data.__type).toEqual({ name: 'LedgerProof' });
      expect((await graph(world, document, { auth: alpha })).data.__type).toBeNull();
    }
  });

  it('gets no hint at what is for others alone', async () => {
    const wrong = async (document: string, auth: string) =>
      (await graph(world, document, { auth })).errors?.map(({ message }) => message).join() ?? '';
    const misspelt = 'mutation { registrarSuspendd }';
    expect(await wrong(misspelt, operator)).toContain('Did you mean');
    expect(await wrong(misspelt, alpha)).toMatch(
      /^Cannot query field "registrarSuspendd" on type "Mutation"\.$/,
    );
    expect(await wrong('mutation { domainRegisterr }', alpha)).toContain('Did you mean "domainRegister"');
  });

  it('gets what else the document asks for, too', async () => {
    const document = '{ __type(name: "Domain") { name } viewer { kind } }';
    expect((await graph(world, document)).data).toEqual({
      __type: { name: 'Domain' },
      viewer: { kind: 'REGISTRAR' },
    });
    const { errors } = await graph(world, '{ __typename __schema { description } settings { name } }');
    expect(errors?.[0]?.message).toContain('Cannot query field "settings"');
  });
});

describe('what only others can use', () => {
  const errorsFor = async (document: string, auth: string | null, variables = {}) =>
    (await graph(world, document, { auth, variables })).errors ?? [];

  it.each([
    ['a registrar', alpha, 'settings'],
    ['an operator', operator, 'account'],
    ['a portal', portal, 'contacts'],
    ['a billing client', token('auction'), 'domains'],
  ])('is to %s what nobody has', async (_, auth, field) => {
    const answer = await errorsFor(`{ ${field} { id } }`, await auth);
    expect(answer).toMatchObject([unknownField(field)]);
    const misspelt = `${field.slice(0, -1)}q`;
    const other = JSON.stringify(await errorsFor(`{ ${misspelt} { id } }`, await auth));
    expect(JSON.parse(other.replaceAll(misspelt, field))).toEqual(answer);
  });

  it('is unknown as a field of what the caller sees, and as a type', async () => {
    expect(await errorsFor('{ domains(first: 1) { nodes { legalDocuments { id } } } }', alpha)).toMatchObject(
      [{ message: 'Cannot query field "legalDocuments" on type "Domain".' }],
    );
    const input = { name: 'a', value: 'b' };
    const set = 'mutation ($input: SettingSetInput!) { settingSet(input: $input) { setting { name } } }';
    expect((await errorsFor(set, alpha, { input })).map(({ message }) => message)).toEqual([
      'Unknown type "SettingSetInput". Did you mean "SignInInput"?',
      'Cannot query field "settingSet" on type "Mutation".',
    ]);
  });

  it('keeps the whole document from being done', async () => {
    const { data, errors } = await graph(
      world,
      `mutation {
        contactCreate(input: {
          code: "ALPHA:UNDONE", name: "Mari Mets", email: "mari@mets.example", phone: "+372.5555555"
          ident: { code: "37605030299", type: PRIV, countryCode: "EE" }
        }) { contact { code } }
        settingSet(input: { name: "api_ip_whitelist_enabled", value: "false" }) { setting { name } }
      }`,
    );
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([unknownField('settingSet', 'Mutation')]);
    expect((await graph(world, '{ contact(code: "ALPHA:UNDONE") { code } }')).data.contact).toBeNull();
  });

  it('is a kind of operation, where the caller has none of it', async () => {
    for (const field of ['invoiceChanged(number: 1)', 'nothing'])
      for (const selection of [`${field} { id }`, `... { ${field} { id } }`])
        expect(await errorsFor(`subscription { ${selection} }`, portal)).toMatchObject([
          {
            message: 'You may not use any subscription.',
            extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
          },
        ]);
  });

  it('is known again to its own callers, in the same document, and asks nobody to sign in', async () => {
    const document = '{ settings { name } }';
    for (const _ of [1, 2, 3, 4, 5]) {
      expect(await errorsFor(document, operator)).toEqual([]);
      expect(await errorsFor(document, alpha)).toMatchObject([unknownField('settings')]);
      expect(await errorsFor(document, null)).toMatchObject([unknownField('settings')]);
    }
  });
});

/** A value with everything that is required. */
function sample(given: GraphQLInputType): unknown {
  const type = getNullableType(given);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return type.name === 'Duration' ? 'P1Y' : '1';
  const needed = Object.values(type.getFields()).filter(isRequiredInputField);
  return Object.fromEntries(needed.map((field) => [field.name, sample(field.type)]));
}

describe('a caller that has not signed in', () => {
  const ask = (document: string) => graph(world, document, { auth: null });

  it('cannot tell what is for operators alone from what is misspelt', async () => {
    const whole = buildSchema();
    const shown = (['registrar', 'portal', 'billing', 'anonymous'] as const).map((kind) =>
      schemaOf(whole, kind),
    );
    const isHidden = (type: string, field: string): boolean =>
      shown.every((one) => {
        const found = one.getType(type);
        return !(found && 'getFields' in found && field in found.getFields());
      });
    /** A document that an operator may send, by the name of the field. */
    const documents: ((field: string) => string)[] = [];
    for (const type of Object.values(whole.getTypeMap())) {
      const isRoot = type === whole.getQueryType() || type === whole.getMutationType();
      if (!isObjectType(type) || !(isRoot || type.getInterfaces().some(({ name }) => name === 'Node')))
        continue;
      for (const { name, args, type: of } of Object.values(type.getFields())) {
        if (!isHidden(type.name, name)) continue;
        const needed = args.filter(isRequiredArgument);
        const variables = needed.map((one) => `$${one.name}: ${String(one.type)}`).join(' ');
        const given = needed.map((one) => `${one.name}: $${one.name}`).join(' ');
        const parts = isLeafType(getNamedType(of)) ? '' : '{ __typename }';
        const way = type === whole.getMutationType() ? 'mutation' : 'query';
        documents.push((field) => {
          const asked = `${field}${given && `(${given})`} ${parts}`;
          const selected = isRoot ? asked : `node(id: "x") { ... on ${type.name} { ${asked} } }`;
          return `${way}${variables && `(${variables})`} { ${selected} }`.replaceAll('FIELD', name);
        });
      }
    }
    expect(documents.length).toBeGreaterThan(50);
    for (const document of documents) {
      const real = document('FIELD');
      expect(validate(whole, parse(real)), real).toEqual([]);
      const reported = async (text: string, field: string) => {
        const { status, errors } = await ask(text);
        const inWords = (message: unknown) => String(message).replaceAll(`"${field}"`, 'it');
        return [status, errors?.map(({ message, extensions }) => [inWords(message), extensions])];
      };
      const misspelt = document('FIELDxyz');
      const name = /(\w+)xyz/.exec(misspelt)?.[1] ?? '';
      expect(await reported(real, name), real).toEqual(await reported(misspelt, `${name}xyz`));
    }
  });

  it('cannot tell what only operators may put into variables from what is misspelt', async () => {
    const whole = buildSchema();
    const known = (['registrar', 'portal', 'billing', 'anonymous'] as const).map((kind) =>
      schemaOf(whole, kind),
    );
    let hidden = 0;
    for (const [name, { args }] of Object.entries(whole.getMutationType()?.getFields() ?? {})) {
      const input = getNamedType(args.find((arg) => arg.name === 'input')?.type);
      const seen = known.filter((one) => one.getMutationType()?.getFields()[name]);
      if (!isInputObjectType(input) || seen.length === 0) continue;
      const isSeen = (field: string): boolean =>
        seen.some(
          (one) => field in ((one.getType(input.name) as typeof input | undefined)?.getFields() ?? {}),
        );
      const document = `mutation ($input: ${input.name}!) { ${name}(input: $input) { userErrors { code } } }`;
      const reported = async (field: string) => {
        const { status, errors } = await graph(world, document, {
          auth: null,
          variables: { input: { ...(sample(input) as object), [field]: null } },
        });
        return [status, JSON.stringify(errors?.map(({ extensions }) => extensions)).replaceAll(field, '?')];
      };
      for (const field of Object.keys(input.getFields()).filter((one) => !isSeen(one))) {
        hidden += 1;
        expect(await reported(field), `${name}.${field}`).toEqual(await reported(`${field}xyz`));
      }
    }
    expect(hidden).toBeGreaterThan(1);
  });

  it('is asked to sign in for variables that somebody else may send', async () => {
    const document =
      'mutation ($input: ApiUserUpdateInput!) { apiUserUpdate(input: $input) { apiUser { id } } }';
    const asked = await graph(world, document, { auth: null, variables: { input: { username: 'alpha' } } });
    expect(asked.status).toBe(401);
    const wrong = await graph(world, document, { auth: null, variables: { input: { username: 5 } } });
    expect(wrong.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('is asked to sign in, also when the document asks about the schema as well', async () => {
    for (const _ of [1, 2])
      expect(await ask('{ __schema { description } domains(first: 1) { totalCount } }')).toMatchObject({
        status: 401,
        errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
      });
  });

  it('learns no name of a private field from a wrong document', async () => {
    const { errors } = await ask('mutation { settingSet(input: {}) { setting { nam } } }');
    expect(errors).toMatchObject([unknownField('settingSet', 'Mutation')]);
    const { errors: known } = await ask('{ errorCatalogue { cod } }');
    expect(known).toMatchObject([{ message: 'Cannot query field "cod" on type "ErrorDescription".' }]);
  });
});

describe('an answer about the schema', () => {
  it('costs everybody as much', async () => {
    for (const auth of [alpha, null])
      expect((await graph(world, '{ __type(name: "Viewer") { name } }', { auth })).body).toMatchObject({
        extensions: { cost: { requested: 10, used: 10 } },
      });
  });
});

describe('the schema of each kind of caller', () => {
  it.each(callerKinds)('is a valid one, whatever is served: %s', (kind) => {
    const both = [sandboxNarrowing, facadeNarrowing];
    for (const narrowedBy of [[], [sandboxNarrowing], [facadeNarrowing], both])
      for (const federation of [true, false])
        expect(validateSchema(schemaOf(buildSchema({ narrowedBy, federation }), kind))).toEqual([]);
  });

  it.each(callerKinds.filter((kind) => kind !== 'anonymous'))('is printed: %s', (kind) => {
    expect(`${printSchemaWithDirectives(schemaOf(buildSchema(), kind))}\n`).toBe(
      file(`schema/${kind}.graphql`),
    );
  });
});

describe('/schema', () => {
  const read = (url: string, auth: string | null) => world.request({ url, auth });
  const text = async (url: string, auth: string | null) => (await read(url, auth)).text;

  it.each(callerKinds.filter((kind) => kind !== 'anonymous'))(
    'has the file of each kind of caller for anybody, and the same with ?for=: %s',
    async (kind) => {
      const whole = file(`schema/${kind}.graphql`);
      for (const auth of [null, alpha, operator])
        for (const url of [`/schema/${kind}.graphql`, `/schema.graphql?for=${kind}`])
          expect(await text(url, auth)).toBe(whole);
    },
  );

  it('has everything in one file, for anybody', async () => {
    const { headers } = await read('/schema.graphql', null);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    for (const auth of [null, alpha, operator])
      expect(await text('/schema.graphql', auth)).toBe(file('schema/schema.graphql'));
  });

  it('shows everything to everybody, and marks what only some can use', async () => {
    const pages = await Promise.all([null, alpha, operator].map((auth) => text('/schema/Mutation', auth)));
    const withoutNonce = pages.map((page) => page.replaceAll(/nonce="[^"]*"/g, ''));
    expect(new Set(withoutNonce).size).toBe(1);
    expect(pages[0]).toMatch(/id="priceSet"><code>priceSet<\/code>.*<span class="tag">operators<\/span>/);
    expect(pages[0]).toMatch(
      /id="domainRenew"><code>domainRenew<\/code>.*<span class="tag">registrars<\/span>/,
    );
    for (const auth of [null, alpha, operator]) {
      expect(await text('/schema/LedgerProof', auth)).toContain('For <span class="tag">operators</span>');
      expect(await text('/schema', auth)).toContain(
        'href="/schema/LedgerProof">LedgerProof</a> <span class="tag">operators</span>',
      );
    }
    // What everybody can use has no mark.
    expect(await text('/schema/Query', null)).not.toContain('For <span');
  });

  it('shows only the types of the callers that ?for= names', async () => {
    expect(await text('/schema', null)).toContain('/schema?for=registrar');
    expect(await text('/schema?for=registrar', operator)).toContain('href="/schema/registrar.graphql"');
    expect((await read('/schema/LedgerProof?for=registrar', operator)).status).toBe(404);
    expect((await read('/schema/LedgerProof?for=operator', alpha)).status).toBe(200);
    expect(await text('/schema/LedgerProof?for=operator', alpha)).not.toContain('class="tag"');
  });
});
