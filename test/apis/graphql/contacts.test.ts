import { beforeAll, describe, expect, it } from 'vitest';
import { linkDomain, newContact, person, setStatuses } from '../../support/contacts.ts';
import { graph, unknownField } from '../../support/graph.ts';
import { basic, beta, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const billing = basic('alpha-billing', 'alpha-sandbox');
const ident = { code: '39708290069', type: 'PRIV', countryCode: 'EE' };
const { name, email, phone } = person;
const fields = /* GraphQL */ `
  fragment All on Contact {
    code name email phone authInfo disclosedAttributes domainsCount createdAt updatedAt
    ident { code type countryCode }
    statuses { name note }
    registrar { code name website }
  }
`;
const show = async (code: string, auth?: string) =>
  graph(world, `query ($code: String!) { contact(code: $code) { ...All } } ${fields}`, {
    variables: { code },
    ...(auth && { auth }),
  });
const mutate = async (mutation: string, input: object, options: object = {}) => {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`;
  const entity = mutation === 'contactDelete' ? 'code' : 'contact { ...All }';
  const answer = await graph(
    world,
    `mutation ($input: ${type}, $dryRun: Boolean) { ${mutation}(input: $input, dryRun: $dryRun) {
      ${entity} userErrors { code resultCode message path retryable details } query { viewer { name } }
    } } ${entity === 'code' ? '' : fields}`,
    { variables: { input }, ...options },
  );
  return { ...answer, payload: answer.data?.[mutation] };
};
const create = (input: object, options?: object) =>
  mutate('contactCreate', { name, email, phone, ident, ...input }, options);

describe('contact(code:)', () => {
  it('shows all of an own contact', async () => {
    const code = await newContact(world, { id: 'shown' });
    await setStatuses(world, code, ['serverUpdateProhibited'], { serverUpdateProhibited: 'court order' });
    await linkDomain(world, { name: 'shown.ee', registrant: code, tech: [code] });
    expect((await show(code)).data.contact).toEqual({
      code: 'ALPHA:SHOWN',
      name,
      email,
      phone,
      ident,
      authInfo: expect.stringMatching(/^[0-9a-f]{22}$/),
      disclosedAttributes: [],
      domainsCount: 1,
      statuses: [
        { name: 'serverUpdateProhibited', note: 'court order' },
        { name: 'linked', note: null },
      ],
      registrar: { code: 'ALPHA', name: 'Alpha Domains', website: 'https://alpha.example' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0[23]:00$/),
      updatedAt: expect.any(String),
    });
  });

  it('is null for one that is foreign, unknown or spelled differently', async () => {
    const foreign = await newContact(world, {}, { auth: beta });
    for (const code of [foreign, 'ALPHA:NOBODY', 'alpha:shown', ''])
      expect(await show(code)).toMatchObject({ status: 200, data: { contact: null }, errors: undefined });
  });

  it('of another registrar shows only code and name, where a domain names it', async () => {
    const foreign = await newContact(world, { name: 'Võõras' }, { auth: beta });
    await linkDomain(world, { name: 'foreign.ee', registrant: foreign });
    const { data } = await graph(world, `{ domain(name: "foreign.ee") { registrant { ...All } } } ${fields}`);
    expect(data.domain.registrant).toEqual({
      code: foreign,
      name: 'Võõras',
      email: null,
      phone: null,
      ident: null,
      authInfo: null,
      statuses: null,
      disclosedAttributes: null,
      registrar: null,
      domainsCount: null,
      createdAt: null,
      updatedAt: null,
    });
  });

  it('is for registrars, and not for users who only bill', async () => {
    expect(await show('ALPHA:SHOWN', billing)).toMatchObject({
      status: 200,
      data: { contact: null },
      errors: [
        {
          message: "Authorization error: only for registrars' users with the role EPP or SUPER and operators",
          extensions: { code: 'FORBIDDEN', resultCode: 2201 },
        },
      ],
    });
    expect((await show('ALPHA:SHOWN', portal)).errors).toContainEqual(
      expect.objectContaining(unknownField('contact')),
    );
    expect(await graph(world, '{ contact(code: "ALPHA:SHOWN") { code } }', { auth: null })).toMatchObject({
      status: 401,
      errors: [{ extensions: { code: 'UNAUTHENTICATED', resultCode: 2202 } }],
    });
  });
});

describe('contactCodeCheck', () => {
  it('shows whether a code is free, like its REST twin', async () => {
    await newContact(world, { id: 'my-id' });
    const document =
      '{ taken: contactCodeCheck(code: "my-id") { code available } free: contactCodeCheck(code: "x y") { code available } }';
    expect((await graph(world, document)).data).toEqual({
      taken: { code: 'my-id', available: false },
      free: { code: 'x y', available: true },
    });
  });

  it('shows nothing of codes that begin with the code of another registrar', async () => {
    await newContact(world, { id: 'theirs' });
    const document = '{ contactCodeCheck(code: "ALPHA:THEIRS") { available } }';
    expect((await graph(world, document)).data).toEqual({ contactCodeCheck: { available: false } });
    // BETA could still have it: its own would be BETA:ALPHA:THEIRS.
    expect((await graph(world, document, { auth: beta })).data).toEqual({
      contactCodeCheck: { available: true },
    });
  });
});

describe('contactCreate', () => {
  it('answers with the new contact and reads on in the same request', async () => {
    const { payload } = await create({ code: 'made' });
    expect(payload).toMatchObject({
      contact: {
        code: 'ALPHA:MADE',
        name,
        ident,
        registrar: { code: 'ALPHA' },
        statuses: [{ name: 'ok', note: null }],
      },
      userErrors: [],
      query: { viewer: { name: 'alpha' } },
    });
  });

  it('makes a random code when none is asked for', async () => {
    for (const code of [undefined, null, ''])
      expect((await create({ code })).payload.contact.code).toMatch(/^ALPHA:[0-9A-F]{8}$/);
  });

  it('lists everything that is wrong, each with its code, result code, message and path', async () => {
    const { payload, status } = await create({
      code: 'õ',
      name: '<',
      email: 'x',
      phone: 'x',
      ident: { ...ident, code: '1' },
    });
    expect(status).toBe(200);
    expect(payload.contact).toBeNull();
    const syntax = { code: 'PARAMETER_VALUE_SYNTAX', resultCode: 2005, retryable: false, details: null };
    expect(payload.userErrors).toEqual([
      {
        ...syntax,
        message: "Parameter value syntax error: email 'x' didn't pass validation",
        path: ['email'],
      },
      { ...syntax, message: 'Name is invalid', path: ['name'] },
      { ...syntax, message: 'Phone nr is invalid', path: ['phone'] },
      { ...syntax, message: 'Contact code is invalid', path: ['code'] },
      {
        ...syntax,
        message: 'Ident code does not conform to national identification number format of Estonia',
        path: ['ident', 'code'],
      },
    ]);
  });

  it('is not taken twice', async () => {
    await create({ code: 'twice' });
    expect((await create({ code: 'twice' })).payload).toMatchObject({
      contact: null,
      userErrors: [{ code: 'OBJECT_EXISTS', resultCode: 2302, message: 'Contact id already exists' }],
    });
  });

  it('shows what would be in a dry run, and keeps nothing', async () => {
    const { payload } = await create(
      { code: 'dry' },
      { variables: { input: { code: 'dry', name, email, phone, ident }, dryRun: true } },
    );
    expect(payload.contact).toMatchObject({ code: 'ALPHA:DRY', domainsCount: 0 });
    expect((await show('ALPHA:DRY')).data.contact).toBeNull();
  });

  it('is a top-level error for callers without permission', async () => {
    expect(await create({}, { auth: billing })).toMatchObject({
      status: 200,
      errors: [{ extensions: { code: 'FORBIDDEN', resultCode: 2201 } }],
    });
    expect(await create({}, { auth: null })).toMatchObject({
      status: 401,
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });
});

describe('contactUpdate', () => {
  it('changes what is given, and leaves what is left out', async () => {
    const code = await newContact(world);
    const { payload } = await mutate('contactUpdate', { code, name: 'Mari Mets' });
    expect(payload).toMatchObject({ contact: { code, name: 'Mari Mets', email, phone }, userErrors: [] });
  });

  it('lists everything that is wrong', async () => {
    const code = await newContact(world);
    const { payload } = await mutate('contactUpdate', { code, name: '', phone: '' });
    expect(payload).toMatchObject({
      contact: null,
      userErrors: [
        {
          code: 'REQUIRED_PARAMETER_MISSING',
          resultCode: 2003,
          message: 'Required parameter missing - name',
          path: ['name'],
        },
        {
          code: 'REQUIRED_PARAMETER_MISSING',
          resultCode: 2003,
          message: 'Required parameter missing - phone',
          path: ['phone'],
        },
      ],
    });
  });

  it('shows which statuses forbid it', async () => {
    const code = await newContact(world);
    await setStatuses(world, code, ['pendingUpdate']);
    expect((await mutate('contactUpdate', { code, name: 'x' })).payload.userErrors).toMatchObject([
      { code: 'OBJECT_STATUS_PROHIBITS', resultCode: 2304, details: { statuses: ['pendingUpdate'] } },
    ]);
  });

  it('does not find a foreign one', async () => {
    const code = await newContact(world, {}, { auth: beta });
    expect((await mutate('contactUpdate', { code, name: 'x' })).payload).toMatchObject({
      contact: null,
      userErrors: [{ code: 'OBJECT_DOES_NOT_EXIST', resultCode: 2303, message: 'Object does not exist' }],
    });
  });
});

describe('contactDelete', () => {
  it('gives the code that is free now', async () => {
    const code = await newContact(world);
    expect((await mutate('contactDelete', { code })).payload).toMatchObject({ code, userErrors: [] });
    expect((await show(code)).data.contact).toBeNull();
  });

  it('lists the domains and the statuses that forbid it', async () => {
    const code = await newContact(world);
    await setStatuses(world, code, ['serverDeleteProhibited']);
    await linkDomain(world, { name: 'kept.ee', registrant: code });
    expect((await mutate('contactDelete', { code })).payload).toMatchObject({
      code: null,
      userErrors: [
        {
          code: 'OBJECT_ASSOCIATION_PROHIBITS',
          resultCode: 2305,
          message: 'Object association prohibits operation',
        },
        {
          code: 'OBJECT_STATUS_PROHIBITS',
          resultCode: 2304,
          details: { statuses: ['serverDeleteProhibited'] },
        },
      ],
    });
  });

  it('asks operators for the reason', async () => {
    const { errors } = await mutate('contactDelete', { code: 'ALPHA:SHOWN' }, { auth: operator });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [{ path: ['input', 'reason'] }],
    });
  });
});
