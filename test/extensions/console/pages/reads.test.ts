import { beforeAll, describe, expect, it } from 'vitest';
import { newContact } from '../../../support/contacts.ts';
import { newDomain } from '../../../support/domains.ts';
import { askOf } from '../../../support/operator.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const codes: Record<string, string> = {};

beforeAll(async () => {
  world = await testWorld();
  codes.alpha = await newContact(world, { name: 'Mari Maasikas' }, { auth: alpha });
  codes.beta = await newContact(world, { name: 'Peeter Pihlakas' }, { auth: beta });
  await newDomain(world, { name: 'esimene.ee', registrant: codes.alpha ?? '' }, { auth: alpha });
  await newDomain(world, { name: 'teine.ee', registrant: codes.beta ?? '' }, { auth: beta });
});

describe('domains and contacts', () => {
  it('are all shown to operators, page by page and in every order', async () => {
    for (const field of ['NAME', 'EXPIRES_AT', 'CREATED_AT', 'UPDATED_AT', 'REGISTRANT_NAME']) {
      const page = `domains(first: 1, orderBy: { field: ${field} }`;
      const { data } = await ask(`{ ${page}) { totalCount nodes { name } pageInfo { endCursor } } }`);
      const next = await ask(`query ($after: String) { ${page}, after: $after) { nodes { name } } }`, {
        after: data.domains.pageInfo.endCursor,
      });
      expect(data.domains.totalCount, field).toBe(2);
      const names = [data, next.data].map((one) => String(one.domains.nodes[0].name));
      expect(names.sort(), field).toEqual(['esimene.ee', 'teine.ee']);
    }
    const { data } = await ask(
      '{ contacts(first: 9, orderBy: { field: NAME }) { totalCount nodes { name } } }',
    );
    expect(data.contacts).toEqual({
      totalCount: 2,
      nodes: [{ name: 'Mari Maasikas' }, { name: 'Peeter Pihlakas' }],
    });
  });

  it('are narrowed down by their registrar, and grouped over all of them', async () => {
    const { data } = await ask(`{
      domains(first: 9, where: { registrar: { eq: "BETA" } }) { totalCount nodes { name registrar { code } } }
      contacts(first: 9, where: { registrar: { ne: "BETA" } }) { nodes { code registrar { code } } }
      all: domains { groups(by: { field: REGISTRAR }) { registrar { code } count } }
      countries: domains { groups(by: { field: REGISTRANT_COUNTRY_CODE }) { registrantCountryCode count } }
      people: contacts { groups(by: { field: REGISTRAR }) { registrar { code } count } } }`);
    expect(data).toEqual({
      domains: { totalCount: 1, nodes: [{ name: 'teine.ee', registrar: { code: 'BETA' } }] },
      contacts: { nodes: [{ code: codes.alpha, registrar: { code: 'ALPHA' } }] },
      all: {
        groups: [
          { registrar: { code: 'ALPHA' }, count: 1 },
          { registrar: { code: 'BETA' }, count: 1 },
        ],
      },
      countries: { groups: [{ registrantCountryCode: 'EE', count: 2 }] },
      people: {
        groups: [
          { registrar: { code: 'ALPHA' }, count: 1 },
          { registrar: { code: 'BETA' }, count: 1 },
        ],
      },
    });
  });

  it('are found one by one, with their people and without their secrets', async () => {
    const { data } = await ask(
      `query ($code: String!) {
        domain(name: "teine.ee") { name transferCode registrant { name email ident { code } authInfo } history(first: 1) { totalCount } }
        contact(code: $code) { code email authInfo domains(first: 5) { nodes { name } } }
        nothing: domain(name: "olematu.ee") { name }
        nobody: contact(code: "ALPHA:OLEMATU") { code } }`,
      { code: codes.beta },
    );
    expect(data).toMatchObject({
      domain: {
        name: 'teine.ee',
        transferCode: null,
        registrant: { name: 'Peeter Pihlakas', email: 'jaan@example.com', authInfo: null },
      },
      contact: { code: codes.beta, authInfo: null, domains: { nodes: [{ name: 'teine.ee' }] } },
      nothing: null,
      nobody: null,
    });
    expect(data.domain.registrant.ident.code).toBe('39708290069');
  });

  it('are found by the numbers of the people on them, at any registrar', async () => {
    const { data } = await ask(
      '{ domains(first: 9, where: { contactIdents: { contains: ["39708290069"] } }) { totalCount } }',
    );
    expect(data.domains.totalCount).toBe(2);
  });

  it("come as a whole file of everybody's", async () => {
    const { text } = await world.request({
      method: 'POST',
      url: '/graphql?all=true',
      auth: operator,
      headers: { 'content-type': 'application/json', accept: 'text/csv' },
      payload: {
        query: '{ domains(first: 1, orderBy: { field: NAME }) { nodes { name registrar { code } } } }',
      },
    });
    expect(text.trim().split(/\r?\n/)).toEqual(['name,registrar.code', 'esimene.ee,ALPHA', 'teine.ee,BETA']);
  });

  it("stay each registrar's own for registrars", async () => {
    const { data } = await ask(
      `query ($code: String!) { domains(first: 9) { totalCount } contacts(first: 9) { totalCount } contact(code: $code) { code }
        foreign: domains(where: { registrar: { eq: "BETA" } }) { totalCount } }`,
      { code: codes.beta },
      alpha,
    );
    expect(data).toEqual({
      domains: { totalCount: 1 },
      contacts: { totalCount: 1 },
      contact: null,
      foreign: { totalCount: 0 },
    });
  });
});

