import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { barriers } from './barriers.ts';
import { inBrowser, raiseCurtain, type Stage } from './stage.ts';

const slow = 120_000;
const query = 'query ByZone { domains { groups(by: [{ field: ZONE }]) { zone count } } }';

inBrowser('publishing from GraphiQL', () => {
  let stage: Stage;
  let page: Page;
  beforeAll(async () => {
    stage = await raiseCurtain();
    page = await stage.open(`/graphql#${new URLSearchParams({ query, as: 'alpha', view: 'chart' })}`);
  }, slow);

  it('gives the question on the screen an address, lists it and ends it', { timeout: slow }, async () => {
    await page.getByRole('button', { name: /execute query/i }).click();
    await page.locator('#picture svg').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    const box = page.getByRole('dialog', { name: 'Publish' });
    await expect.poll(() => box.getByLabel('Name').inputValue()).toBe('By zone');
    await box.getByRole('button', { name: 'Publish', exact: true }).click();
    const address = box.getByLabel('Its address, shown this once');
    await address.waitFor();
    const url = await address.inputValue();
    expect(url).toMatch(/\/q\/zgq_\w{40}$/);
    await box.getByText('By zone', { exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);

    const reader = await stage.open(new URL(url).pathname);
    await reader.getByRole('heading', { name: 'By zone' }).waitFor();
    await reader.getByRole('img', { name: /bar chart/i }).waitFor();
    expect(await reader.getByRole('cell', { name: 'ee', exact: true }).count()).toBe(1);
    expect(await barriers(reader)).toEqual([]);

    await box.getByRole('button', { name: 'Revoke By zone' }).click();
    await box.getByText('None yet.').waitFor();
    expect((await fetch(new URL(new URL(url).pathname, page.url()))).status).toBe(404);
  });

  it('says which box to tick when the question asks for personal data', { timeout: slow }, async () => {
    const whom = 'query Whom { domains(first: 1) { nodes { registrant { email } } } }';
    const own = await stage.open(
      `/graphql#${new URLSearchParams({ query: whom, as: 'alpha', view: 'table' })}`,
    );
    await own.getByRole('button', { name: /execute query/i }).click();
    await own.locator('#table-view table').waitFor();
    await own.getByRole('button', { name: 'Publish' }).click();
    const box = own.getByRole('dialog', { name: 'Publish' });
    await expect.poll(() => box.getByLabel('Name').inputValue()).toBe('Whom');
    await box.getByRole('button', { name: 'Publish', exact: true }).click();
    const problem = box.getByRole('alert');
    await expect
      .poll(() => problem.textContent())
      .toMatch(/personal data: \S+\. Leave it out, or tick "It may show personal data"\.$/);
    await box.getByLabel('It may show personal data').check();
    await box.getByRole('button', { name: 'Publish', exact: true }).click();
    await box.getByLabel('Its address, shown this once').waitFor();
    await box.getByRole('button', { name: 'Revoke Whom' }).click();
    await box.getByText('None yet.').waitFor();
  });

  it('puts questions on a board in the order of ticking, changes it and ends it', {
    timeout: slow,
  }, async () => {
    await page.keyboard.press('Escape');
    for (const name of ['First', 'Second']) {
      await page.getByRole('button', { name: 'Publish' }).click();
      const box = page.getByRole('dialog', { name: 'Publish' });
      await box.getByLabel('Name', { exact: true }).fill(name);
      await box.getByRole('button', { name: 'Publish', exact: true }).click();
      await box.getByRole('button', { name: `Revoke ${name}` }).waitFor();
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Boards' }).click();
    const box = page.getByRole('dialog', { name: 'Boards' });
    await box.getByLabel('Name', { exact: true }).fill('Wall');
    await box.getByRole('button', { name: 'Publish board' }).click();
    await box.getByText('Questions are missing').waitFor();
    for (const name of ['Second', 'First']) await box.getByRole('checkbox', { name }).check();
    await box.getByRole('checkbox', { name: 'First no. 2' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await box.getByRole('button', { name: 'Publish board' }).click();
    const address = box.getByLabel('Its address, shown this once');
    await address.waitFor();
    const { pathname } = new URL(await address.inputValue());
    const wall = await stage.open(pathname, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    const names = () => wall.getByRole('heading', { level: 2 }).allTextContents();
    expect(await names()).toEqual(['Second', 'First']);
    // Of the two pictures of each chart the one that a phone has room for.
    const widths = await wall
      .getByRole('img', { name: /bar chart/i })
      .evaluateAll((all) =>
        all.map((one) => [one.getBoundingClientRect().width > 0, Number(one.getAttribute('width'))]),
      );
    expect(widths).toEqual([
      [true, 320],
      [true, 320],
    ]);
    expect(await wall.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await barriers(wall)).toEqual([]);
    await wall.setViewportSize({ width: 1366, height: 768 });
    await wall.emulateMedia({ colorScheme: 'light' });
    expect(await barriers(wall)).toEqual([]);
    const [left, right] = await wall
      .getByRole('img', { name: /bar chart/i })
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    expect(left?.y).toBe(right?.y);
    expect(left?.width).toBeGreaterThan(500);

    await box.getByRole('button', { name: 'Change Wall' }).click();
    await box.getByRole('checkbox', { name: 'Second' }).uncheck();
    await box.getByLabel('Name', { exact: true }).fill('Screen');
    await box.getByRole('button', { name: 'Save' }).click();
    await box.getByRole('button', { name: 'Revoke Screen' }).waitFor();
    await wall.reload();
    expect(await names()).toEqual(['First']);
    await box.getByRole('button', { name: 'Revoke Screen' }).click();
    await box.getByText('None yet.').waitFor();
    expect((await fetch(new URL(pathname, stage.url))).status).toBe(404);
  });

  it('keeps the chosen chart in a link and in a saved question', { timeout: slow }, async () => {
    const two =
      'query Both { domains { groups(by: [{ field: ZONE }, { field: STATUS }]) { zone status count } } }';
    const chart = { view: 'chart', kind: 'share', across: 'status', by: 'zone' };
    const first = await stage.open(`/graphql#${new URLSearchParams({ query: two, as: 'alpha', ...chart })}`);
    await first.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const chosen = async () => {
      await first.getByRole('button', { name: /execute query/i }).click();
      await first.locator('#picture svg').waitFor();
      await expect.poll(() => first.locator('#chart-across').inputValue()).toBe('status');
      return [await first.locator('#chart-kind').inputValue(), await first.locator('#chart-by').inputValue()];
    };
    expect(await chosen()).toEqual(['share', 'zone']);
    await first.locator('#chart-kind').selectOption('stacked');
    await first.getByRole('button', { name: 'Copy link' }).click();
    await first.getByText('The link is copied.').waitFor();
    const link = await first.evaluate(() => navigator.clipboard.readText());
    expect(Object.fromEntries(new URLSearchParams(new URL(link).hash.slice(1)))).toMatchObject({
      ...chart,
      kind: 'stacked',
    });
    await first.getByRole('button', { name: 'Questions' }).click();
    await first.getByLabel('Save the one that is open as').fill('Kept');
    await first.getByRole('button', { name: 'Save', exact: true }).click();
    await first.goto('about:blank');
    await first.goto('/graphql');
    await first.getByRole('button', { name: 'Questions' }).click();
    await first.getByRole('button', { name: /^Kept/ }).click();
    expect(await chosen()).toEqual(['stacked', 'zone']);
  });
});
