import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { preview } from 'vite';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { raiseCurtain, type Stage } from './stage.ts';

const size = { viewport: { width: 1200, height: 720 } };
const root = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const shot = (page: Page, name: string) =>
  page.screenshot({ path: root(`docs/images/${name}.jpg`), type: 'jpeg', quality: 75 });

/** What each kind of user sees first, for README: `npm run pictures` takes them anew, after `npm run examples`. */
describe.runIf(process.env.PICTURES)('pictures of README', { timeout: 120_000 }, () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await raiseCurtain();
  });

  it('newcomer', async () => {
    const page = await stage.open('/', size);
    await page.waitForLoadState('networkidle');
    await shot(page, 'newcomer');
  });

  it('frontend', async () => {
    const server = await preview({
      root: root('examples/react'),
      configFile: false,
      logLevel: 'silent',
      preview: { port: 0, host: '127.0.0.1' },
    });
    afterAll(() => server.close());
    const page = await stage.open(server.resolvedUrls?.local[0] ?? '', size);
    await page.getByLabel('Registry').fill(stage.url);
    await page.getByLabel('Password').fill('alpha-sandbox');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('tbody tr').nth(7).waitFor();
    await shot(page, 'frontend');
    // And for the guide, with a domain open and a renewal to be confirmed.
    const row = page.locator('tbody tr').nth(1);
    await row.locator('button.link').click();
    await page.getByTestId('details').waitFor();
    await row.getByRole('button', { name: /for a year/ }).click();
    await row.getByRole('button', { name: /Yes, renew/ }).waitFor();
    await page.screenshot({ path: root('docs/guides/images/screen.png') });
  });

  it('registrar', async () => {
    const page = await stage.open('/docs', size);
    await page.getByRole('button', { name: 'Show the routes' }).first().click();
    await page.locator('.opblock').first().waitFor();
    await shot(page, 'registrar');
  });

  it('analyst', async () => {
    const guide = await stage.open('/guides/analysts');
    const chart = guide.locator('a[href*="view=chart"]', { hasText: 'Open it in GraphiQL' }).first();
    const page = await stage.open(String(await chart.getAttribute('href')), size);
    await page.getByRole('button', { name: /execute query/i }).click();
    await page.locator('#picture svg').first().waitFor();
    await shot(page, 'analyst');
  });

  it('operator', async () => {
    const page = await stage.open('/operator', size);
    await page.getByLabel('Operator token').fill('operator-sandbox');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await shot(page, 'operator');
  });
});
