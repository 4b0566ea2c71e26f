import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetOldApps } from '#src/extensions/agents/store/apps.ts';
import { listen } from '#src/server/app.ts';
import {
  ask,
  authorizeUrl,
  Browser,
  connected,
  formOf,
  fromElsewhere,
  fromProxy,
  pkce,
  redirectUri,
  register,
  signedIn,
  token,
} from '../../../support/app-sign-in.ts';
import { secondContainer } from '../../../support/containers.ts';
import { testFacade } from '../../../support/facade.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

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

describe('several processes', () => {
  it('share a sign-in: each step may happen in another one', async () => {
    const { client_id: id } = (await register(other)).body;
    const { verifier, challenge } = pkce();
    const browser = new Browser(one);
    const { to: path } = await browser.open(authorizeUrl(id, challenge));
    browser.url = other;
    const form = formOf((await browser.open(path)).text);
    browser.url = one;
    await browser.send(path, { form, username: 'alpha', password: 'alpha-sandbox' });
    browser.url = other;
    const agree = formOf((await browser.open(path)).text);
    const { to: resume } = await browser.send(`${path}/decide`, {
      form: agree,
      decision: 'allow',
      days: '1',
    });
    const { pathname } = new URL(resume);
    const { to } = await browser.open(pathname);
    const exchanged = await token(one, {
      grant_type: 'authorization_code',
      code: new URL(to).searchParams.get('code') ?? '',
      code_verifier: verifier,
      client_id: id,
      redirect_uri: redirectUri,
    });
    expect(exchanged.status).toBe(200);
    expect((await ask(other, exchanged.body.access_token, '{ viewer { name } }')).status).toBe(200);
  });

  it('let a stolen refresh token win nothing when both use it at the same moment', async () => {
    const app = await connected(one);
    const given = (await app.exchange()).body;
    const use = (url: string) =>
      token(url, {
        grant_type: 'refresh_token',
        refresh_token: given.refresh_token,
        client_id: app.clientId,
      });
    const answers = await Promise.all([use(one), use(other), use(one), use(other)]);
    for (const { body } of answers.filter(({ status }) => status === 200)) {
      expect((await ask(one, body.access_token, '{ viewer { name } }')).status).toBe(401);
      expect((await app.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
  });
});

describe('the job that forgets', () => {
  it('forgets apps that nobody has let in, and what has ended, and nothing that is in use', async () => {
    const unused = (await register(one)).body.client_id;
    const app = await connected(one);
    const given = (await app.exchange()).body;
    const { database } = world.container;
    await new Browser(one).open(authorizeUrl(unused, pkce().challenge));
    await forgetOldApps(database.db, new Date(Date.now() + 25 * 3_600_000));
    const kept = await database.db.selectFrom('oauth_clients').select('id').execute();
    expect(kept.map(({ id }) => id)).toContain(app.clientId);
    expect(kept.map(({ id }) => id)).not.toContain(unused);
    const kinds = await database.db.selectFrom('oauth_records').select('kind').distinct().execute();
    expect(kinds).toEqual([{ kind: 'RefreshToken' }]);
    expect((await app.refresh(given.refresh_token)).status).toBe(200);
    await forgetOldApps(database.db, new Date(Date.now() + 400 * 24 * 3_600_000));
    expect(await database.db.selectFrom('oauth_grants').select('id').execute()).toEqual([]);
    expect(await database.db.selectFrom('oauth_clients').select('id').execute()).toEqual([]);
  });

  it('leaves no secret in the database', async () => {
    const app = await connected(one);
    const given = (await app.exchange()).body;
    const { database } = world.container;
    const rows = await Promise.all(
      (['oauth_clients', 'oauth_grants', 'oauth_records', 'access_tokens'] as const).map((table) =>
        database.db.selectFrom(table).selectAll().execute(),
      ),
    );
    const text = JSON.stringify(rows);
    expect(text).toContain(app.clientId);
    for (const secret of [app.code, given.access_token, given.refresh_token])
      expect(text).not.toContain(secret);
  });
});

describe('a facade', () => {
  it('lets apps sign its own users in, without the limits that it cannot keep', async () => {
    const facade = await testFacade(one);
    await listen(facade.app, facade.container, 0, '127.0.0.1');
    const url = facade.container.address.ownUrl;
    const app = await connected(url);
    const given = (await app.exchange()).body;
    expect((await ask(url, given.access_token, '{ viewer { name } }')).body.data.viewer.name).toBe('alpha');
    expect((await app.refresh(given.refresh_token)).status).toBe(200);
    const { client_id: clientId } = (await register(url)).body;
    const browser = new Browser(url);
    const { path, form } = await signedIn(browser, authorizeUrl(clientId, pkce().challenge));
    const limited = await browser.send(`${path}/decide`, [
      ['form', form],
      ['decision', 'allow'],
      ['scope', 'WRITE'],
      ['amount', '5'],
      ['days', '30'],
    ]);
    expect(limited.status).toBe(400);
    expect(limited.text).toMatch(/spend|price/i);
    // Nothing came of it, so the person may decide again.
    const form2 = formOf(limited.text);
    const again = await browser.send(`${path}/decide`, [
      ['form', form2],
      ['decision', 'allow'],
      ['days', '30'],
    ]);
    expect(again.status).toBe(303);
  });
});

describe('a person', () => {
  it('lets an app in once, however often the form is sent at once and to however many processes', async () => {
    const { client_id: clientId } = (await register(one, { client_name: 'Six times' })).body;
    const browser = new Browser(one);
    const { path, form } = await signedIn(browser, authorizeUrl(clientId, pkce().challenge));
    const sent = await Promise.all(
      Array.from({ length: 6 }, () =>
        browser.send(`${path}/decide`, [
          ['form', form],
          ['decision', 'allow'],
          ['scope', 'WRITE'],
          ['days', '30'],
        ]),
      ),
    );
    // The others are told that it has ended, or that their form is of before.
    expect(sent.map(({ status }) => (status >= 400 ? 'refused' : status)).sort()).toEqual([
      303,
      ...Array(5).fill('refused'),
    ]);
    const tokens = await world.container.database.db
      .selectFrom('access_tokens')
      .select('id')
      .where('name', '=', 'Six times')
      .where('revoked_at', 'is', null)
      .execute();
    expect(tokens).toHaveLength(1);
  });
});
