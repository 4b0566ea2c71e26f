import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { atEndOfFile } from '../../support/at-end.ts';
import { person } from '../../support/contacts.ts';
import { startProvider, type TestProvider } from '../../support/payment-provider.ts';
import { alpha, basic, type Loose, operator } from '../../support/world.ts';
import { barriers } from './barriers.ts';
import { call, elsewhere, inBrowser, raiseCurtain, type Stage } from './stage.ts';

const slow = 120_000;

/** By keyboard alone, as far as it takes. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the keyboard does not lead to ${target}`);
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Operator token').focus();
  await page.keyboard.type('operator-sandbox');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  // The key that leads to the search works once the script has been read.
  await page.waitForLoadState();
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
const reported = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

/** Unfolds a form, fills it in and sends it; `sure` where it is tried first. */
async function fillIn(
  page: Page,
  title: string,
  values: Record<string, string>,
  sure?: string,
): Promise<void> {
  await page.getByText(title, { exact: true }).first().click();
  const form = page.getByRole('form', { name: title });
  for (const [label, value] of Object.entries(values)) {
    const field = form.getByLabel(label);
    if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(value);
    else if ((await field.getAttribute('type')) === 'checkbox') await field.check();
    else await field.fill(value);
  }
  await form.getByRole('button').click();
  if (sure !== undefined) await beSure(page, sure);
}

async function beSure(page: Page, button: string): Promise<void> {
  await page.getByText('Nothing has been done yet').waitFor();
  await page.getByRole('button', { name: button }).click();
}

