import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { preview } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedToken } from '#src/registry/rules/registrar/access-tokens.ts';
import { alpha, beta, operator } from '../../support/world.ts';
import { call, holdUp, inBrowser, raiseCurtain, type Stage } from './stage.ts';

const folderOf = (name: string): string =>
  fileURLToPath(new URL(`../../../examples/${name}/`, import.meta.url));
const slow = { timeout: 120_000 };

let stage: Stage;

/** An example as it was built, served from an origin of its own: the registry is another one. */
function inExample(name: string, tests: (open: () => Promise<Page>) => void): void {
  const isBuilt = existsSync(`${folderOf(name)}dist/index.html`);
  if (!isBuilt) console.log(`examples/${name} is not built (npm run examples): it is left out.`);
  describe.runIf(isBuilt)(`examples/${name}`, () => {
    let url: string;
    beforeAll(async () => {
      const server = await preview({
        root: folderOf(name),
        configFile: false,
        logLevel: 'silent',
        preview: { port: 0, host: '127.0.0.1' },
      });
      url = server.resolvedUrls?.local[0] ?? '';
      afterAll(() => server.close());
    });
    tests(async () => stage.open(url));
  });
}

const graph = async (query: string, authorization: string) =>
  (await call(stage, '/graphql', authorization, { query })).body.data;
const hold = (name: string) =>
  graph(
    `mutation { domainStatusesSet(input: { name: "${name}", add: ["serverHold"] }) { userErrors { message } } }`,
    operator,
  );

const reset = () =>
  graph('mutation { sandboxReset(input: { world: BARE }) { userErrors { message } } }', operator);
/** By ALPHA, in a sandbox without contacts. */
async function register(name: string): Promise<void> {
  const made = (await graph(
    `mutation { contactCreate(input: { name: "Mari Tamm", email: "mari@example.com", phone: "+372.5555555",
      ident: { code: "37605030299", type: PRIV, countryCode: "EE" } }) { contact { code } userErrors { message } } }`,
    alpha,
  )) as { contactCreate: { contact: { code: string } } };
  const registered = await graph(
    `mutation { domainRegister(input: { name: "${name}", registrant: "${made.contactCreate.contact.code}", period: "P3M" })
      { userErrors { message } } }`,
    alpha,
  );
  expect(registered).toEqual({ domainRegister: { userErrors: [] } });
}

const soon = <T>(look: () => T) => expect.poll(look);
const aYearLater = (day: string): string => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;

