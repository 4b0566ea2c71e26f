import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { alpha } from '../../support/world.ts';
import { faults } from './barriers.ts';
import { call, inBrowser, raiseCurtain, type Stage } from './stage.ts';

const slow = 120_000;
const widths = [390, 1366];

const questions = {
  'Domains by status': {
    document: '{ domains { groups(by: [{ field: STATUS }]) { status count } } }',
    look: { as: 'CHART', kind: 'BARS' },
  },
  'Every column': {
    document:
      '{ domains(first: 20) { nodes { name createdAt expiresAt updatedAt registrar { name website } } } }',
    look: { as: 'TABLE' },
  },
};

inBrowser('pages of questions and boards', () => {
  let stage: Stage;
  const addresses: string[] = [];
  beforeAll(async () => {
    stage = await raiseCurtain();
    const publish = async (field: string, input: object) => {
      const type = `${field.replace(/^./, (first) => first.toUpperCase())}Input!`;
      const query = `mutation ($input: ${type}) { published: ${field}(input: $input) {
        ${field.startsWith('board') ? 'board' : 'question'} { id } url userErrors { message } } }`;
      const { body } = await call(stage, '/graphql', alpha, { query, variables: { input } });
      const { published } = body.data as {
        published: { url: string; question?: { id: string } };
      };
      expect(body, JSON.stringify(body)).toMatchObject({ data: { published: { userErrors: [] } } });
      addresses.push(new URL(published.url).pathname);
      return published.question?.id;
    };
    const ids = [];
    for (const [name, rest] of Object.entries(questions))
      ids.push(await publish('questionPublish', { name, ...rest }));
    await publish('boardPublish', { name: 'On the wall', questions: ids });
  }, slow);

  it('can be read by everybody on a phone and on a desk, in light and dark', { timeout: slow }, async () => {
    const page = await stage.open('about:blank');
    const found: string[] = [];
    for (const address of addresses) {
      await page.goto(address);
      await page.locator('table').first().waitFor({ state: 'attached' });
      found.push(...(await faults(page)));
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const broken = await page.locator('td').evaluateAll((cells) =>
          cells
            .filter((cell) => {
              const range = document.createRange();
              range.selectNodeContents(cell);
              return /^\d{4}-\d\d-\d\d/.test(cell.textContent ?? '') && range.getClientRects().length > 1;
            })
            .map((cell) => cell.textContent),
        );
        if (broken.length > 0) found.push(`${width}: ${broken[0]} has several lines`);
      }
    }
    expect(found).toEqual([]);
  });

  it('are used with keys alone: a wide table is scrolled, and each file is reached', {
    timeout: slow,
  }, async () => {
    const page = await stage.open(addresses[1] ?? '', { viewport: { width: 390, height: 800 } });
    const reached = await reachedByTab(page, 12);
    for (const file of ['CSV', 'NDJSON', 'JSON', 'Parquet']) expect(reached).toContain(file);
    const table = page.locator('.scroll');
    await table.focus();
    expect(await table.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });
});

async function reachedByTab(page: Page, times: number): Promise<string[]> {
  const reached: string[] = [];
  for (let time = 0; time < times; time += 1) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''));
  }
  return reached;
}