inBrowser('what an operator does in a day', () => {
  let stage: Stage;
  let page: Page;
  let provider: TestProvider;
  const graph = async (query: string, auth = operator) =>
    (await call(stage, '/graphql', auth, { query })).body as {
      data: Loose;
      errors?: unknown;
    };
  const balanceAs = (username: string, password: string) =>
    call(stage, '/registry/v1/accounts/balance', basic(username, password));

  beforeAll(async () => {
    provider = await startProvider();
    stage = await raiseCurtain({ PAYMENT_PROVIDER_URL: provider.url });
    const { database, clock } = stage.container;
    const now = clock.now();
    await database.db
      .insertInto('outbox')
      .values({
        kind: 'mail',
        subject: 'kadunud.ee',
        payload: JSON.stringify({ to: 'a@b.example', subject: 'Late', text: 'But there' }),
        attempts: 9,
        next_attempt_at: now,
        created_at: now,
        done_at: null,
        dead_at: now,
        last_error: 'mailbox full',
      })
      .execute();
    await database.db
      .insertInto('payment_disagreements')
      .values({
        payment_reference: 'f00dfeed',
        invoice_id: null,
        kind: 'unknownInvoice',
        details: JSON.stringify({ order: '99', standingAmount: '5.00' }),
        raised_at: now,
        resolved_at: null,
        resolved_by: null,
        note: null,
      })
      .execute();
    page = await stage.open('/operator', { viewport: { width: 1280, height: 900 } });
    page.on('dialog', (dialog) => stage.complaints.push(`a dialog: ${dialog.message()}`));
  }, slow);

  it('signs in, finds a domain by a part of its name and reads its life, by keyboard alone', {
    timeout: slow,
  }, async () => {
    await signIn(page);
    await page.keyboard.press('/');
    await page.keyboard.type('eatatu');
    await page.keyboard.press('Enter');
    await heading(page, 'Found for “eatatu”');
    await tabTo(page, page.getByRole('link', { name: 'peatatud.ee' }));
    await page.keyboard.press('Enter');
    await heading(page, 'peatatud.ee');
    const life = page.getByRole('region', { name: 'Life cycle' });
    expect(await life.getByRole('listitem').allTextContents()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/registered/),
        expect.stringMatching(/the paid period ends/),
      ]),
    );
  });

  it('reads why something cannot be done', { timeout: slow }, async () => {
    const no = page.getByRole('region', { name: 'What the registrar may do now' }).getByRole('listitem');
    expect(await no.filter({ hasText: /^no\s/ }).first().textContent()).toMatch(/\(2\d{3}\)/);
  });

  it('suspends a registrar by keyboard, whose users see why, and reinstates it', {
    timeout: slow,
  }, async () => {
    await page.goto('/operator/registrars/BETA');
    await tabTo(page, page.getByText('Suspend it', { exact: true }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('has not paid');
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Suspend the registrar' }));
    expect((await balanceAs('beta', 'beta-sandbox')).body).toMatchObject({ code: 1000 });
    await page.keyboard.press('Enter');
    await reported(page, 'The registrar is suspended');
    const refused = await balanceAs('beta', 'beta-sandbox');
    expect(refused.body).toMatchObject({ code: 2201, message: expect.stringContaining('has not paid') });
    await page.getByRole('button', { name: 'Reinstate the registrar' }).click();
    await reported(page, 'The registrar may work again.');
    expect((await balanceAs('beta', 'beta-sandbox')).body).toMatchObject({ code: 1000 });
  });

  it('lets a user in, and gives it a new password', { timeout: slow }, async () => {
    await fillIn(page, 'Add a user', { 'User name': 'beta-desk', Password: 'first-password', SUPER: 'yes' });
    await reported(page, 'The user can sign in.');
    expect((await balanceAs('beta-desk', 'first-password')).body).toMatchObject({ code: 1000 });
    await fillIn(page, 'Give a user a new password', {
      'User name': 'beta-desk',
      'New password': 'second-password',
    });
    await reported(page, 'The user is changed');
    expect((await balanceAs('beta-desk', 'first-password')).status).toBe(401);
    expect((await balanceAs('beta-desk', 'second-password')).body).toMatchObject({ code: 1000 });
  });

  it('reserves a name, gives it free, and settles a dispute', { timeout: slow }, async () => {
    await page.goto('/operator/names');
    await fillIn(page, 'Reserve a name', { 'Domain name': 'hoitud.ee' });
    await reported(page, 'The name is reserved.');
    expect(await page.locator('dd code').last().textContent()).toMatch(/\w{6}/);
    await page.getByRole('link', { name: 'Go back' }).click();
    await page.getByRole('button', { name: 'Release: hoitud.ee' }).click();
    await beSure(page, 'Release');
    await reported(page, 'Anybody can register the name.');
    expect(await page.getByRole('cell', { name: 'hoitud.ee' }).count()).toBe(0);

    await page.getByRole('link', { name: 'Disputes', exact: true }).click();
    await fillIn(page, 'Open a dispute', { 'Domain name': 'tamm.ee' });
    await reported(page, 'The dispute is open.');
    await page.goto('/operator/domains/tamm.ee');
    await page.getByText('disputed', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Close the dispute' }).click();
    await beSure(page, 'Close the dispute');
    await reported(page, 'The dispute is closed.');
    expect(await page.getByText('disputed', { exact: true }).count()).toBe(0);
  });

  it('puts a payment that disagrees aside, and sends a dead letter again', { timeout: slow }, async () => {
    await page.goto('/operator');
    await page.getByRole('link', { name: /payments that disagree/ }).click();
    await page.getByText('f00dfeed').first().waitFor();
    await fillIn(page, 'Mark as settled', { 'What was done': 'sent back by hand' });
    await reported(page, 'The disagreement is settled.');
    await page.getByLabel('State').selectOption('settled');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('sent back by hand').waitFor();

    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Outbox' }).click();
    await page.getByRole('button', { name: 'Try again: mail, kadunud.ee' }).click();
    await reported(page, 'It is being retried.');
    await heading(page, 'Dead letters (0)');
  });

  it('gives stray money back, and puts one contact in the place of another, knowing what will happen', {
    timeout: slow,
  }, async () => {
    const foreseen = (what: string) => page.locator('dt', { hasText: what }).locator('+ dd').textContent();
    const reference = provider.add({
      order_reference: '999999',
      initial_amount: 12.5,
      standing_amount: 12.5,
      payment_state: 'settled',
    });
    await fetch(`${stage.url}/api/v1/callback_handler/callback?payment_reference=${reference}`);
    await page.goto('/operator/payments/all?stray=yes');
    await page.getByRole('button', { name: `Refund it: ${reference}` }).click();
    await page.getByText('Nothing has been done yet').waitFor();
    expect(await foreseen('Euros to refund')).toBe('12.50');
    expect(provider.paidOut.get(reference)).toBeUndefined();
    await page.getByRole('button', { name: 'Refund it' }).click();
    await reported(page, 'The excess of the payment is being refunded.');
    expect(provider.paidOut.get(reference)).toBe(12.5);

    const create = (what: object, path: string) => call(stage, `/registry/v1/${path}`, alpha, what);
    for (const id of ['merged', 'stays']) await create({ contact: { ...person, id } }, 'contacts');
    await create(
      { domain: { name: 'liidetud.ee', registrant: 'ALPHA:MERGED', period: 1, period_unit: 'y' } },
      'domains',
    );
    await page.goto('/operator/contacts/ALPHA:MERGED');
    await fillIn(page, 'Merge it with another contact', { 'Code of the other': 'ALPHA:STAYS' });
    await page.getByText('Nothing has been done yet').waitFor();
    expect(await foreseen('Domains whose contact changes')).toBe('1');
    expect(await foreseen('Who is notified')).toBe('registrar Alpha Domains by poll message');
    await beSure(page, 'Merge it');
    await reported(page, 'The contacts are merged, and this one is deleted.');
    const { data } = await graph('{ domain(name: "liidetud.ee") { registrant { code } } }');
    expect(data.domain).toEqual({ registrant: { code: 'ALPHA:STAYS' } });
  });

  it('runs a job by hand, sets a price from a day on, and closes a zone', { timeout: slow }, async () => {
    await page.goto('/operator/jobs');
    await page
      .getByRole('button', { name: /^Run: / })
      .first()
      .click();
    await reported(page, 'The jobs have run.');
    await page.goto('/operator/jobs/runs');
    await heading(page, 'Runs of jobs');
    await page.goto('/operator/zones');
    const later = new Date(stage.container.clock.now().getTime() + 40 * 86_400_000)
      .toISOString()
      .slice(0, 10);
    await fillIn(
      page,
      'Set a price',
      { Zone: 'ee', For: 'RENEW', Period: 'P1Y', 'Price in euros': '12.50', From: later },
      'Set the price',
    );
    await reported(page, 'The price is set.');
    await page.goto('/operator/zones/prices?when=ahead');
    await page.getByRole('row', { name: /renew.*12\.50/ }).waitFor();
    await page.goto('/operator/zones');
    await fillIn(page, 'Open a zone', { Zone: 'proov.ee' });
    await fillIn(page, 'Close a zone', { Zone: 'proov.ee' }, 'Close the zone');
    await reported(page, 'The zone is closed to new names');
    await page.getByRole('region', { name: '.proov.ee' }).getByText('closed').waitFor();
  });

  it('reads the charts, as pictures and as numbers', { timeout: slow }, async () => {
    await page.goto('/operator');
    for (const title of ['Expiries ahead', 'Paid invoices']) {
      const card = page.getByRole('region', { name: title });
      await card.getByRole('img', { name: new RegExp(title) }).waitFor();
      await card.getByText('As numbers').click();
      expect(await card.getByRole('row').count()).toBeGreaterThan(1);
    }
    const card = page.getByRole('region', { name: 'Twelve months' });
    await card.getByRole('img', { name: /^Domains at the end of each month/ }).waitFor();
    await card.getByRole('img', { name: /^What happened to domains in each month/ }).waitFor();
    await card.getByText('As numbers').click();
    expect(await card.getByRole('row').count()).toBe(13);
  });

  it('revokes a token, which is refused from then on', { timeout: slow }, async () => {
    const made = await graph(
      'mutation { accessTokenCreate(input: { name: "lost laptop", scopes: [READ] }) { token } }',
      basic('alpha', 'alpha-sandbox'),
    );
    const { token } = made.data.accessTokenCreate;
    await page.goto('/operator/tokens?q=laptop');
    await page.getByRole('button', { name: 'Revoke: lost laptop' }).click();
    await beSure(page, 'Revoke');
    await reported(page, 'The token is revoked.');
    expect(new URL(page.url()).searchParams.get('q')).toBe('laptop');
    expect((await call(stage, '/graphql', `Bearer ${token}`, { query: '{ viewer { name } }' })).status).toBe(
      401,
    );
  });

  it('works on many domains at once, by keyboard, and reads first what happens to each', {
    timeout: slow,
  }, async () => {
    const found: string[] = [];
    const press = async (key: string, target: Locator) =>
      tabTo(page, target).then(() => page.keyboard.press(key));
    const look = async () => {
      for (const [width, rules] of [
        [390, 'all'],
        [1280, 'layout'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        found.push(...(await barriers(page, rules)));
      }
    };
    await page.goto('/operator/domains?q=saar');
    const rows = page.getByRole('checkbox', { name: /^Choose / });
    const many = await rows.count();
    await press('Space', page.getByLabel('All on this page'));
    await page.getByText(`${many} of ${many} chosen`).waitFor();
    await look();
    await press('Enter', page.getByRole('button', { name: 'Change the statuses …' }));
    await heading(page, `Change the statuses: ${many} rows`);
    await look();
    await press('Space', page.getByRole('group', { name: 'Set' }).getByLabel('serverRenewProhibited'));
    await press('Enter', page.getByRole('button', { name: 'Show what happens …' }));
    await page.getByText(`succeeded for ${many} of ${many}. Nothing has been done yet.`).waitFor();
    await look();
    await press('Enter', page.getByRole('button', { name: `Change the statuses: ${many} rows` }));
    await reported(page, `Done for ${many} of ${many}.`);
    await look();
    await page.getByRole('link', { name: 'Go back' }).click();
    const changed = page.locator('tbody tr', { hasText: 'serverRenewProhibited' });
    await expect.poll(() => changed.count()).toBe(many);
    expect(found).toEqual([]);
  });

  it('on a phone: finds the menu, blocks a name and lets it go again', { timeout: slow }, async () => {
    const phone = await stage.open('/operator', { viewport: { width: 375, height: 812 }, hasTouch: true });
    await signIn(phone);
    const menu = phone.getByRole('navigation', { name: 'Console' });
    expect(await menu.isVisible()).toBe(false);
    await phone.getByRole('button', { name: 'Menu' }).tap();
    await menu.getByRole('link', { name: 'Names' }).tap();
    await phone.getByRole('link', { name: 'Blocked', exact: true }).tap();
    await fillIn(phone, 'Block a name', { 'Domain name': 'telefonist.ee' });
    await reported(phone, 'The name can no longer be registered.');
    await phone.getByLabel('Part of the name').fill('telefon');
    await phone.getByRole('button', { name: 'Show' }).tap();
    await phone.getByRole('button', { name: 'Unblock: telefonist.ee' }).tap();
    await reported(phone, 'The name can be registered again.');
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await phone.getByRole('button', { name: 'Menu' }).tap();
    await phone.getByRole('button', { name: 'Sign out' }).tap();
    await heading(phone, "The operator's console");
    await phone.goto('/operator/names');
    await heading(phone, "The operator's console");
    await phone.context().close();
  });

  it('comes from another machine over plain http, where browsers tell less', { timeout: slow }, async () => {
    const home = `${stage.url.replace('127.0.0.1', elsewhere)}/operator`;
    const there = await stage.open(home);
    const sent = there.waitForRequest((request) => request.method() === 'POST');
    await signIn(there);
    const { origin, ...headers } = await (await sent).allHeaders();
    expect([new URL(origin ?? '').hostname, headers['sec-fetch-site']]).toEqual([elsewhere, undefined]);
    await there.goto(`${home}/names/blocked`);
    await fillIn(there, 'Block a name', { 'Domain name': 'kaugelt.ee' });
    await reported(there, 'The name can no longer be registered.');
    await there.context().close();
    // Of the one header that counts on trusted lines alone.
    const ignored = /^http:\/\/registry\.internal.* The Cross-Origin-Opener-Policy header has been ignored/;
    const others = stage.complaints.splice(0).filter((complaint) => !ignored.test(complaint));
    stage.complaints.push(...others);
  });

  it('is not made to do anything by a page of somebody else', { timeout: slow }, async () => {
    const trap = `<form method="post" action="${stage.url}/operator/do/nameBlock"><input name="name" value="lõks.ee"><button>Win</button></form>
<iframe src="${stage.url}/operator/names"></iframe>`;
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'text/html; charset=utf-8').end(trap),
    );
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
    atEndOfFile(() => server.close());
    const before = stage.complaints.length;
    // The same site by its name, only another port: the browser sends the cookie along.
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(await page.frames()[1]?.content()).not.toContain('Reserved names');
    await page.getByRole('button', { name: 'Win' }).click();
    await heading(page, 'This did not come from the console');
    const { data } = await graph(
      '{ blockedNames(first: 1, where: { name: { eq: "lõks.ee" } }) { totalCount } }',
    );
    expect(data.blockedNames).toEqual({ totalCount: 0 });
    // The browser complains of exactly that.
    expect(stage.complaints.splice(before).join()).toMatch(/frame-ancestors|403/);
  });

  it('and no page has complained of anything', () => {
    expect(stage.complaints).toEqual([]);
  });
});
