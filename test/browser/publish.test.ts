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
    expect(await box.getByLabel('Name').inputValue()).toBe('By zone');
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
});