inBrowser('the examples', () => {
  beforeAll(async () => {
    stage = await raiseCurtain();
  });

  inExample('react', (open) => {
    let page: Page;
    const balance = () => page.getByTestId('balance').textContent();
    const row = (name: string) => page.getByTestId(name);
    const dayOf = async (name: string): Promise<string> =>
      (await row(name).locator('time').textContent()) ?? '';
    const renewButton = (name: string) => row(name).getByRole('button', { name: `Renew ${name} for a year` });
    const confirmButton = (name: string) => row(name).getByRole('button', { name: `Yes, renew ${name}` });
    let names: string[];

    it('signs in for a token, and keeps no password', slow, async () => {
      page = await open();
      await page.getByLabel('Registry').fill(stage.url);
      await page.getByLabel('Password').fill('guessed');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      // The browser's console tells of every answer that is a refusal.
      stage.complaints.length = 0;
      await page.getByLabel('Password').fill('alpha-sandbox');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await soon(balance).toBe('1000.00 EUR');
      const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
      expect(kept).toMatch(/zg_\w{40}/);
      expect(kept).not.toContain('alpha-sandbox');
      await page.reload();
      await soon(balance).toBe('1000.00 EUR');
      await page.getByText('live', { exact: true }).waitFor();
    });

    it('shows a list page by page', slow, async () => {
      const rows = page.locator('tbody tr');
      await rows.nth(7).waitFor();
      await page.getByRole('button', { name: 'Show more' }).click();
      await rows.nth(8).waitFor();
      names = await rows.locator('strong').allTextContents();
      expect(new Set(names).size).toBe(names.length);
    });

    it('shows one domain as it is while it is looked at', slow, async () => {
      const name = names[4] ?? '';
      await row(name).getByRole('button', { name, exact: true }).click();
      const details = page.getByTestId('details');
      await details.getByText('ok', { exact: true }).waitFor();
      expect(await details.textContent()).toContain(await dayOf(name));
      await hold(name);
      await details.getByText('serverHold').waitFor();
      await details.getByText('domain.set-statuses').waitFor();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await details.waitFor({ state: 'detached' });
      await page.getByText('live', { exact: true }).waitFor();
    });

    it('shows a renewal at once, and pays when the registry has done it', slow, async () => {
      const name = names[0] ?? '';
      const before = await dayOf(name);
      const letGo = await holdUp(page, '**/graphql', 'mutation Renew');
      await renewButton(name).click();
      await row(name)
        .getByText(`Paid until ${aYearLater(before)} instead of ${before}, for 10.00 EUR. Notified: nobody.`)
        .waitFor();
      expect(await dayOf(name)).toBe(before);
      await confirmButton(name).click();
      await soon(() => dayOf(name)).toBe(aYearLater(before));
      expect(await row(name).getAttribute('class')).toBe('pending');
      expect(await balance()).toBe('1000.00 EUR');
      letGo();
      await soon(balance).toBe('990.00 EUR');
      expect(await dayOf(name)).toBe(aYearLater(before));
      await page.unroute('**/graphql');
    });

    it('takes it back when the registry refuses, and says why', slow, async () => {
      const name = names[1] ?? '';
      const before = await dayOf(name);
      await renewButton(name).click();
      await confirmButton(name).waitFor();
      const elsewhere = await graph(
        `mutation { domainRenew(input: { name: "${name}", period: "P1Y", expiresOn: "${before}" }) { userErrors { message } } }`,
        alpha,
      );
      expect(elsewhere).toMatchObject({ domainRenew: { userErrors: [] } });
      await confirmButton(name).click();
      await row(name).getByText('Given and current expire dates do not match').waitFor();
      expect(await dayOf(name)).toBe(before);
    });

    it('renews as it was shown, or not at all', slow, async () => {
      const name = names[3] ?? '';
      const before = await dayOf(name);
      await renewButton(name).click();
      await confirmButton(name).waitFor();
      await hold(name);
      await row(name).getByText('serverHold').waitFor();
      await confirmButton(name).click();
      await row(name).getByText('The outcome has changed since the dry run: nothing was done').waitFor();
      expect(await dayOf(name)).toBe(before);
    });

    it('shows changes as they happen, on the row that they concern', slow, async () => {
      const name = names[2] ?? '';
      await hold(name);
      await page.getByText(`serverHold set on domain ${name}`, { exact: true }).waitFor();
      await row(name).getByText('serverHold').waitFor();
      await page.getByRole('button', { name: `Mark as read: serverHold set on domain ${name}` }).click();
      await page
        .getByText(`serverHold set on domain ${name}`, { exact: true })
        .waitFor({ state: 'detached' });
    });

    it('shows everything that is wrong with a form, each problem at its field', slow, async () => {
      const form = page.getByRole('form', { name: 'Register a domain' });
      await form.getByLabel('Name', { exact: true }).fill('tamm.ee');
      await form.getByLabel('Nameservers').fill('ns1.alpha.example');
      await form.getByRole('button', { name: 'Register', exact: true }).click();
      const invalid = form.locator('[aria-invalid="true"]');
      await invalid.first().waitFor();
      expect(await invalid.evaluateAll((all) => all.map((one) => one.getAttribute('name')))).toEqual([
        'name',
        'nameservers',
      ]);
      await form.getByLabel('Name', { exact: true }).fill('kask-ja-tamm.ee');
      await form.getByLabel('Nameservers').fill('ns1.alpha.example ns2.alpha.example');
      await form.getByRole('button', { name: 'Register', exact: true }).click();
      await form.getByText(/^kask-ja-tamm\.ee would cost \d+\.00 EUR\. Notified: nobody\./).waitFor();
      await form.getByRole('button', { name: 'Yes, register' }).click();
      await form.getByText('kask-ja-tamm.ee is yours until').waitFor();
      await soon(() => invalid.count()).toBe(0);
    });

    it('fits a phone, forgets everything on leaving, and has made no script complain', slow, async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
      expect(stage.complaints).toEqual([]);
    });
  });

  inExample('relay', (open) => {
    let page: Page;
    const details = () => page.getByRole('region').nth(1);
    const enter = async (scope: 'READ' | 'WRITE'): Promise<void> => {
      const made = (await graph(
        `mutation { accessTokenCreate(input: { name: "relay", scopes: [${scope}] }) { token userErrors { message } } }`,
        alpha,
      )) as { accessTokenCreate: { token: string } };
      await enterWith(made.accessTokenCreate.token);
      await page.locator('tbody tr').nth(9).waitFor();
    };
    const enterWith = async (token: string): Promise<void> => {
      page = await open();
      await page.getByLabel('Registry').fill(stage.url);
      await page.getByLabel('Access token').fill(token);
      await page.getByRole('button', { name: 'Look' }).click();
    };
    const names = () => page.locator('tbody tr button').allTextContents();
    const total = async () => Number(await page.locator('#domains .tag').textContent());
    const dayIn = async (name: string): Promise<string> =>
      (await page.getByTestId(name).locator('time').textContent()) ?? '';

    it('reads with a token that may read, and hears which scope a renewal needs', slow, async () => {
      await enter('READ');
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.locator('tbody tr').nth(19).waitFor();
      await page.locator('tbody tr').nth(5).getByRole('button').click();
      await details()
        .getByRole('button', { name: /Renew for a year/ })
        .click();
      await details().getByRole('alert').getByText(/WRITE/).waitFor();
    });

    it('renews at once with one that may write, wherever the domain is shown', slow, async () => {
      await enter('WRITE');
      const button = page.locator('tbody tr').nth(5).getByRole('button');
      const name = (await button.textContent()) ?? '';
      const before = await dayIn(name);
      await button.click();
      await page.getByText(`following ${name}`).waitFor();
      const letGo = await holdUp(page, '**/graphql', 'domainDetailsRenewMutation');
      await details()
        .getByRole('button', { name: /Renew for a year/ })
        .click();
      await soon(() => dayIn(name)).toBe(aYearLater(before));
      await soon(() => details().locator('time').textContent()).toBe(aYearLater(before));
      letGo();
      await soon(() => details().locator('dd.pending').count()).toBe(0);
      expect(await dayIn(name)).toBe(aYearLater(before));
      await hold(name);
      await details().getByText('serverHold').waitFor();
      expect(stage.complaints).toEqual([]);
    });

    it('keeps its list as it is: what leaves, what enters in its place, what changes', slow, async () => {
      await enter('READ');
      const before = await names();
      const count = await total();
      const name = before[2] ?? '';
      const day = await dayIn(name);
      const transfer = async (from: string, to: string): Promise<void> => {
        const read = (await graph(`{ domain(name: "${name}") { transferCode } }`, from)) as {
          domain: { transferCode: string };
        };
        const done = await graph(
          `mutation { domainTransfer(input: { name: "${name}", transferCode: "${read.domain.transferCode}" })
            { userErrors { message } } }`,
          to,
        );
        expect(done).toEqual({ domainTransfer: { userErrors: [] } });
      };
      await transfer(alpha, beta);
      await soon(names).toEqual(before.filter((one) => one !== name));
      await soon(total).toBe(count - 1);
      await transfer(beta, alpha);
      await soon(names).toEqual(before);
      await soon(total).toBe(count);
      await graph(
        `mutation { domainRenew(input: { name: "${name}", period: "P1Y", expiresOn: "${day}" }) { userErrors { message } } }`,
        alpha,
      );
      await soon(() => dayIn(name)).toBe(aYearLater(day));
      expect(stage.complaints).toEqual([]);
    });

    it('reads its list and the domain anew when the sandbox is reset, and follows both', slow, async () => {
      await enterWith(publishedToken);
      const button = page.locator('tbody tr').nth(5).getByRole('button');
      const name = (await button.textContent()) ?? '';
      await button.click();
      await page.getByText(`following ${name}`).waitFor();
      await reset();
      await soon(names).toEqual([]);
      await details().getByText(`${name} is gone.`).waitFor();
      await page.getByText(`following ${name}`).waitFor();
      await register(name);
      await soon(names).toEqual([name]);
      await soon(total).toBe(1);
      await details().getByText('ALPHA:').waitFor();
    });
  });

  inExample('react', (open) => {
    it('shows one domain as it is, also when the sandbox was reset meanwhile', slow, async () => {
      await reset();
      await register('kask.ee');
      // The list has what expires soon.
      await graph('mutation { clockAdvance(input: { by: "P30D" }) { userErrors { message } } }', operator);
      const page = await open();
      const session = { url: `${stage.url}/graphql`, token: publishedToken };
      await page.evaluate(
        (kept) => sessionStorage.setItem('zonegraph-session', kept),
        JSON.stringify(session),
      );
      await page.reload();
      await page.getByTestId('kask.ee').getByRole('button', { name: 'kask.ee', exact: true }).click();
      await page.getByTestId('details').waitFor();
      await hold('kask.ee');
      await page.getByTestId('details').getByText('serverHold').waitFor();
      await reset();
      await page.getByText('It is not registered.').waitFor();
      await register('kask.ee');
      await page.getByTestId('details').getByText('domain.register').waitFor();
      await soon(() => page.getByTestId('details').textContent()).not.toContain('serverHold');
    });
  });
});
