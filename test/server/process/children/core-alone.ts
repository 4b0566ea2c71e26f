import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownOperator, productionEnv } from '../../../support/production.ts';

/**
 * Serves a registry from the source in this folder, which lacks the extensions: its operator creates a registrar and a
 * user over GraphQL, and the user asks for its balance over REST. Prints both answers, and what else is served without them.
 */
const [source = '', directory = '', url] = process.argv.slice(2);
const load = (file: string) => import(pathToFileURL(join(source, file)).href);
const { buildApp }: typeof import('#src/server/app.ts') = await load('server/app.ts');
const { databaseOf, readConfig }: typeof import('#src/base/config.ts') = await load('base/config.ts');
const { createContainer }: typeof import('#src/server/container.ts') = await load('server/container.ts');
const { openDatabase }: typeof import('#src/registry/store/driver/connections/database.ts') = await load(
  'registry/store/driver/connections/database.ts',
);

const config = readConfig({ ...productionEnv, LOG_LEVEL: 'silent' });
const database = await openDatabase(databaseOf({ ...config, DATA_DIR: directory, DATABASE_URL: url }));
const container = await createContainer(config, { database });
const app = buildApp(container);
const graph = await app.inject({
  method: 'POST',
  url: '/graphql',
  headers: { authorization: ownOperator },
  payload: {
    query: `mutation {
      registrarCreate(input: { code: "CORE", name: "Core", balance: "25.00" }) { registrar { code } }
      apiUserCreate(input: { registrar: "CORE", username: "core", password: "a-password-of-mine", roles: [SUPER] }) {
        apiUser { username }
      }
    }`,
  },
});
const rest = await app.inject({
  url: '/registry/v1/accounts/balance',
  headers: { authorization: `Basic ${Buffer.from('core:a-password-of-mine').toString('base64')}` },
});
const ask = (query: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: ownOperator, ...headers },
    payload: { query },
  });
const types = await ask(`{
  approval: __type(name: "Approval") { name }
  question: __type(name: "Question") { name }
  domain: __type(name: "Domain") { name }
}`);
const authorization = `Basic ${Buffer.from('core:a-password-of-mine').toString('base64')}`;
const made = await ask(
  'mutation { accessTokenCreate(input: { name: "agent", scopes: [WRITE], guards: { approvalNeeded: true } }) { token } }',
  { authorization },
);
const waiting = await ask(
  `mutation { contactCreate(input: { name: "Mari Maasikas", email: "mari@example.ee", phone: "+372.5510137"
    ident: { type: PRIV, code: "37605030299", countryCode: "EE" } }) { contact { code } userErrors { message } } }`,
  { authorization: `Bearer ${made.json().data.accessTokenCreate.token}` },
);
const files = [];
for (const accept of ['text/csv', 'application/vnd.apache.parquet'])
  files.push((await ask('{ domains { nodes { name } } }', { accept })).statusCode);
const inBrowser = [];
for (const [url, shown] of [
  ['/', '<h1>Zonegraph</h1>'],
  ['/graphql', 'YogaGraphiQL.renderYogaGraphiQL('],
  ['/openapi.json', '/registry/v1/domains'],
  ['/readyz', '"status":"ok"'],
  ['/docs', '"code":2303'],
] as const) {
  const { statusCode, headers, body } = await app.inject({
    url,
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  });
  inBrowser.push([
    url,
    statusCode,
    headers['content-type'],
    body.includes(shown) ? shown : body.slice(0, 300),
  ]);
}
const refused = await ask('{ viewer { kind } }', { authorization: 'Bearer wrong' });
console.log(
  JSON.stringify({
    graph: graph.json().data,
    rest: [rest.statusCode, rest.json().data],
    types: types.json().data,
    waiting: waiting.json().errors,
    files,
    inBrowser,
    challenge: refused.headers['www-authenticate'],
  }),
);
await app.close();
await container.close();
