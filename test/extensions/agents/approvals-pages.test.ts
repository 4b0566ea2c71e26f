import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain } from '../../support/domains.ts';
import { sentByEnter } from '../../support/enter-key.ts';
import { graph } from '../../support/graph.ts';
import { domainNow } from '../../support/time.ts';
import { type Answer, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let agent: string;
beforeAll(async () => {
  world = await testWorld();
  const { data } = await graph(
    world,
    'mutation { accessTokenCreate(input: { name: "<b>agent</b>" scopes: [WRITE] guards: { approvalNeeded: true } }) { token } }',
  );
  agent = `Bearer ${data.accessTokenCreate.token}`;
  // Names from before such marks were refused.
  await world.container.database.db
    .updateTable('access_tokens')
    .set({ name: '<b>agent</b>\u202E' })
    .where('name', '=', '<b>agent</b>')
    .execute();
});

const fromHere = { 'sec-fetch-site': 'same-origin' };
const open = (url: string, cookie = '', headers: object = fromHere): Promise<Answer> =>
  world.request({ url, auth: null, headers: { ...headers, ...(cookie && { cookie }) } });
const send = (url: string, fields: Record<string, string>, cookie = '', headers = {}): Promise<Answer> =>
  world.request({
    method: 'POST',
    url,
    auth: null,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...(cookie && { cookie }),
      ...headers,
    },
  });
const cookieIn = ({ headers }: Answer): string => String(headers['set-cookie']).split(';')[0] ?? '';
const formIn = ({ text }: Answer): string => /name="form" value="([\da-f]+)"/.exec(text)?.[1] ?? '';

async function signedIn(username = 'alpha', password = 'alpha-sandbox'): Promise<string> {
  const answer = await send('/approvals/sign-in', { username, password, to: '/approvals' });
  expect([answer.status, answer.headers.location]).toEqual([303, '/approvals']);
  return cookieIn(answer);
}

async function prepared(name: string): Promise<string> {
  await newDomain(world, { name });
  const { data } = await graph(
    world,
    `mutation { domainClientHoldSet(input: { name: "${name}" }) { userErrors { details } } }`,
    { auth: agent },
  );
  return new URL(data.domainClientHoldSet.userErrors[0].details.address).pathname;
}
const isHeld = async (name: string): Promise<boolean> =>
  (((await domainNow(world, name))?.statuses ?? []) as string[]).includes('clientHold');

