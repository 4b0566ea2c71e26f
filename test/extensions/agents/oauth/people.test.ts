import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  agreed,
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
import { newContact } from '../../../support/contacts.ts';
import { operator, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let url: string;
beforeAll(async () => {
  world = await testWorld(fromProxy);
  url = await world.listen();
});
beforeEach(fromElsewhere);

const asOperator = async (mutation: string) => {
  const payload = { query: `mutation { done: ${mutation} { userErrors { message } } }` };
  const { body } = await world.request({ method: 'POST', url: '/graphql', auth: operator, payload });
  expect(body.data?.done?.userErrors, JSON.stringify(body)).toEqual([]);
};

let users = 0;
async function newUser(roles = 'EPP') {
  users += 1;
  const user = { username: `person-${users}`, password: 'a-password-of-hers' };
  await asOperator(
    `apiUserCreate(input: { username: "${user.username}", password: "${user.password}", registrar: "ALPHA", roles: [${roles}] })`,
  );
  return user;
}

const whoIs = (accessToken: string) => ask(url, accessToken, '{ viewer { name } }');

describe('what an app was given', () => {
  const ends = {
    'her password changes': (username: string) =>
      asOperator(`apiUserUpdate(input: { username: "${username}", password: "another-password" })`),
    'she is locked out': (username: string) =>
      asOperator(`apiUserUpdate(input: { username: "${username}", active: false })`),
    'she is deleted': (username: string) => asOperator(`apiUserDelete(input: { username: "${username}" })`),
  };
  it.each(Object.entries(ends))('ends when %s', async (_, end) => {
    const user = await newUser();
    const app = await connected(url, { user });
    const given = (await app.exchange()).body;
    expect((await whoIs(given.access_token)).body.data.viewer.name).toBe(user.username);
    await end(user.username);
    expect((await whoIs(given.access_token)).status).toBe(401);
    expect((await app.refresh(given.refresh_token)).body.error).toBe('invalid_grant');
  });

  it.each(Object.entries(ends))('is not given when %s before the code is used', async (_, end) => {
    const user = await newUser();
    const app = await connected(url, { user });
    await end(user.username);
    expect((await app.exchange()).body.error).toBe('invalid_grant');
  });

  it.each(Object.entries(ends))('is not agreed to when %s while she reads', async (_, end) => {
    const user = await newUser();
    const { client_id: id } = (await register(url)).body;
    const browser = new Browser(url);
    const { path, form } = await signedIn(browser, authorizeUrl(id, pkce().challenge), user);
    await end(user.username);
    const decided = await browser.send(`${path}/decide`, {
      form,
      decision: 'allow',
      days: '30',
      scope: 'WRITE',
    });
    expect(new URL(decided.to, url).pathname).toBe(path);
    expect((await browser.open(path)).text).toContain('name="password"');
  });

  it('prepares what a person approves, and approves nothing itself, whatever it was given', async () => {
    const prepares = (
      await (
        await connected(url, {
          fields: [
            ['scope', 'WRITE'],
            ['approvalNeeded', 'on'],
          ],
        })
      ).exchange()
    ).body;
    const all = { scope: 'READ WRITE SECRETS BILLING' };
    const unbounded = await connected(url, {
      more: all,
      fields: ['WRITE', 'SECRETS', 'BILLING'].map((scope): [string, string] => ['scope', scope]),
    });
    const whole = (await unbounded.exchange()).body;
    expect(whole.scope).toBe(all.scope);
    const contact = await newContact(world);
    const change = `mutation { contactUpdate(input: { code: "${contact}", phone: "+372.5000001" }) { userErrors { code details } } }`;
    const asked = (await ask(url, prepares.access_token, change)).body.data.contactUpdate.userErrors[0];
    expect(asked.code).toBe('APPROVAL_NEEDED');
    const { approval, address } = asked.details;
    const refreshed = (await unbounded.refresh(whole.refresh_token)).body;
    for (const { access_token: token } of [prepares, refreshed]) {
      for (const mutation of [
        `approvalApprove(input: { id: "${approval}" }) { userErrors { code } }`,
        `approvalApprove(input: { id: "${approval}" }, dryRun: true) { userErrors { code } }`,
        `approvalDecline(input: { id: "${approval}" }) { userErrors { code } }`,
        'accountSettingsUpdate(input: { approvalsSecondAbove: null }) { userErrors { code } }',
        'accessTokenCreate(input: { name: "x", scopes: [WRITE] }) { token }',
      ]) {
        const { body } = await ask(url, token, `mutation { ${mutation} }`);
        expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', scope: 'SIGN_IN' });
      }
      const live = await ask(url, token, 'subscription { approvalsChanged { approval { id } } }');
      expect(JSON.stringify(live.body)).toMatch(/FORBIDDEN|SIGN_IN|NOT_ACCEPTABLE/);
      // Neither as the cookie of the page, nor in place of a password.
      const page = await fetch(address, { headers: { cookie: `zonegraph_approvals=${token}` } });
      expect(await page.text()).toContain('Sign in to approve');
      const form = new URLSearchParams({ username: 'alpha', password: token, to: '/approvals' });
      const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '10.77.0.1' };
      const signIn = await fetch(`${url}/approvals/sign-in`, {
        method: 'POST',
        body: form,
        headers,
        redirect: 'manual',
      });
      expect([signIn.status, signIn.headers.get('set-cookie')]).toEqual([401, null]);
    }
    // Nor is a refresh token or a code an access token.
    for (const secret of [refreshed.refresh_token, unbounded.code])
      expect((await ask(url, secret, '{ viewer { name } }')).status).toBe(401);
    const state = await ask(url, prepares.access_token, `{ approval(id: "${approval}") { state } }`);
    expect(state.body.data.approval.state).toBe('WAITING');
  });

  it('rests while the registrar is suspended', async () => {
    const app = await connected(url);
    const given = (await app.exchange()).body;
    await asOperator('registrarSuspend(input: { code: "ALPHA", reason: "unpaid" })');
    expect((await app.refresh(given.refresh_token)).body.error).toBe('invalid_grant');
    expect((await whoIs(given.access_token)).body.data?.viewer ?? null).toBeNull();
    const page = await new Browser(url).open(authorizeUrl(app.clientId, pkce().challenge));
    const browser = new Browser(url);
    const begun = await browser.open(authorizeUrl(app.clientId, pkce().challenge));
    const form = formOf((await browser.open(begun.to)).text);
    const refused = await browser.send(begun.to, { form, username: 'alpha', password: 'alpha-sandbox' });
    expect(refused.text).toContain('suspended');
    expect(page.status).toBe(303);
    await asOperator('registrarReinstate(input: { code: "ALPHA" })');
    expect((await app.refresh(given.refresh_token)).status).toBe(200);
  });

  it('is never more than she may do herself', async () => {
    const user = await newUser('BILLING');
    const { client_id: id } = (await register(url)).body;
    const { verifier, challenge } = pkce();
    const start = authorizeUrl(id, challenge, { scope: 'READ WRITE BILLING' });
    const { consent } = await signedIn(new Browser(url), start, user);
    expect(consent.text).toContain('more than your user may do');
    expect(consent.text).not.toContain('value="WRITE"');
    // A form that was written by hand.
    const browser = new Browser(url);
    const { path, form } = await signedIn(browser, start, user);
    const forged = await browser.send(`${path}/decide`, [
      ['form', form],
      ['decision', 'allow'],
      ['days', '30'],
      ['scope', 'WRITE'],
    ]);
    expect(forged.status).toBe(400);
    expect(forged.text).toContain('You may not grant the scope WRITE');
    const back = await agreed(new Browser(url), start, [['scope', 'BILLING']], user);
    const { body } = await token(url, {
      grant_type: 'authorization_code',
      code: back.get('code') ?? '',
      code_verifier: verifier,
      client_id: id,
      redirect_uri: redirectUri,
    });
    expect(body.scope).toBe('READ BILLING');
  });

  it('lasts for the days that she has chosen, however often it is refreshed', async () => {
    const app = await connected(url, { fields: [['days', '2']] });
    const given = (await app.exchange()).body;
    await app.refresh(given.refresh_token);
    const { db } = world.container.database;
    const rows = await db
      .selectFrom('oauth_records')
      .select('ends_at')
      .where('kind', '=', 'RefreshToken')
      .execute();
    const ends = rows.map(({ ends_at }) => ends_at.getTime()).sort((one, next) => one - next);
    const inTwoDays = Date.now() + 2 * 24 * 3_600_000;
    expect(ends.filter((end) => Math.abs(end - inTwoDays) < 60_000)).toHaveLength(2);
  });

  it('goes on counting what was spent when it is refreshed', async () => {
    const app = await connected(url, {
      fields: [
        ['scope', 'WRITE'],
        ['amount', '15'],
        ['per', 'MONTH'],
      ],
    });
    const registrant = await newContact(world);
    const buy = async (accessToken: string, name: string) =>
      (
        await ask(
          url,
          accessToken,
          `mutation { domainRegister(input: { name: "${name}", registrant: "${registrant}", period: "P1Y" }) { userErrors { code } } }`,
        )
      ).body;
    const given = (await app.exchange()).body;
    expect((await buy(given.access_token, 'spent-one.ee')).data.domainRegister.userErrors).toEqual([]);
    const next = (await app.refresh(given.refresh_token)).body;
    expect(JSON.stringify(await buy(next.access_token, 'spent-two.ee'))).toContain('spendLimit');
  });
});
