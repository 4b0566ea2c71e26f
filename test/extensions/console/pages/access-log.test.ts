import { beforeAll, describe, expect, it } from 'vitest';
import { newContact } from '../../../support/contacts.ts';
import { countStatements } from '../../../support/database.ts';
import { newDomain } from '../../../support/domains.ts';
import { graph } from '../../../support/graph.ts';
import { askOf } from '../../../support/operator.ts';
import { alpha, operator, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const codes: string[] = [];

beforeAll(async () => {
  world = await testWorld();
  for (const name of ['Mari', 'Jüri', 'Leena']) codes.push(await newContact(world, { name }));
  await newDomain(world, { name: 'tamm.ee', registrant: codes[0] ?? '' });
});

/** Whom the document has shown, as the log tells it by the request. */
async function looksOf(
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
  url = '/graphql',
) {
  const answer = await world.request({
    method: 'POST',
    url,
    auth: operator,
    headers: { 'content-type': 'application/json', ...headers },
    payload: { query, variables },
  });
  // A refused request shows nobody anyway.
  if (!('accept' in headers)) expect(answer.body).not.toHaveProperty('errors');
  const requestId = String(answer.headers['x-request-id']);
  const { data } = await ask(
    `query ($id: String!) { accessLog(first: 100, where: { requestId: { eq: $id } }) {
      nodes { actor objectType objectKey requestId } } }`,
    { id: requestId },
  );
  const nodes = data.accessLog.nodes as unknown as { objectType: string; objectKey: string; actor: string }[];
  for (const { actor } of nodes) expect(actor).toMatch(/^operator /);
  return nodes.map(({ objectType, objectKey }) => `${objectType} ${objectKey}`).sort();
}

describe("an operator's read", () => {
  it('is noted on whichever way somebody is reached', async () => {
    const [first = '', second = ''] = codes;
    expect(
      await looksOf('query ($code: String!) { contact(code: $code) { email } }', { code: first }),
    ).toEqual([`contact ${first}`]);
    const ofDomain = ['registrant { name }', 'registrant { phone }', 'registrant { ident { code } }'];
    for (const field of ofDomain)
      expect(await looksOf(`{ domain(name: "tamm.ee") { name ${field} } }`), field).toEqual([
        `contact ${first}`,
      ]);
    expect(await looksOf('{ domains(first: 5) { nodes { registrant { email } } } }')).toEqual([
      `contact ${first}`,
    ]);
    expect(await looksOf('{ contacts(first: 5) { nodes { name } } }')).toEqual(
      codes.map((code) => `contact ${code}`).sort(),
    );
    expect(
      await looksOf('{ contacts(first: 5) { edges { node { history(first: 1) { totalCount } } } } }'),
    ).toHaveLength(3);
    const { data } = await ask('query ($code: String!) { contact(code: $code) { id } }', { code: second });
    expect(await looksOf('query ($id: ID!) { node(id: $id) { id } }', { id: data.contact.id })).toEqual([
      `contact ${second}`,
    ]);
    expect(await looksOf('{ apiUsers(first: 2) { nodes { identityCode } } }')).toEqual([
      'api_user alpha',
      'api_user alpha-billing',
    ]);
    const issued = await ask('mutation { invoiceNumberIssue { number } }');
    const number = Number(issued.data.invoiceNumberIssue.number);
    const made = await ask(
      `mutation ($number: Int!) { invoicePaymentLinkCreate(input: { number: $number, amount: "10.00", initiator: "auction",
        deposit: { domainName: "enampakkumine.ee", userUuid: "u-1", userEmail: "pakkuja@example.com" } }) {
        userErrors { message } } }`,
      { number },
    );
    expect(made.data.invoicePaymentLinkCreate.userErrors).toEqual([]);
    expect(await looksOf('{ invoices(first: 5) { nodes { deposit { userEmail } } } }')).toEqual([
      `invoice ${number}`,
    ]);
    expect(await looksOf('{ invoices(first: 5) { nodes { number deposit { domainName } } } }')).toEqual([]);
  });

  it('is noted where a change shows it, of contacts and of users', async () => {
    const made = await ask(
      `mutation { apiUserCreate(input: { registrar: "ALPHA", username: "uus-kasutaja", password: "piisavalt-pikk-1",
        email: "uus@example.ee", roles: [EPP] }) { userErrors { message } } }`,
    );
    expect(made.data.apiUserCreate.userErrors).toEqual([]);
    const changes =
      'operatorLog(first: 1, where: { objectKey: { eq: "uus-kasutaja" } }) { nodes { entry { changes { to } } } }';
    expect(await looksOf(`{ ${changes} }`)).toEqual(['api_user uus-kasutaja']);
    const [first = ''] = codes;
    const ofContact =
      'query ($code: String!) { contact(code: $code) { code history(first: 1) { nodes { changes { to } } } } }';
    expect(await looksOf(ofContact, { code: first })).toEqual([`contact ${first}`]);
  });

  it('is not noted where it is nobody', async () => {
    for (const document of [
      '{ domains(first: 5) { nodes { name registrant { code } } } }',
      '{ contacts { totalCount groups(by: { field: COUNTRY_CODE }) { countryCode count } } }',
      '{ apiUsers(first: 2) { nodes { username } } }',
      '{ contact(code: "ALPHA:OLEMATU") { email } }',
    ])
      expect(await looksOf(document), document).toEqual([]);
  });

  it('is noted for every page of a file', async () => {
    const file = { accept: 'text/csv' };
    expect(await looksOf('{ contacts(first: 1) { nodes { name } } }', {}, file, '/graphql?all=true')).toEqual(
      codes.map((code) => `contact ${code}`).sort(),
    );
  });

  it('costs one statement, however many are shown, and registrars none', async () => {
    const document = '{ contacts(first: 50) { nodes { code name email } } }';
    const written = async (auth: string) => {
      await graph(world, document, { auth });
      const { statements } = await countStatements(world.container.database, () =>
        graph(world, document, { auth }),
      );
      return statements.filter((statement) => statement.includes('access_log')).length;
    };
    expect(await written(operator)).toBe(1);
    expect(await written(alpha)).toBe(0);
  });

  it('is not shown when it cannot be noted', async () => {
    const { db } = world.container.database;
    await db.schema.alterTable('access_log').renameTo('access_log_gone').execute();
    try {
      const answer = await graph(world, '{ contacts(first: 5) { nodes { email } } }', { auth: operator });
      expect(answer.errors?.length).toBeGreaterThan(0);
      expect(JSON.stringify(answer.body)).not.toContain('@example.com');
    } finally {
      await db.schema.alterTable('access_log_gone').renameTo('access_log').execute();
    }
  });

  it('is forgotten after two years', async () => {
    const count = async () => Number((await ask('{ accessLog { totalCount } }')).data.accessLog.totalCount);
    expect(await count()).toBeGreaterThan(0);
    await ask('mutation { clockAdvance(input: { by: "P2Y1M" }) { now } }');
    await ask('mutation { jobsRun(input: { jobs: ["forget"] }) { events { kind } } }');
    expect(await count()).toBe(0);
  });
});

describe("an operator's write", () => {
  it('is listed in operatorLog, with the change itself', async () => {
    await ask('mutation { nameBlock(input: { name: "logitud.ee" }) { userErrors { message } } }');
    const { data } = await ask(`{
      operatorLog(first: 1, where: { operation: { eq: "name.block" } }) {
        nodes { operation objectType objectKey entry { actor changes { field to } } }
        groups(by: { field: OPERATION }) { operation count } } }`);
    expect(data.operatorLog).toMatchObject({
      nodes: [
        {
          operation: 'name.block',
          objectType: 'blocked_name',
          objectKey: 'logitud.ee',
          entry: { changes: [{ field: 'name', to: 'logitud.ee' }] },
        },
      ],
      groups: [{ operation: 'name.block', count: 1 }],
    });
  });
});