describe('data that only the database showed before', () => {
  beforeAll(async () => {
    for (const document of [
      'mutation { nameReserve(input: { name: "hoitud.ee", password: "salajane" }) { userErrors { message } } }',
      'mutation { nameBlock(input: { name: "keelatud.com.ee" }) { userErrors { message } } }',
      'mutation { disputeOpen(input: { name: "vaidlus.ee", password: "salajane" }) { userErrors { message } } }',
      'mutation { disputeOpen(input: { name: "lepitud.ee" }) { userErrors { message } } }',
      'mutation { disputeClose(input: { name: "lepitud.ee" }) { userErrors { message } } }',
    ])
      expect((await ask(document)).errors, document).toBeUndefined();
    const token = 'accessTokenCreate(input: { name: "aruanded", scopes: [READ] })';
    await ask(`mutation { ${token} { accessToken { id } } }`, {}, beta);
    const webhook = 'webhookCreate(input: { url: "http://localhost:1/x", events: [DOMAIN_CHANGED] })';
    await ask(`mutation { ${webhook} { webhook { id } } }`, {}, beta);
  });

  it('is listed for operators, narrowed down, sorted and grouped', async () => {
    const { data, errors } = await ask(`{
      apiUsers(first: 9, where: { registrar: { eq: "ALPHA" }, roles: { contains: [SUPER] } }) {
        totalCount nodes { username } groups(by: { field: ROLE }) { role count } }
      accessTokens(first: 9, where: { registrar: { eq: "BETA" } }, orderBy: { field: EXPIRES_AT }) {
        nodes { name registrar { code } } groups(by: { field: SCOPE }) { scope count } }
      webhooks(where: { events: { contains: [DOMAIN_CHANGED] } }) {
        nodes { url registrar { code } } groups(by: { field: EVENT }) { event count } }
      reservedNames(first: 9, where: { byPortal: { eq: false } }) {
        totalCount nodes { name password reservation { id } } groups(by: { field: ZONE }) { zone count } }
      blockedNames(first: 9, orderBy: { field: CREATED_AT, direction: DESC }) {
        nodes { name } groups(by: { field: ZONE }) { zone count } }
      disputes(first: 9, where: { closedAt: { isNull: true } }) { nodes { name password closedAt } }
      all: disputes { groups(by: { field: OPEN }) { open count } }
      payments(first: 9, where: { stray: { eq: true } }) { totalCount nodes { reference invoice { number } } groups(by: { field: STATE }) { state sum } } }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      apiUsers: { totalCount: 1, nodes: [{ username: 'alpha' }], groups: [{ role: 'SUPER', count: 1 }] },
      accessTokens: {
        nodes: [{ name: 'aruanded', registrar: { code: 'BETA' } }],
        groups: [{ scope: 'READ', count: 1 }],
      },
      webhooks: {
        nodes: [{ url: 'http://localhost:1/x', registrar: { code: 'BETA' } }],
        groups: [{ event: 'DOMAIN_CHANGED', count: 1 }],
      },
      reservedNames: {
        totalCount: 1,
        nodes: [{ name: 'hoitud.ee', password: null, reservation: null }],
        groups: [{ zone: 'ee', count: 1 }],
      },
      blockedNames: { nodes: [{ name: 'keelatud.com.ee' }], groups: [{ zone: 'com.ee', count: 1 }] },
      disputes: { nodes: [{ name: 'vaidlus.ee', password: null, closedAt: null }] },
      all: {
        groups: [
          { open: false, count: 1 },
          { open: true, count: 1 },
        ],
      },
      payments: { totalCount: 0, nodes: [], groups: [] },
    });
  });

  it.each(['reservedNames', 'blockedNames', 'disputes', 'apiUsers'])(
    'is read on with cursors, in every order: %s',
    async (list) => {
      type Field = { readonly name: string; readonly args: { name: string; type: { name: string } }[] };
      const { data } = await ask('{ __type(name: "Query") { fields { name args { name type { name } } } } }');
      const fields = data.__type.fields as unknown as Field[];
      const type = fields
        .find(({ name }) => name === list)
        ?.args.find(({ name }) => name === 'orderBy')?.type;
      const order = await ask(`{ __type(name: "${type?.name}Field") { enumValues { name } } }`);
      type Page = {
        edges: { cursor: string }[];
        totalCount: number;
        pageInfo: { hasNextPage: boolean; endCursor: string };
      };
      for (const { name } of order.data.__type.enumValues as unknown as { name: string }[]) {
        const seen = new Set<string>();
        let after: string | undefined;
        for (let pages = 0; pages < 20; pages += 1) {
          const answer = await ask(
            `query ($after: String) { ${list}(first: 1, after: $after, orderBy: { field: ${name} }) {
              edges { cursor } pageInfo { hasNextPage endCursor } totalCount } }`,
            { after },
          );
          const { edges, pageInfo, totalCount } = answer.data[list] as unknown as Page;
          for (const { cursor } of edges) seen.add(cursor);
          after = pageInfo.endCursor;
          if (pageInfo.hasNextPage) continue;
          expect(seen.size, `${list} by ${name}`).toBe(totalCount);
          break;
        }
      }
    },
  );
});
