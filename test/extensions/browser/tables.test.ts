import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { barriers } from './barriers.ts';
import { inBrowser, leave, raiseCurtain, type Stage } from './stage.ts';

const slow = 120_000;

const names = `query Names($first: Int!) {
  domains(first: $first) { nodes { name registrant { name } createdAt expiresAt } }
}`;

async function askForTable(page: Page, query: string, viewport: { width: number; height: number }) {
  const parts = new URLSearchParams({ query, variables: '{ "first": 80 }', view: 'table', as: 'operator' });
  await leave(page);
  await page.setViewportSize(viewport);
  await page.goto(`/graphql#${parts}`);
  const play = page.getByRole('button', { name: /execute query/i });
  await play.waitFor();
  await page.evaluate(() => {
    const drawn = { times: 0 };
    Object.assign(globalThis, { drawn });
    const count = () => {
      drawn.times += 1;
    };
    new MutationObserver(count).observe(document.querySelector('#table-view') as Element, {
      childList: true,
    });
  });
  await play.click();
  await page.locator('#table-view td').first().waitFor();
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
  let page: Page;
  beforeAll(async () => {
    stage = await raiseCurtain();
    page = await stage.open('about:blank');
  }, slow);

  it.each([
    ['on a laptop', { width: 1366, height: 768 }],
    ['on a phone', { width: 390, height: 844 }],
  ])('scrolls to its last row and back, beside the variables, %s', { timeout: slow }, async (_, viewport) => {
    await askForTable(page, names, viewport);
    const [first, last] = ['#table-view tbody tr:first-child', '#table-view tbody tr:last-child'];
    expect(await page.locator('#table-view tbody tr').count()).toBeGreaterThan(40);
    await expect.poll(() => isSeen(page, `${first} td`)).toBe(true);
    expect(await isSeen(page, `${last} td`)).toBe(false);
    await page.locator('#table-view').focus();
    await page.keyboard.press('End');
    await expect.poll(() => isSeen(page, `${last} td`)).toBe(true);
    expect(await isSeen(page, `${first} td`)).toBe(false);
    expect(await isSeen(page, '#table-view thead th')).toBe(true);
    await page.keyboard.press('Home');
    await expect.poll(() => isSeen(page, `${first} td`)).toBe(true);
    await expect.poll(() => isSeen(page, '.graphiql-editor-tool .view-line')).toBe(true);
    expect(stage.complaints).toEqual([]);
  });

  it('shows moments in the time zone of the registry, names on one line, and is copied for a sheet', {
    timeout: slow,
  }, async () => {
    // On the phone of before. Drawn once: whoever has sorted it, or has the focus in it, is not disturbed when its question is known.
    await page.getByRole('button', { name: 'Download CSV' }).waitFor();
    expect(await page.evaluate('drawn.times')).toBe(1);
    const [name = '', , createdAt = ''] = await page
      .locator('#table-view tbody tr:first-child td')
      .allTextContents();
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    const lines = await page
      .locator('#table-view td')
      .evaluateAll((cells) => [
        ...new Set(cells.map((cell) => cell.getClientRects().length === 1 && cell.clientHeight < 40)),
      ]);
    expect(lines).toEqual([true]);
    // The first column stays where it is when the others move.
    const left = () =>
      page
        .locator('#table-view td')
        .first()
        .evaluate((cell) => cell.getBoundingClientRect().x);
    const before = await left();
    await page.locator('#table-view').evaluate((view) => view.scrollTo(300, 0));
    expect(await page.locator('#table-view').evaluate((view) => view.scrollLeft)).toBeGreaterThan(100);
    expect(Math.abs((await left()) - before)).toBeLessThan(2);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy table' }).click();
    await page.getByText(/rows are copied/).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const [head, first] = copied.split('\n');
    expect(head).toBe('name\tregistrant.name\tcreatedAt\texpiresAt');
    expect(first?.split('\t')[0]).toBe(name);
    expect(first?.split('\t')[2]).toBe(createdAt);
    expect(await barriers(page)).toEqual([]);
    // The answer has no count of its own: the server is asked before the list is taken away.
    await page.locator('#whole').focus();
    await page.getByText(/the whole list \([\d,]+ rows\)/).waitFor();
    await page.getByRole('button', { name: 'Questions' }).click();
    const described = page.getByText(
      'Which reservations were made more than a day ago and are still not paid?',
    );
    expect(await described.evaluate((text) => text.scrollWidth <= text.clientWidth + 1)).toBe(true);
    expect(stage.complaints).toEqual([]);
  });
});
