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
import { sentByEnter } from '../../../support/enter-key.ts';
import { alpha, operator, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let url: string;
beforeAll(async () => {
  world = await testWorld(fromProxy);
  url = await world.listen();
});
beforeEach(fromElsewhere);

const graph = async (query: string) =>
  (await world.request({ method: 'POST', url: '/graphql', auth: alpha, payload: { query } })).body;
const tokensNamed = async (name: string) =>
  (
    await graph(
      `{ accessTokens(where: { name: { eq: "${name}" } }) { nodes { id name scopes guards { domains spendLimit { amount per } approvalNeeded } expiresAt } } }`,
    )
  ).data.accessTokens.nodes;

describe('an app', () => {
  it('gets an access token of the person who agreed, with the scopes and guards of the consent page', async () => {
    const app = await connected(url, {
      fields: [
        ['scope', 'WRITE'],
        ['amount', '25'],
        ['per', 'DAY'],
        ['domains', 'one.ee *.com.ee'],
      ],
    });
    expect(app.back.get('state')).toBe('st');
    expect(app.back.get('iss')).toBe(url);
    const { status, body, headers } = await app.exchange();
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'READ WRITE' });
    expect(body.access_token).toMatch(/^zg_[0-9A-Za-z]{40}$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await ask(url, body.access_token, '{ viewer { name } }')).status).toBe(200);
    const [listed] = await tokensNamed('Sales page');
    expect(listed).toMatchObject({
      scopes: ['READ', 'WRITE'],
      guards: {
        domains: ['one.ee', '*.com.ee'],
        spendLimit: { amount: '25.00', per: 'DAY' },
        approvalNeeded: false,
      },
    });
  });

  it('gets another access token with its refresh token, and the one before ends', async () => {
    const app = await connected(url);
    const first = (await app.exchange()).body;
    const second = await app.refresh(first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.access_token).not.toBe(first.access_token);
    expect((await ask(url, first.access_token, '{ viewer { name } }')).status).toBe(401);
    expect((await ask(url, second.body.access_token, '{ viewer { name } }')).status).toBe(200);
  });

  it('loses everything when a refresh token is used twice', async () => {
    const app = await connected(url);
    const first = (await app.exchange()).body;
    const second = (await app.refresh(first.refresh_token)).body;
    expect((await app.refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await app.refresh(second.refresh_token)).body.error).toBe('invalid_grant');
    expect((await ask(url, second.access_token, '{ viewer { name } }')).status).toBe(401);
  });

  it('loses everything when a refresh token is used twice at the same moment', async () => {
    const app = await connected(url);
    const first = (await app.exchange()).body;
    const both = await Promise.all([1, 2, 3].map(() => app.refresh(first.refresh_token)));
    const won = both.filter(({ status }) => status === 200);
    expect(won.length).toBeLessThan(2);
    for (const { body } of won) {
      expect((await app.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
      expect((await ask(url, body.access_token, '{ viewer { name } }')).status).toBe(401);
    }
  });

  it('loses everything when its code is used twice', async () => {
    const app = await connected(url);
    const first = (await app.exchange()).body;
    expect((await app.exchange()).body.error).toBe('invalid_grant');
    expect((await ask(url, first.access_token, '{ viewer { name } }')).status).toBe(401);
    expect((await app.refresh(first.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('gets nothing without the verifier, with another one, or with another redirect URI or app', async () => {
    const other = (await register(url)).body.client_id;
    for (const wrong of [
      { code_verifier: '' },
      { code_verifier: pkce().verifier },
      { redirect_uri: 'https://app.example/other' },
      { client_id: other },
    ]) {
      const app = await connected(url);
      const answer = await app.exchange(wrong);
      expect(answer.status).toBe(400);
      expect(answer.body.access_token).toBeUndefined();
    }
  });

  it('can get less at a refresh than the person has agreed to, and never more', async () => {
    const app = await connected(url);
    const first = (await app.exchange()).body;
    expect((await app.refresh(first.refresh_token, { scope: 'READ WRITE SECRETS' })).body.error).toBe(
      'invalid_scope',
    );
    const less = await app.refresh(first.refresh_token, { scope: 'READ' });
    expect(less.body.scope).toBe('READ');
    const [listed] = (await tokensNamed('Sales page')).slice(0, 1);
    expect(listed.scopes).toEqual(['READ']);
  });

  it('gets no scope that the person has taken away', async () => {
    const app = await connected(url, { fields: [] });
    expect((await app.exchange()).body.scope).toBe('READ');
  });

  it('cannot use a refresh token of another app', async () => {
    const [app, thief] = [await connected(url), (await register(url)).body.client_id];
    const first = (await app.exchange()).body;
    expect((await app.refresh(first.refresh_token, { client_id: thief })).body.error).toBe('invalid_grant');
    expect((await app.refresh(first.refresh_token)).status).toBe(200);
  });

  it('ends its own tokens at /oauth/revoke, and not those of another app', async () => {
    const app = await connected(url);
    const first = (await app.exchange()).body;
    const thief = (await register(url)).body.client_id;
    const revoke = (client_id: string) =>
      fetch(`${url}/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ token: first.access_token, client_id }),
      });
    expect((await revoke(thief)).status).toBe(200);
    expect((await ask(url, first.access_token, '{ viewer { name } }')).status).toBe(200);
    expect((await revoke(app.clientId)).status).toBe(200);
    expect((await ask(url, first.access_token, '{ viewer { name } }')).status).toBe(401);
    expect((await app.refresh(first.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('loses everything when the person revokes its access token', async () => {
    const app = await connected(url);
    const first = (await app.exchange()).body;
    const [{ id }] = await tokensNamed('Sales page');
    const revoked = await graph(
      `mutation { accessTokenRevoke(input: { id: "${id}" }) { userErrors { message } } }`,
    );
    expect(revoked.data.accessTokenRevoke.userErrors).toEqual([]);
    expect((await ask(url, first.access_token, '{ viewer { name } }')).status).toBe(401);
    expect((await app.refresh(first.refresh_token)).body.error).toBe('invalid_grant');
  });
});

describe('a request of an app', () => {
  const start = async (more: object, metadata: object = {}) => {
    const { client_id: id } = (await register(url, metadata)).body;
    return new Browser(url).open(authorizeUrl(id, pkce().challenge, more));
  };

  it.each([
    ['another path', 'https://app.example/back/..%2f..%2fevil'],
    ['a path that climbs', 'https://app.example/back/../evil'],
    ['a user name before the host', 'https://app.example@evil.example/back'],
    ['a fragment', 'https://app.example/back#x'],
    ['another port', 'https://app.example:8443/back'],
    ['a longer host', 'https://app.example.evil.example/back'],
    ['a longer path', 'https://app.example/back2'],
    ['a query', 'https://app.example/back?to=evil'],
    ['another scheme', 'http://app.example/back'],
    ['a script', 'javascript:alert(1)'],
  ])('is never sent back to %s', async (_, redirect_uri) => {
    const { status, to, text, headers } = await start({ redirect_uri });
    expect(status).toBe(400);
    expect(to).toBe('');
    expect(text).toContain('redirect_uri');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('may use any port of a loopback address that it has registered, and no other host', async () => {
    const native = { redirect_uris: ['http://127.0.0.1/back'] };
    expect((await start({ redirect_uri: 'http://127.0.0.1:51234/back' }, native)).to).toContain(
      '/oauth/sign-in/',
    );
    expect((await start({ redirect_uri: 'http://localhost:51234/back' }, native)).status).toBe(400);
    expect((await start({ redirect_uri: 'http://127.0.0.1:51234/other' }, native)).status).toBe(400);
    expect((await start({ redirect_uri: 'http://127.0.0.1:80@evil.example/back' }, native)).status).toBe(400);
  });

  it.each([
    ['without a challenge', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with a challenge and no method', { code_challenge_method: '' }, 'invalid_request'],
    ['for a token at once', { response_type: 'token' }, 'invalid_request'],
    ['for another audience', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['for scopes that do not exist', { scope: 'openid profile' }, 'invalid_scope'],
    ['without asking the person', { prompt: 'none' }, 'interaction_required'],
    ['for an answer by a form with a script', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    ['for an answer in the fragment', { response_mode: 'fragment' }, 'unsupported_response_mode'],
  ])('%s is refused, and the answer says who refuses', async (_, more, error) => {
    const { status, to, headers, text } = await start(more);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(text).not.toContain('<script');
    // Nobody has agreed to be sent to a stranger's page.
    expect([status, to]).toEqual([400, '']);
    expectRefusal(linkBack(text), error);
  });

  it('is answered at once, when it is refused, only for an app of an ADMIN, a program and a frame of a page', async () => {
    const wrong = { scope: 'openid profile' };
    const known = await register(url, {}, { authorization: operator });
    const asked = (id: string) => authorizeUrl(id, pkce().challenge, wrong);
    expectRefusal((await new Browser(url).open(asked(known.body.client_id))).to, 'invalid_scope');
    const { client_id: id } = (await register(url)).body;
    for (const shown of ['iframe', 'empty'])
      expectRefusal(
        (await new Browser(url).open(asked(id), { headers: { 'sec-fetch-dest': shown } })).to,
        'invalid_scope',
      );
    expect((await new Browser(url).open(asked(id))).to).toBe('');
    const { client_id: editor } = (await register(url, { redirect_uris: ['cursor://back/here'] })).body;
    const { to, text } = await new Browser(url).open(
      authorizeUrl(editor, pkce().challenge, { ...wrong, redirect_uri: 'cursor://back/here' }),
    );
    expect(to).toBe('');
    expect(linkBack(text)).toMatch(/^cursor:\/\/back\/here\?error=invalid_scope/);
  });

  const linkBack = (text: string): string =>
    (/<a class="button quiet" href="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
  const expectRefusal = (to: string, error: string): void => {
    const back = new URL(to);
    expect(back.origin + back.pathname).toBe(redirectUri);
    const given = new URLSearchParams(back.search || back.hash.slice(1));
    expect(given.get('error')).toBe(error);
    expect(given.get('iss')).toBe(url);
    expect(given.get('code')).toBeNull();
  };

  it('may only read when it names no scope', async () => {
    const { client_id: id } = (await register(url)).body;
    const { verifier, challenge } = pkce();
    const back = await agreed(new Browser(url), authorizeUrl(id, challenge, { scope: '' }));
    const { body } = await token(url, {
      grant_type: 'authorization_code',
      code: back.get('code') ?? '',
      code_verifier: verifier,
      client_id: id,
      redirect_uri: redirectUri,
    });
    expect(body.scope).toBe('READ');
  });
});

describe('the pages', () => {
  const begun = async () => {
    const { client_id: id } = (await register(url, { client_name: '<b>Bank</b> "&' })).body;
    return authorizeUrl(id, pkce().challenge);
  };

  it('say in words what an app may do, its name as text, and where it sends the person', async () => {
    const { consent } = await signedIn(new Browser(url), await begun());
    expect(consent.status).toBe(200);
    expect(consent.text).toContain('&lt;b&gt;Bank&lt;/b&gt;');
    expect(consent.text).not.toContain('<b>Bank');
    expect(consent.text).toContain('app.example');
    expect(consent.text).toContain('nobody here has checked');
    expect(consent.text).not.toContain('Transfer codes');
  });

  it('cannot be framed, cached or read by other sites', async () => {
    const browser = new Browser(url);
    const { path, consent } = await signedIn(browser, await begun());
    expect(consent.text).toContain('/decide" data-deliberate>');
    for (const { headers } of [consent, await browser.open(path)]) {
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      // One script of ours, which keeps the buttons from being pressed at once.
      expect(headers.get('content-security-policy')).toMatch(/script-src 'nonce-[\w+/]+=*'$/);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('take no form of another site, without its hidden field, or of another browser', async () => {
    const browser = new Browser(url);
    const { path, form } = await signedIn(browser, await begun());
    const fields = { form, decision: 'allow', days: '30' };
    expect((await browser.send(`${path}/decide`, fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(
      403,
    );
    expect((await browser.send(`${path}/decide`, { ...fields, form: '' })).status).toBe(403);
    expect((await browser.send(`${path}/decide`, { ...fields, form: 'ab'.repeat(16) })).status).toBe(403);
    expect((await new Browser(url).send(`${path}/decide`, fields)).status).toBe(400);
    const other = new Browser(url);
    await signedIn(other, await begun());
    expect((await other.send(`${path}/decide`, fields)).status).toBe(400);
    expect((await browser.send(`${path}/decide`, fields)).status).toBe(303);
    expect((await browser.send(`${path}/decide`, fields)).status).toBe(403);
  });

  it('let no app in by Enter in a line of text', async () => {
    const browser = new Browser(url);
    const start = await begun();
    const { path, consent } = await signedIn(browser, start);
    expect(consent.text).toContain('name="amount"');
    expect(sentByEnter(consent.text)).toEqual([]);
    const other = await new Browser(url).open(start);
    const page = await new Browser(url).open(other.to);
    expect(page.text + path).not.toContain('decide"');
  });

  it('give nothing to an app before the person has signed in', async () => {
    const browser = new Browser(url);
    const { to: path } = await browser.open(await begun());
    const page = await browser.open(path);
    const decided = await browser.send(`${path}/decide`, {
      form: formOf(page.text),
      decision: 'allow',
      days: '30',
    });
    expect(decided.to).toBe(path.replace(url, ''));
    const resumed = await browser.open(path.replace('/sign-in/', '/authorize/'));
    expect(resumed.to).toContain('/oauth/sign-in/');
    expect(resumed.to).not.toContain('code=');
  });

  it('tell the app when the person refuses', async () => {
    const browser = new Browser(url);
    const { path, form } = await signedIn(browser, await begun());
    const decided = await browser.send(`${path}/decide`, { form, decision: 'refuse' });
    const { to } = await browser.open(decided.to);
    expect(new URL(to).searchParams.get('error')).toBe('access_denied');
  });

  it('say what is wrong, and keep what was typed', async () => {
    const browser = new Browser(url);
    const { path, form } = await signedIn(browser, await begun());
    const sent = (fields: object) =>
      browser.send(`${path}/decide`, { form, decision: 'allow', days: '30', scope: 'WRITE', ...fields });
    const days = await sent({ days: '999', domains: 'kept.ee' });
    expect(days.status).toBe(400);
    expect(days.text).toContain('Days must be');
    expect(days.text).toContain('kept.ee');
    expect((await sent({ amount: 'much' })).text).toContain('role="alert"');
    expect((await sent({ domains: '<script>' })).text).toContain('Domains must be names');
  });

  it('let nobody guess passwords faster than anywhere else', async () => {
    const browser = new Browser(url);
    const { to: path } = await browser.open(await begun());
    const form = formOf((await browser.open(path)).text);
    const statuses: number[] = [];
    for (let guess = 0; guess < 8; guess += 1)
      statuses.push(
        (await browser.send(path, { form, username: 'nobody', password: `guess ${guess}` })).status,
      );
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses.at(-1)).toBe(429);
  });
});
