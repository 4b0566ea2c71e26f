import { beforeAll, beforeEach, expect, it } from 'vitest';
import { adapterOf } from '#src/extensions/agents/oauth/adapter.ts';
import { listen } from '#src/server/app.ts';
import { ask, connected, fromElsewhere, fromProxy } from '../../../support/app-sign-in.ts';
import { newContact } from '../../../support/contacts.ts';
import { secondContainer } from '../../../support/containers.ts';
import { graph } from '../../../support/graph.ts';
import { expectDone, mutateOf } from '../../../support/operator.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

/** How what an app may do ends, with everything that belongs to it, in each process (docs/rules/access.md#apps). */
let world: TestWorld;
let one: string;
let other: string;
beforeAll(async () => {
  world = await testWorld(fromProxy);
  one = await world.listen();
  const second = await secondContainer({ env: { ...fromProxy, PUBLIC_URL: one } });
  await listen(second.app, second.container, 0, '127.0.0.1');
  other = second.container.address.ownUrl;
});
beforeEach(fromElsewhere);

type App = Awaited<ReturnType<typeof connected>>;
interface Given {
  readonly access_token: string;
  readonly refresh_token: string;
}
const revoke = (url: string, { clientId }: App, token: string) =>
  fetch(`${url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token, client_id: clientId }) });
const viewer = async (url: string, token: string) => (await ask(url, token, '{ viewer { name } }')).status;

const ways: Readonly<Record<string, (app: App, given: Given) => Promise<unknown>>> = {
  'signs out with its access token': (app, { access_token: token }) => revoke(other, app, token),
  'signs out with its refresh token': (app, { refresh_token: token }) => revoke(other, app, token),
  'uses its code again': (app) => app.exchange(),
  'uses a refresh token again': async (app, { refresh_token: token }) => {
    await app.refresh(token);
    await app.refresh(token);
  },
};

it.each(Object.entries(ways))(
  'an app that %s loses its access in every process, with what waits of it, and no other app does',
  async (_, end) => {
    const guarded: [string, string][] = [
      ['scope', 'WRITE'],
      ['approvalNeeded', 'on'],
    ];
    const [app, neighbour] = [await connected(one, { fields: guarded }), await connected(one)];
    const given = (await app.exchange()).body;
    const theirs = (await neighbour.exchange()).body;
    const code = await newContact(world);
    const change = `mutation { contactUpdate(input: { code: "${code}", phone: "+372.5000002" }) { userErrors { details } } }`;
    const asked = (await ask(one, given.access_token, change)).body.data.contactUpdate.userErrors[0].details;
    expect([await viewer(one, given.access_token), await viewer(other, given.access_token)]).toEqual([
      200, 200,
    ]);
    await end(app, given);
    expect([await viewer(one, given.access_token), await viewer(other, given.access_token)]).toEqual([
      401, 401,
    ]);
    expect((await app.refresh(given.refresh_token)).body.error).toBe('invalid_grant');
    expect([await viewer(one, theirs.access_token), await viewer(other, theirs.access_token)]).toEqual([
      200, 200,
    ]);
    expect((await neighbour.refresh(theirs.refresh_token)).status).toBe(200);

    const { db } = world.container.database;
    const left = await db
      .selectFrom('oauth_grants')
      .select('id')
      .where('client_id', '=', app.clientId)
      .execute();
    expect(left).toEqual([]);
    const waits = await db
      .selectFrom('approvals')
      .select('state')
      .where('id', '=', Number(new URL(asked.address).pathname.split('/').at(-1)))
      .execute();
    expect(waits).toEqual([{ state: 'VOID' }]);
    const entries = await db
      .selectFrom('history')
      .select(['actor_kind', 'actor_name', 'event'])
      .where('object_type', '=', 'access_token')
      .where('operation', '=', 'access-token.end-app')
      .execute();
    expect(entries.at(-1)).toEqual({ actor_kind: 'system', actor_name: 'oauth', event: 'destroy' });
  },
);

it('the open streams of an app that signs out end, in the other process too', {
  timeout: 60_000,
}, async () => {
  const app = await connected(one);
  const given = (await app.exchange()).body;
  const stream = await fetch(`${other}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${given.access_token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ query: 'subscription { notificationReceived { text } }' }),
  });
  expect(stream.status).toBe(200);
  const ended = stream.text();
  await revoke(one, app, given.refresh_token);
  await ended;
});

/** Each ends what the app has at the moment at which it refreshes in the other process. */
const ends: Readonly<Record<string, (app: App, given: Given) => Promise<unknown>>> = {
  'the app signs out': (app, { refresh_token: token }) => revoke(other, app, token),
  'the person revokes its access token': async () => {
    const newest = '{ accessTokens(first: 1, where: { name: { eq: "Sales page" } }) { nodes { id } } }';
    const { data } = await graph(world, newest);
    const input = `input: { id: "${data.accessTokens.nodes[0].id}" }`;
    await graph(world, `mutation { accessTokenRevoke(${input}) { userErrors { message } } }`);
  },
};
it.each(Object.entries(ends))('a refresh wins nothing at the moment at which %s', async (_, end) => {
  for (let time = 0; time < 5; time += 1) {
    fromElsewhere();
    const app = await connected(one);
    const given = (await app.exchange()).body;
    const [refreshed] = await Promise.all([app.refresh(given.refresh_token), end(app, given)]);
    for (const { access_token, refresh_token } of [given, refreshed.body]) {
      if (access_token === undefined) continue;
      expect([await viewer(one, access_token), await viewer(other, access_token)]).toEqual([401, 401]);
      expect((await app.refresh(refresh_token)).body.error).toBe('invalid_grant');
    }
  }
});

it('an app refreshes nothing while the registrar of its person is suspended', async () => {
  const app = await connected(one);
  const given = (await app.exchange()).body;
  const mutate = mutateOf(() => world);
  const input = { code: 'ALPHA', reason: 'Unpaid' };
  expectDone(await mutate('registrarSuspend', input, 'registrar { code }'));
  expect((await app.refresh(given.refresh_token)).body.error).toBe('invalid_grant');
  expectDone(await mutate('registrarReinstate', { code: 'ALPHA' }, 'registrar { code }'));
});

it('a refresh token that two processes have read unused is taken by one, and the other ends what the app has', async () => {
  const { errors } = await import('oidc-provider');
  const app = await connected(one);
  const given = (await app.exchange()).body;
  const tokens = adapterOf({ ...world.container, place: () => undefined }, errors)('RefreshToken');
  await tokens.consume(given.refresh_token);
  await expect(tokens.consume(given.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
  expect(await viewer(other, given.access_token)).toBe(401);
});
