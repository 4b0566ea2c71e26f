import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { portal } from '../../support/world.ts';
import { faults } from './barriers.ts';
import { call, inBrowser, raiseCurtain, type Stage } from './stage.ts';

const slow = 120_000;
const guides = readdirSync(new URL('../../../docs/guides', import.meta.url))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `/guides/${file.replace('.md', '')}`);

/** Every page, and what stands on it when it is complete; GraphiQL and the documentation of REST have tests of their own. */
const pages: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '/': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/guides': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  ...Object.fromEntries(
    guides.map((path) => [path, (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()]),
  ),
  '/sandbox': (page) => page.locator('#proof').getByText('adds up').waitFor(),
  '/sandbox/webhooks': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/sandbox/app': (page) => page.getByRole('button', { name: 'Sign in with Zonegraph' }).waitFor(),
  '/changes': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/ask': (page) => page.locator('#cards a').first().waitFor(),
  '/sql': (page) => page.locator('.cm-content').waitFor(),
  '/schema': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/schema/Domain': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/confirm/nothing': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
};

/** Of the console: one of each kind of page. */
const operatorPages = [
  '/operator',
  '/operator/search?q=tamm',
  '/operator/domains/tamm.ee',
  '/operator/registrars/ALPHA',
  '/operator/payments',
  '/operator/zones',
  '/operator/log',
  '/operator/users?registrar=ALPHA',
];

inBrowser('every page can be read and used by everybody, on a phone and on a desk, in light and dark', () => {
  let stage: Stage;
  let page: Page;
  let paying: string;
  beforeAll(async () => {
    stage = await raiseCurtain();
    page = await stage.open('about:blank');
    const { body } = await call(stage, '/api/v1/business_registry/long_reserve_domains', portal, {
      domain_names: ['igaühele.ee'],
    });
    paying = String(body.linkpay_url);
  }, slow);

  it.each(Object.entries(pages))('%s', { timeout: slow }, async (path, isComplete) => {
    await page.goto(path);
    await isComplete(page);
    expect(await faults(page)).toEqual([]);
  });

  it.each(['Let it fail', /^Pay /])(
    'the page to pay on, and the one after %s',
    { timeout: slow },
    async (button) => {
      await page.goto(paying);
      expect(await faults(page)).toEqual([]);
      await page.getByRole('button', { name: button }).click();
      await page.waitForURL(/\/pay\/[0-9a-f]+$/);
      expect(await faults(page)).toEqual([]);
    },
  );

  it('the pages on which a person lets an app in, by keyboard', { timeout: slow }, async () => {
    await page.goto('/sandbox/app');
    await page.getByRole('button', { name: 'Sign in with Zonegraph' }).click();
    await page.getByLabel('User name').waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByLabel('User name').fill('alpha');
    await page.getByLabel('Password').fill('alpha-sandbox');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'It may' }).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByLabel('Change', { exact: false }).first().uncheck();
    // Enter in a field decides nothing.
    await page.getByRole('button', { name: /^Allow/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Ask for five domains' }).click();
    await page.getByText('totalCount').waitFor();
    expect(await faults(page)).toEqual([]);
  });

  it.each(['et', 'en'])('the page to confirm on (%s)', { timeout: slow }, async (language) => {
    const question = stage.container.database.db
      .selectFrom('sandbox_mails')
      .select('links')
      .where('subject', 'like', '%Please confirm%');
    const { links } = await question.executeTakeFirstOrThrow();
    await page.goto(`${links[0]}?lang=${language}`);
    expect(await faults(page)).toEqual([]);
  });

  it('the page of a wrong address', { timeout: slow }, async () => {
    await page.goto('/nowhere');
    expect(await faults(page)).toEqual([]);
  });

  it('the page to sign in on, of the console', { timeout: slow }, async () => {
    await page.goto('/operator');
    expect(await faults(page)).toEqual([]);
    await page.getByLabel('Operator token').fill('operator-sandbox');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  it.each(operatorPages)('%s', { timeout: slow }, async (path) => {
    await page.goto(path);
    // With every form unfolded.
    await page.locator('details').evaluateAll((forms) => {
      for (const form of forms) form.setAttribute('open', '');
    });
    expect(await faults(page)).toEqual([]);
  });
});
