import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { faults } from './barriers.ts';
import { inBrowser, leave, raiseCurtain, type Stage } from './stage.ts';

const slow = 120_000;

interface Monaco {
  readonly monaco: { readonly editor: { getModels(): { uri: { path: string }; getValue(): string }[] } };
}

const inEditor = (page: Page) =>
  page.evaluate(() => {
    const { monaco } = globalThis as unknown as Monaco;
    const model = monaco.editor.getModels().find(({ uri }) => uri.path.endsWith('operation.graphql'));
    return model?.getValue() ?? '';
  });

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Build a question' });

async function begin(page: Page): Promise<void> {
  await leave(page);
  await page.goto('/graphql');
  await page.getByRole('tab').first().waitFor();
  const button = page.getByRole('button', { name: 'Build', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await panelOf(page)
    .getByRole('combobox', { name: /^Begin with/ })
    .selectOption('domains');
}

inBrowser('a question that is built by ticking', () => {
  let stage: Stage;
  let page: Page;
  beforeAll(async () => {
    stage = await raiseCurtain();
    page = await stage.open('about:blank');
  }, slow);

  it('stands in the editor with its groups, filters and fields, by keyboard alone, and is answered', {
    timeout: slow,
  }, async () => {
    await begin(page);
    const panel = panelOf(page);
    expect(await inEditor(page)).toBe('query Domains {\n  domains {\n    totalCount\n  }\n}');
    await panel.getByRole('checkbox', { name: /^groups/ }).focus();
    await page.keyboard.press('Space');
    await panel.getByRole('combobox', { name: /^field \*/ }).selectOption('CREATED_AT');
    expect(await inEditor(page)).toContain('groups(by: [{ field: CREATED_AT, per: MONTH }]) {');
    // What is not grouped by any more is not shown any more.
    await panel.getByRole('combobox', { name: /^field \*/ }).selectOption('ZONE');
    const question = await inEditor(page);
    expect(question).toContain('groups(by: [{ field: ZONE }]) {\n      count\n      zone\n    }');
    expect(question).not.toContain('createdAt');
    await panel.getByRole('checkbox', { name: /^totalCount/ }).focus();
    await page.keyboard.press('Space');

    const filter = panel.locator('details', { has: page.locator('summary', { hasText: /^where$/ }) }).first();
    await filter.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    const name = filter.locator('details', { has: page.locator('summary', { hasText: /^name$/ }) }).first();
    await name.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await name.getByRole('textbox', { name: /^contains/ }).focus();
    await page.keyboard.type('a');
    await page.keyboard.press('Tab');
    expect(await inEditor(page)).toContain('domains(where: { name: { contains: "a" } }) {');

    await page.getByRole('button', { name: /execute query/i }).click();
    await page.locator('.result-window').getByText('"zone"').first().waitFor();
    await page.keyboard.press('Escape');
  });

  it('asks for a page of a list, and never replaces what somebody has written', {
    timeout: slow,
  }, async () => {
    await begin(page);
    const panel = panelOf(page);
    const tabs = await page.getByRole('tab').count();
    await panel.getByRole('checkbox', { name: /^nodes/ }).check();
    expect(await inEditor(page)).toContain('domains(first: 50) {\n    nodes {\n      name\n');
    expect(await page.getByRole('tab').count()).toBe(tabs);
    await page.getByRole('tab').first().click();
    const written = await inEditor(page);
    await panel.getByRole('checkbox', { name: /^nodes/ }).uncheck();
    await expect.poll(() => page.getByRole('tab').count()).toBe(tabs + 1);
    await page.getByRole('tab').first().click();
    await expect.poll(() => inEditor(page)).toBe(written);
    await panel.getByRole('button', { name: 'Close' }).click();
    expect(await panel.isVisible()).toBe(false);
  });

  it('can be read and used by everybody', { timeout: slow }, async () => {
    await begin(page);
    await panelOf(page)
      .getByRole('checkbox', { name: /^groups/ })
      .check();
    expect(await faults(page)).toEqual([]);
    expect(stage.complaints).toEqual([]);
  });
});
