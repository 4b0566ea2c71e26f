import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { portal } from '../support/world.ts';
import { barriers } from './barriers.ts';
import { call, inBrowser, raiseCurtain, type Stage } from './stage.ts';

const slow = 120_000;
const guides = readdirSync(new URL('../../docs/guides', import.meta.url))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `/guides/${file.replace('.md', '')}`);

/** Every page, and what stands on it when it is complete; GraphiQL has tests of its own. */
const pages: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '/': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/guides': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  ...Object.fromEntries(
    guides.map((path) => [path, (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()]),
  ),
  // Open, and executed: then it has all of its parts.
  '/docs#/Registrar%20API/accountsUpdate': async (page) => {
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table tbody .response-col_status').first().waitFor();
  },
  '/sandbox': (page) => page.locator('#proof').getByText('adds up').waitFor(),
  '/sandbox/webhooks': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/changes': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
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

const viewports = [
  ['on a phone', { width: 375, height: 812 }],
  ['on a desk', { width: 1440, height: 900 }],
] as const;
const atFirst = [
  ['light', 'all'],
  ['dark', 'colours'],
] as const;
const inAnotherWidth = [['light', 'layout']] as const;

/** What a page is made of, and which of it can be seen. */
const shownOn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const isShown = (one: Element) => {
      const { right, bottom } = one.getBoundingClientRect();
      return one.checkVisibility({ visibilityProperty: true }) && right > 0 && bottom + scrollY > 0;
    };
    const elements = [...document.querySelectorAll('body *')];
    return document.documentElement.outerHTML + elements.map((one) => (isShown(one) ? 1 : 0)).join('');
  });

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

  /** What is wrong with the page that is open. */
  async function faults(): Promise<string[]> {
    const found: string[] = [];
    const shownBefore = new Set<string>();
    for (const [where, viewport] of viewports) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: 'light' });
      const shown = await shownOn(page);
      // The same elements in another width have other places; their names, roles and dark colours are what they were.
      const schemes = shownBefore.has(shown) ? inAnotherWidth : atFirst;
      shownBefore.add(shown);
      for (const [colorScheme, rules] of schemes) {
        await page.emulateMedia({ colorScheme });
        // Colours fade into each other, and on a busy machine for longer than it takes to look; what goes round and round never ends.
        await page.evaluate(() =>
          Promise.race([
            Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
            new Promise((resolve) => setTimeout(resolve, 2000)),
          ]).then(() => undefined),
        );
        for (const barrier of await barriers(page, rules)) found.push(`${where}, ${colorScheme}: ${barrier}`);
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > viewport.width) found.push(`${width} wide ${where}`);
    }
    return found;
  }

  it.each(Object.entries(pages))('%s', { timeout: slow }, async (path, isComplete) => {
    await page.goto(path);
    await isComplete(page);
    expect(await faults()).toEqual([]);
  });

  it.each(['Let it fail', /^Pay /])(
    'the page to pay on, and the one after %s',
    { timeout: slow },
    async (button) => {
      await page.goto(paying);
      expect(await faults()).toEqual([]);
      await page.getByRole('button', { name: button }).click();
      await page.waitForURL(/\/pay\/[0-9a-f]+$/);
      expect(await faults()).toEqual([]);
    },
  );

  it.each(['et', 'en'])('the page to confirm on (%s)', { timeout: slow }, async (language) => {
    const question = stage.container.database.db
      .selectFrom('sandbox_mails')
      .select('links')
      .where('subject', 'like', '%Please confirm%');
    const { links } = await question.executeTakeFirstOrThrow();
    await page.goto(`${links[0]}?lang=${language}`);
    expect(await faults()).toEqual([]);
  });

  it('the page of a wrong address', { timeout: slow }, async () => {
    await page.goto('/nowhere');
    expect(await faults()).toEqual([]);
  });

  it('the page to sign in on, of the console', { timeout: slow }, async () => {
    await page.goto('/operator');
    expect(await faults()).toEqual([]);
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
    expect(await faults()).toEqual([]);
  });
});