describe('the page of approvals', () => {
  it('asks who it is, shows what waits, and does it when the person approves', async () => {
    const path = await prepared('page.ee');
    const asking = await open(path);
    expect(asking.text).toContain('Sign in to approve');
    expect(asking.text).not.toContain('page.ee');
    const signed = await send('/approvals/sign-in', {
      username: 'alpha',
      password: 'alpha-sandbox',
      to: path,
    });
    expect(signed.headers.location).toBe(path);
    expect(signed.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Lax/);
    const cookie = cookieIn(signed);
    expect((await open('/approvals', cookie)).text).toContain('page.ee');
    const page = await open(path, cookie);
    expect(page.text).toContain('page.ee');
    // As text, which turns nothing around.
    expect(page.text).toContain('<bdi>&lt;b&gt;agent&lt;/b&gt;[U+202E]</bdi>');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers['x-frame-options']).toBe('DENY');
    const done = await send(`${path}/approve`, { form: formIn(page) }, cookie);
    expect([done.status, done.headers.location]).toEqual([303, path]);
    expect(await isHeld('page.ee')).toBe(true);
    expect((await open(path, cookie)).text).toContain('It was done exactly as it was shown.');
  });

  it('declines, and says who did', async () => {
    const path = await prepared('page-declined.ee');
    const cookie = await signedIn();
    const page = await open(path, cookie);
    await send(`${path}/decline`, { form: formIn(page), reason: 'too early' }, cookie);
    expect((await open(path, cookie)).text).toMatch(/was declined by alpha[\s\S]*too early/);
    const again = await send(`${path}/approve`, { form: formIn(page) }, cookie);
    expect(again.status).toBe(409);
    expect(again.text).toContain('already declined');
    expect(await isHeld('page-declined.ee')).toBe(false);
  });

  it('never approves by Enter in a line of text', async () => {
    const path = await prepared('page-enter.ee');
    const cookie = await signedIn();
    expect(sentByEnter((await open(path, cookie)).text)).toEqual([
      { action: `${path}/decline`, button: 'Decline' },
    ]);
    expect(sentByEnter((await open('/approvals', cookie)).text)).toEqual([]);
    expect(sentByEnter((await open(path)).text)).toEqual([
      { action: '/approvals/sign-in', button: expect.stringContaining('Sign in') },
    ]);
  });

  it('takes no form of another site, of another session or without its secret', async () => {
    const path = await prepared('page-forged.ee');
    const cookie = await signedIn();
    const form = formIn(await open(path, cookie));
    const other = formIn(await open(path, await signedIn()));
    expect(other).not.toBe(form);
    for (const [fields, headers] of [
      [{ form }, { 'sec-fetch-site': 'cross-site' }],
      [{ form }, { 'sec-fetch-site': 'same-site' }],
      [{ form }, { 'sec-fetch-site': 'none' }],
      [{ form }, { 'sec-fetch-site': '' }],
      [{ form }, { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' }],
      [{}, {}],
      [{ form: other }, {}],
    ] as const)
      expect((await send(`${path}/approve`, { ...fields }, cookie, headers)).status).toBe(403);
    expect((await send(`${path}/approve`, { form })).status).toBe(403);
    expect((await send(`${path}/approve?form=${form}`, {}, cookie)).status).toBe(403);
    expect((await open(`${path}/approve?form=${form}`, cookie)).status).toBe(404);
    const plain = { 'content-type': 'text/plain' };
    expect((await send(`${path}/approve`, { form }, cookie, plain)).status).toBe(415);
    expect(await isHeld('page-forged.ee')).toBe(false);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }, false],
    ['nowhere that the browser tells', {}, false],
    ['another site over plain http', { referer: 'http://mail.example/inbox' }, false],
    ['an address that was typed, or a program for mail', { 'sec-fetch-site': 'none' }, true],
    ['a page of ours over plain http', { referer: 'http://localhost/approvals' }, true],
  ])(
    'keeps the sign-in of a person who comes from %s, and shows buttons only where nobody else can aim at them',
    async (_, headers, hasButtons) => {
      const path = await prepared(`page-from-${Object.values(headers).join('').length}-${hasButtons}.ee`);
      const cookie = await signedIn();
      const page = await open(path, cookie, { host: 'localhost', ...headers });
      expect(page.text).toContain('Approve this?');
      expect([page.text.includes('>Approve</button>'), page.text.includes('>Decline</button>')]).toEqual([
        hasButtons,
        hasButtons,
      ]);
      expect(page.text.includes('>Decide on this</a>')).toBe(!hasButtons);
    },
  );

  it('opens for no access token, no other registrar and no cookie after signing out', async () => {
    const path = await prepared('page-closed.ee');
    const raw = await open(path, `zonegraph_approvals=${agent.replace('Bearer ', '')}`);
    expect(raw.text).toContain('Sign in to approve');
    const foreign = await signedIn('beta', 'beta-sandbox');
    expect((await open(path, foreign)).status).toBe(404);
    const cookie = await signedIn();
    await send('/approvals/sign-out', { form: formIn(await open(path, cookie)) }, cookie);
    expect((await open(path, cookie)).text).toContain('Sign in to approve');
  });

  it('refuses a wrong password, and goes only to pages of its own', async () => {
    const wrong = await send('/approvals/sign-in', {
      username: 'alpha',
      password: 'wrong',
      to: '/approvals',
    });
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([401, undefined]);
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/approvals/1/../../operator',
      '/operator',
    ]) {
      const answer = await send('/approvals/sign-in', { username: 'alpha', password: 'alpha-sandbox', to });
      expect(answer.headers.location).toBe('/approvals');
    }
  });
});
