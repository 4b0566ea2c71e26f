import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#src/base/log.ts';
import { type Between, between, cut, type Fault, html, json, silent } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { seed } from '../../support/seed.ts';
import { alpha, basic, type TestWorld, testWorld } from '../../support/world.ts';

const username = 'upstream-user';
const password = 'Very-Secret/4711+';
/** Everything that the facade has said to anybody: answers with their headers, and its log. */
const said: string[] = [];
let world: TestWorld;
let facade: TestFacade;
let line: Between;
beforeAll(async () => {
  world = await testWorld();
  await seed(world).domain('one.ee');
  const made = await world.request({
    method: 'POST',
    url: '/registry/v1/api_users',
    payload: { api_user: { username, plain_text_password: password, roles: ['super'], active: true } },
  });
  expect(made.text).toContain('1000');
  line = await between(world);
  const log = createLog('trace', { write: (text: string) => void said.push(text) });
  const env = {
    UPSTREAM_USERNAME: username,
    UPSTREAM_PASSWORD: password,
    UPSTREAM_FRESH_FOR: 'PT0S',
  };
  const beside = await testFacade(line.url, env, { log });
  await beside.upstream.mirror.pass();
  // Soon gives up, so that this takes no longer than it must.
  facade = await testFacade(line.url, { ...env, UPSTREAM_TIMEOUT: '0.5' }, { log, beside });
  await lookAtPages();
});

async function listen(request: Parameters<TestFacade['request']>[0]): Promise<void> {
  const { status, headers, text } = await facade.request(request);
  said.push(`${status} ${JSON.stringify(headers)} ${text}`);
}

const ask = (query: string, auth: string | null = alpha) =>
  listen({ method: 'POST', url: '/graphql', payload: { query }, auth });

/** Whatever somebody could look at. */
async function lookEverywhere(): Promise<void> {
  await ask(
    '{ mirror { state progress syncedAt lag domains contacts } viewer { name } domain(name: "one.ee") { name } }',
  );
  await ask(
    '{ domain(name: "not-known.ee") { name } account { balance } apiUsers(first: 10) { nodes { username } } }',
  );
  await ask('mutation { domainClientHoldSet(input: { name: "one.ee" }) { userErrors { code message } } }');
  await ask(
    'mutation { domainClientHoldSet(input: { name: "one.ee", }, dryRun: true) { userErrors { code message } } }',
  );
  for (const url of [
    '/domains/one.ee',
    '/domains/not-known.ee',
    '/accounts/balance',
    '/contacts/check/x',
    '/invoices',
  ])
    await listen({ url: `/registry/v1${url}` });
  await listen({ method: 'DELETE', url: '/registry/v1/domains/one.ee/statuses/clientHold' });
  for (const accept of ['application/json', 'text/html'])
    await listen({ url: '/readyz', headers: { accept } });
  await listen({ url: '/metrics' });
}

/** What is the same whatever happens. */
async function lookAtPages(): Promise<void> {
  await ask(getIntrospectionQuery(), null);
  for (const url of ['/', '/docs', '/graphql', '/openapi.json', '/schema.graphql', '/schema', '/livez'])
    for (const accept of ['application/json', 'text/html']) await listen({ url, headers: { accept } });
}

describe('the password of the registry behind', () => {
  const echo = { username, password, authorization: basic(username, password) };
  const troubles: Readonly<Record<string, Fault>> = {
    'is well': (_, __, pass) => pass(),
    'does not answer': silent,
    'is cut off': cut,
    'answers with a page': html(500),
    'does not let us in, and repeats what it was told, as the incumbent does': json(401, {
      code: 2202,
      message: `Invalid authorization information for ${JSON.stringify(echo)}`,
      data: echo,
    }),
    'refuses everything, and repeats what it was told': json(400, {
      code: 2304,
      message: JSON.stringify(echo),
    }),
    'answers something else, with what it was told': json(200, {
      code: 1000,
      data: { domain: echo, balance: password },
    }),
    'sends us elsewhere, with what it was told': (_, response) =>
      response
        .writeHead(302, { location: `http://${username}:${encodeURIComponent(password)}@127.0.0.1:9/` })
        .end(),
  };
  it.each(Object.entries(troubles))(
    'is shown to nobody by a facade whose registry %s',
    async (_, happens) => {
      line.fault = happens;
      await facade.container.database.db
        .updateTable('mirror')
        .set({ synced_at: new Date(0) })
        .execute();
      facade.upstream.mirror.start();
      await lookEverywhere();
      await facade.upstream.mirror.stop();
      const secrets = [
        password,
        encodeURIComponent(password),
        Buffer.from(password).toString('base64').slice(0, -4),
        basic(username, password).slice('Basic '.length),
      ];
      expect(said.length).toBeGreaterThan(20);
      for (const secret of secrets) expect(said.filter((text) => text.includes(secret))).toEqual([]);
      // Whatever opened the circuit is over before the next.
      line.fault = undefined;
      await expect
        .poll(
          async () =>
            (await facade.request({ url: '/registry/v1/domains/one.ee' })).headers['zonegraph-stale'],
        )
        .toBeUndefined();
    },
  );
});
