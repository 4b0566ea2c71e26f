import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { inBrowser, raiseCurtain, type Stage } from './stage.ts';

const slow = 90_000;

const names = `query Names($first: Int!) {
  domains(first: $first) { nodes { name registrant { name } createdAt expiresAt } }
}`;

async function askForTable(stage: Stage, query: string, viewport: { width: number; height: number }) {
  const parts = new URLSearchParams({ query, variables: '{ "first": 80 }', view: 'table', as: 'operator' });
  const page = await stage.open(`/graphql#${parts}`, { viewport });
  await page.getByRole('button', { name: /execute query/i }).click();
  await page.locator('#table-view td').first().waitFor();
  return page;
}

/** Whether somebody sees the middle of it: nothing hides it, and it is inside of the window. */
const isSeen = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const found = document.querySelector(wanted);
    const { x, y, width, height } = found?.getBoundingClientRect() ?? new DOMRect();
    const top = document.elementFromPoint(x + Math.min(width, 40) / 2, y + height / 2);
    return found !== null && top !== null && (found.contains(top) || top.contains(found));
  }, selector);

inBrowser('A table of an answer', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await raiseCurtain();
  }, slow);

  it.each([
    ['on a laptop', { width: 1366, height: 768 }],
    ['on a phone', { width: 390, height: 844 }],
  ])('scrolls to its last row and back, beside the variables, %s', { timeout: slow }, async (_, viewport) => {
    const page = await askForTable(stage, names, viewport);
    const [first, last] = ['#table-view tbody tr:first-child', '#table-view tbody tr:last-child'];
    expect(await page.locator('#table-view tbody tr').count()).toBeGreaterThan(40);
    expect([await isSeen(page, `${first} td`), await isSeen(page, `${last} td`)]).toEqual([true, false]);
    await page.locator('#table-view').focus();
    await page.keyboard.press('End');
    await expect.poll(() => isSeen(page, `${last} td`)).toBe(true);
    expect(await isSeen(page, `${first} td`)).toBe(false);
    expect(await isSeen(page, '#table-view thead th')).toBe(true);
    await page.keyboard.press('Home');
    await expect.poll(() => isSeen(page, `${first} td`)).toBe(true);
    expect(await isSeen(page, '.graphiql-editor-tool .view-line')).toBe(true);
    expect(stage.complaints).toEqual([]);
    await page.context().close();
  });
});
