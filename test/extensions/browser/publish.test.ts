import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { barriers } from './barriers.ts';
import { inBrowser, leave, raiseCurtain, type Stage } from './stage.ts';

const slow = 120_000;
const query = 'query ByZone { domains { groups(by: [{ field: ZONE }]) { zone count } } }';

/** Asked first, and meant. */
async function revoke(box: Locator, name: string): Promise<void> {
  await box.getByRole('button', { name: `Revoke ${name}`, exact: true }).click();
  await box.getByRole('button', { name: `Yes, revoke ${name}` }).click();
}

inBrowser('publishing from GraphiQL', () => {
  let stage: Stage;
  let page: Page;
  const visit = async (asked: string, look: Record<string, string>) => {
    await leave(page);
    await page.goto(`/graphql#${new URLSearchParams({ query: asked, as: 'alpha', ...look })}`);
  };
  beforeAll(async () => {
    stage = await raiseCurtain();
    page = await stage.open('about:blank', { permissions: ['clipboard-read', 'clipboard-write'] });
  }, slow);

  it('gives the question on the screen an address, lists it and ends it', { timeout: slow }, async () => {
    await visit(query, { view: 'chart' });
    await page.getByRole('button', { name: /execute query/i }).click();
    await page.locator('#picture svg').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const box = page.getByRole('dialog', { name: 'Publish' });
    await expect.poll(() => box.getByLabel('Name', { exact: true }).inputValue()).toBe('By zone');
    await box.getByRole('button', { name: 'Publish', exact: true }).click();
    const address = box.getByLabel('Its address, shown this once');
    await address.waitFor();
    const url = await address.inputValue();
    expect(url).toMatch(/\/q\/zgq_\w{40}$/);
    await box.getByText('By zone', { exact: true }).waitFor();
    expect(await barriers(page, 'all', 'dialog[open]')).toEqual([]);

    const reader = await stage.open(new URL(url).pathname);
    await reader.getByRole('heading', { name: 'By zone' }).waitFor();
    await reader.getByRole('img', { name: /bar chart/i }).waitFor();
    expect(await reader.getByRole('cell', { name: 'ee', exact: true }).count()).toBe(1);

    await box.getByRole('button', { name: 'Revoke By zone' }).click();
    await box.getByRole('button', { name: 'Keep it' }).click();
    expect((await fetch(new URL(new URL(url).pathname, page.url()))).status).toBe(200);
    await revoke(box, 'By zone');
    await box.getByText('None yet.').waitFor();
    expect((await fetch(new URL(new URL(url).pathname, page.url()))).status).toBe(404);
  });

  it('opens, edits, renames and copies a published question from the list', { timeout: slow }, async () => {
    await visit(query, { view: 'chart', kind: 'share' });
    await page.getByRole('button', { name: /execute query/i }).click();
    await page.locator('#picture svg').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const box = page.getByRole('dialog', { name: 'Publish' });
    await box.getByRole('button', { name: 'Publish', exact: true }).click();
    const address = box.getByLabel('Its address, shown this once');
    await address.waitFor();
    const { pathname } = new URL(await address.inputValue());

    await box.getByRole('button', { name: 'Rename By zone' }).click();
    await box.getByLabel('New name').fill('Zones');
    await page.keyboard.press('Enter');
    await box.getByRole('button', { name: 'Open Zones' }).waitFor();
    const reader = await stage.open(pathname);
    await reader.getByRole('heading', { name: 'Zones' }).waitFor();

    await page.goto('about:blank');
    await page.goto('/graphql');
    await page.getByRole('button', { name: 'Published' }).click();
    const listed = page.getByRole('dialog', { name: 'Published questions' });
    await listed.getByRole('button', { name: 'Edit Zones' }).click();
    await page.locator('#picture svg').waitFor();
    await expect.poll(() => page.locator('#chart-kind').inputValue()).toBe('share');
    await page.locator('#chart-kind').selectOption('bars');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await box.getByText('You are editing Zones.').waitFor();
    await box.getByRole('button', { name: 'Save', exact: true }).click();
    await box.getByText('You are editing Zones.').waitFor({ state: 'hidden' });
    await reader.reload();
    await reader.getByRole('img', { name: /bar chart/i }).waitFor();

    await box.getByRole('button', { name: 'Copy Zones', exact: true }).click();
    await address.waitFor();
    const copy = new URL(await address.inputValue());
    expect(copy.pathname).not.toBe(pathname);
    await reader.goto(copy.pathname);
    await reader.getByRole('heading', { name: 'Zones (copy)' }).waitFor();
    for (const name of ['Zones (copy)', 'Zones']) await revoke(box, name);
    await box.getByText('None yet.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('puts questions on a board in the order of ticking, changes it and ends it', {
    timeout: slow,
  }, async () => {
    await page.keyboard.press('Escape');
    for (const name of ['First', 'Second']) {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
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
    expect(await barriers(page, 'all', 'dialog[open]')).toEqual([]);
    await box.getByRole('button', { name: 'Publish board' }).click();
    const address = box.getByLabel('Its address, shown this once');
    await address.waitFor();
    const { pathname } = new URL(await address.inputValue());
    const wall = await stage.open(pathname, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    const names = () => wall.getByRole('heading', { level: 2 }).allTextContents();
    expect(await names()).toEqual(['Second', 'First']);
    // Of the two pictures of each chart the one that a phone has room for; the table is there on demand.
    expect(await wall.getByRole('table').count()).toBe(0);
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
    await wall.setViewportSize({ width: 1366, height: 768 });
    await wall.emulateMedia({ colorScheme: 'light' });
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
    await revoke(box, 'Screen');
    await box.getByText('None yet.').waitFor();
    expect((await fetch(new URL(pathname, stage.url))).status).toBe(404);
  });

  it('says which box to tick when the question asks for personal data', { timeout: slow }, async () => {
    const whom = 'query Whom { domains(first: 1) { nodes { registrant { email } } } }';
    await visit(whom, { view: 'table' });
    await page.getByRole('button', { name: /execute query/i }).click();
    await page.locator('#table-view table').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const box = page.getByRole('dialog', { name: 'Publish' });
    await expect.poll(() => box.getByLabel('Name', { exact: true }).inputValue()).toBe('Whom');
    await box.getByRole('button', { name: 'Publish', exact: true }).click();
    const problem = box.getByRole('alert');
    await expect
      .poll(() => problem.textContent())
      .toMatch(/personal data: \S+\. Leave it out, or tick "It may show personal data"\.$/);
    await box.getByLabel('It may show personal data').check();
    await box.getByRole('button', { name: 'Publish', exact: true }).click();
    await box.getByLabel('Its address, shown this once').waitFor();
    await revoke(box, 'Whom');
    await box.getByRole('button', { name: 'Revoke Whom' }).waitFor({ state: 'detached' });
  });

  it('keeps the chosen chart in a link and in a saved question', { timeout: slow }, async () => {
    const two =
      'query Both { domains { groups(by: [{ field: ZONE }, { field: STATUS }]) { zone status count } } }';
    const chart = { view: 'chart', kind: 'share', across: 'status', by: 'zone' };
    await visit(two, chart);
    const chosen = async () => {
      await page.getByRole('button', { name: /execute query/i }).click();
      await page.locator('#picture svg').waitFor();
      await expect.poll(() => page.locator('#chart-across').inputValue()).toBe('status');
      return [await page.locator('#chart-kind').inputValue(), await page.locator('#chart-by').inputValue()];
    };
    expect(await chosen()).toEqual(['share', 'zone']);
    await page.locator('#chart-kind').selectOption('stacked');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('The link is copied.').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(Object.fromEntries(new URLSearchParams(new URL(link).hash.slice(1)))).toMatchObject({
      ...chart,
      kind: 'stacked',
    });
    await page.getByRole('button', { name: 'Questions' }).click();
    await page.getByLabel('Save the open query as').fill('Kept');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.goto('about:blank');
    await page.goto('/graphql');
    await page.getByRole('button', { name: 'Questions' }).click();
    await page.getByRole('button', { name: /^Kept/ }).click();
    expect(await chosen()).toEqual(['stacked', 'zone']);
  });
});
