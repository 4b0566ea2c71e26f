import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ownOperator, productionEnv } from '../../support/production.ts';
import { faults } from './barriers.ts';
import { inBrowser, leave, raiseCurtain, type Stage } from './stage.ts';

const slow = 120_000;
const play = (page: Page) => page.getByRole('button', { name: /execute query/i }).click();
const showAs = (page: Page, view: string) =>
  page.getByRole('radio', { name: view, exact: true }).check({ force: true });

/** A link as somebody gives it away; no server is told what stands in it. */
const link = (query: string, more: Record<string, string> = {}) =>
  `/graphql#${new URLSearchParams({ query, ...more })}`;

const byStatus = `query ByStatus {
  domains { groups(by: [{ field: STATUS }]) { status count } }
}`;

inBrowser('GraphiQL for analysts', () => {
  let stage: Stage;
  let page: Page;
  beforeAll(async () => {
    stage = await raiseCurtain();
    page = await stage.open('/graphql', { permissions: ['clipboard-read', 'clipboard-write'] });
  }, slow);

  it('signs in once for all tabs, and out again', { timeout: slow }, async () => {
    await page.getByRole('button', { name: 'Sign in' }).click();
    const box = page.getByRole('dialog', { name: 'Sign in' });
    await box.getByLabel('User', { exact: true }).fill('beta');
    await box.getByLabel('Password', { exact: true }).fill('wrong');
    await box.getByRole('button', { name: 'Sign in' }).click();
    await box.getByRole('alert').getByText(/./).waitFor();
    await box.getByLabel('Password', { exact: true }).fill('beta-sandbox');
    await box.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('beta of BETA', { exact: true }).waitFor();
    expect(await page.locator('#budget').textContent()).toMatch(
      /^[\d,]+ of [\d,]+ points left$|^no limit of points$/,
    );
    // The example brings the credentials of ALPHA along, and makes way.
    await play(page);
    await page.locator('.result-window').getByText('"BETA"', { exact: true }).waitFor();
    const [kept, session] = await page.evaluate(() => [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ]);
    expect(kept).not.toMatch(/beta-sandbox|Basic |authorization/i);
    // The password was exchanged for a token that ends by itself.
    expect(session).toContain('Bearer zg_');
    expect(session).not.toMatch(/beta-sandbox|Basic /);
    await page.reload();
    await page.getByText('beta of BETA', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await play(page);
    await page.locator('.result-window').getByText('"ALPHA"', { exact: true }).waitFor();
    // A refused password is a failed request, which the console tells.
    stage.complaints.length = 0;
  });

  it('shows an answer as a table that can be sorted, and as a chart that can be saved', {
    timeout: slow,
  }, async () => {
    await page.goto(link(byStatus, { view: 'table', as: 'alpha' }));
    await page.getByRole('tab', { name: 'ByStatus', selected: true }).waitFor();
    await play(page);
    const table = page.locator('#table-view');
    await table.getByRole('columnheader', { name: 'status' }).waitFor();
    const counts = async () => (await table.locator('td.number').allTextContents()).map(Number);
    await table.getByRole('button', { name: 'count' }).click();
    expect(await counts()).toEqual((await counts()).toSorted((one, other) => one - other));
    await table.getByRole('button', { name: 'count' }).click();
    const sorted = await counts();
    expect(sorted).toEqual(sorted.toSorted((one, other) => other - one));
    expect(sorted.length).toBeGreaterThan(3);

    await showAs(page, 'Chart');
    const picture = page.getByRole('img', { name: /^By status\. Bar chart: how many by state/ });
    await picture.waitFor();
    expect(await picture.locator('[data-mark="bar"] rect').count()).toBe(sorted.length);
    const bar = await picture.locator('[data-mark="bar"] rect').first().boundingBox();
    await page.mouse.move(Number(bar?.x) + Number(bar?.width) / 2, Number(bar?.y) + Number(bar?.height) / 2);
    await picture
      .getByText(/How many: \d+$/)
      .first()
      .waitFor();
    for (const [button, begin] of [
      ['Save SVG', Buffer.from('<svg ')],
      ['Save PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
    ] as const) {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      const file = readFileSync(await (await saved).path());
      expect(file.subarray(0, begin.length).equals(begin), button).toBe(true);
    }
  });

  it('opens a link to an example in the one tab of that name', { timeout: slow }, async () => {
    const query = 'query ExpiringByMonth { domains { totalCount } }';
    const own = await stage.open(link(query, { as: 'alpha' }));
    await own.getByRole('tab', { name: 'ExpiringByMonth', selected: true }).waitFor();
    expect(await own.getByRole('tab', { name: 'ExpiringByMonth' }).count()).toBe(1);
    await own.context().close();
  });

  it('draws groups by time as bars on each other, in words and with the currency', {
    timeout: slow,
  }, async () => {
    await page.getByRole('tab', { name: 'IncomeByMonthAndKind' }).click();
    await play(page);
    const picture = page.getByRole('img', { name: /^Income by month and kind\. Stacked bar chart/ });
    await picture.waitFor();
    for (const label of ['When, by month', 'Charged (EUR)', 'Renewal', '€0'])
      expect(await picture.getByText(label).count(), label).toBeGreaterThan(0);
    // What registrars are charged is income: no bar goes down from zero.
    const zero = await picture.getByText('€0', { exact: true }).boundingBox();
    const boxes = await picture
      .locator('[data-mark="bar"] rect')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().bottom));
    expect(boxes.length).toBeGreaterThan(12);
    expect(Math.max(...boxes)).toBeLessThan(Number(zero?.y) + Number(zero?.height));
  });

  it('draws the same answer as bars, line, area, shares of a hundred, or as a table', {
    timeout: slow,
  }, async () => {
    const as = page.getByRole('combobox', { name: 'as', exact: true });
    const choices = await as.locator('option').allTextContents();
    expect(choices.toSorted()).toEqual(
      ['area', 'bars', 'line', 'share (100 %)', 'stacked bars', 'table'].toSorted(),
    );
    const picture = page.getByRole('img', { name: /^Income by month and kind/ });
    for (const [kind, mark] of [
      ['line', '[data-mark="line"] path'],
      ['area', '[data-mark="area"] path'],
      ['bars', '[data-mark="bar"] rect'],
    ] as const) {
      await as.selectOption(kind);
      await picture.locator(mark).first().waitFor({ state: 'attached' });
      expect(await picture.locator(mark).count(), kind).toBeGreaterThan(1);
    }
    await as.selectOption('share (100 %)');
    await picture.getByText('100 %', { exact: true }).waitFor();
    await as.selectOption('table');
    await page.locator('#table-view').getByRole('columnheader', { name: 'charged' }).waitFor();
  });

  it('takes the whole list away as CSV, or only the page', { timeout: slow }, async () => {
    await page.goto('about:blank');
    await page.goto(link('query Few { domains(first: 2) { totalCount nodes { name } } }', { as: 'alpha' }));
    await play(page);
    const button = page.getByRole('button', { name: 'Download CSV' });
    await button.waitFor();
    const take = async () => {
      const downloaded = page.waitForEvent('download');
      await button.click();
      const download = await downloaded;
      expect(download.suggestedFilename()).toBe('Few.csv');
      return (
        readFileSync(await download.path(), 'utf8')
          .trim()
          .split('\n').length - 1
      );
    };
    const all = await page.getByLabel('the whole list').isChecked();
    expect(all).toBe(true);
    expect(await take()).toBeGreaterThan(2);
    await page.getByLabel('the whole list').uncheck();
    expect(await take()).toBe(2);
  });

  it('remembers what was asked, saves it under a name, and gives it away as a link', {
    timeout: slow,
  }, async () => {
    await page.getByRole('button', { name: 'Questions' }).click();
    const box = page.getByRole('dialog', { name: 'Questions' });
    await box.getByLabel('Save the open query as').fill('Two of them');
    await box.getByRole('button', { name: 'Save', exact: true }).click();
    await box.locator('#saved-questions').getByText('Two of them').waitFor();
    expect(await box.locator('#asked-questions').getByText('By status').count()).toBe(1);
    await box.getByRole('button', { name: 'Close' }).click();
    const tabs = await page.getByRole('tab').count();
    await page.reload();
    await page.getByRole('button', { name: 'Questions' }).click();
    await box
      .locator('#saved-questions')
      .getByRole('button', { name: /^Two of them/ })
      .click();
    // Its tab is still open.
    await page.getByRole('tab', { name: 'Few', selected: true }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(tabs);
    await play(page);
    await page.locator('.result-window').getByText('totalCount').waitFor();

    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('The link is copied.').waitFor();
    const given = await page.evaluate(() => navigator.clipboard.readText());
    expect(given).not.toMatch(/authorization|Basic|Bearer/i);
    expect(new URL(given).search).toBe('');
    // As somebody else, who has nothing of it.
    await leave(page);
    await page.goto(given);
    await page.getByRole('tab', { name: 'Few', selected: true }).waitFor();
  });

  it('keeps the answer and its chart over a reload, shows the rows of a bar, and opens a link in one tab once', {
    timeout: slow,
  }, async () => {
    const own = await stage.open(link(byStatus, { view: 'table', as: 'alpha' }));
    await own.getByRole('tab', { name: 'ByStatus', selected: true }).waitFor();
    await play(own);
    await own.locator('#table-view .behind').first().waitFor();
    await showAs(own, 'Chart');
    await own.locator('#picture[tabindex]').waitFor();
    const answer = await own.locator('#rows').textContent();
    const asked: string[] = [];
    own.on('request', (request) => {
      const isPrice = 'cost-only' in request.headers();
      if (!isPrice && request.postData()?.includes('groups')) asked.push(request.url());
    });
    await own.reload();
    await own.locator('#picture[tabindex]').waitFor();
    expect(await own.locator('#rows').textContent()).toBe(answer);
    expect(asked).toEqual([]);
    expect(await own.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/Basic |Bearer /);

    const bar = own.locator('#picture [data-mark="bar"] [data-tip]').first();
    const count = Number(/: (\d+)$/.exec((await bar.getAttribute('data-tip')) ?? '')?.[1]);
    await own.locator('#picture').focus();
    await own.keyboard.press('ArrowDown');
    await own.keyboard.press('Enter');
    await own.getByRole('tab', { name: 'Rows', selected: true }).waitFor();
    await expect.poll(() => own.locator('#rows').textContent()).toBe(`${count} row${count === 1 ? '' : 's'}`);

    const tabs = () => own.getByRole('tab', { name: 'ByStatus' }).count();
    await own.evaluate(
      (hash) => {
        location.hash = hash;
      },
      link(byStatus, { view: 'table', as: 'alpha' }).split('#')[1] ?? '',
    );
    await own.getByRole('tab', { name: 'ByStatus', selected: true }).waitFor();
    expect(await tabs()).toBe(1);
    await own.goto('about:blank');
    await own.goto(link(byStatus, { view: 'table', as: 'alpha' }));
    await own.getByRole('tab', { name: 'ByStatus', selected: true }).waitFor();
    expect(await tabs()).toBe(1);
    await own.context().close();
  });

  it('mends a query that was refused with one press', { timeout: slow }, async () => {
    const own = await stage.open(
      link('query TooMany { domains(first: 500) { nodes { name } } }', { as: 'alpha' }),
    );
    await own.getByRole('tab', { name: 'TooMany', selected: true }).waitFor();
    await play(own);
    // Also where the answer is shown as JSON.
    await own.locator('#no-rows').getByText('first must be between 1 and 100').waitFor();
    await own.getByRole('button', { name: 'Set first: 100' }).click();
    await own.locator('.result-window').getByText('"nodes"', { exact: true }).waitFor();
    await own.locator('#no-rows').waitFor({ state: 'hidden' });
    await own.context().close();
  });

  it('shows the variables of a tab, and no squiggle under what is right', { timeout: slow }, async () => {
    const question = 'query Some($first: Int! = 2) { domains(first: $first) { totalCount } }';
    await page.goto('about:blank');
    await page.goto(link(question, { variables: '{}', as: 'alpha' }));
    const opened = page.getByRole('tab', { name: 'Some', selected: true });
    await opened.waitFor();
    // Behind so many others it would be out of sight: the row of tabs shows it.
    await expect
      .poll(() =>
        opened.evaluate((tab) => {
          const [own, row] = [tab, tab.closest('.graphiql-tabs')].map((part) =>
            part?.getBoundingClientRect(),
          );
          return own && row && own.left >= row.left - 1 && own.right <= row.right + 1;
        }),
      )
      .toBe(true);
    await page.getByRole('tab', { name: 'ExpiringDomains' }).click();
    await page.getByRole('region', { name: 'Variables' }).getByText('P30D').waitFor();
    await page.getByRole('tab', { name: 'Some' }).click();
    // What is wrong is marked, so the checks have run; what is right is not.
    await page.evaluate(() => {
      const { monaco } = globalThis as unknown as Monaco;
      const model = monaco.editor.getModels().find(({ uri }) => uri.path.endsWith('variables.json'));
      model?.setValue('{ "unknown": 1 }');
    });
    const marks = () =>
      page.evaluate(() =>
        (globalThis as unknown as Monaco).monaco.editor.getModelMarkers({}).map(({ message }) => message),
      );
    await expect.poll(marks).toEqual([expect.stringContaining('unknown')]);
    const before = await page.evaluate(() => document.documentElement.scrollTop + document.body.scrollTop);
    await page.getByRole('button', { name: 'New tab' }).click();
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => document.documentElement.scrollTop + document.body.scrollTop)).toBe(
      before,
    );
  });

  it('can be read and used by everybody', { timeout: slow }, async () => {
    await leave(page);
    await page.goto(link(byStatus, { view: 'chart', as: 'alpha' }));
    await play(page);
    await page.locator('#picture svg').first().waitFor();
    expect(await faults(page)).toEqual([]);
    await showAs(page, 'Table');
    await page.locator('#table-view table').waitFor();
    expect(await faults(page, '#table-view')).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await faults(page, 'dialog[open]')).toEqual([]);
    expect(stage.complaints).toEqual([]);
  });
});

inBrowser('GraphiQL in production', () => {
  it('knows the schema, and nothing else until somebody signs in', { timeout: slow }, async () => {
    const stage = await raiseCurtain(productionEnv);
    const page = await stage.open('/graphql', { viewport: { width: 1600, height: 900 } });
    // The docs stand open where there is room: the schema was read.
    await page.getByRole('link', { name: 'Query', exact: true }).waitFor();
    expect(stage.complaints).toEqual([]);
    await play(page);
    await page
      .locator('.result-window')
      .getByText(/Authentication\srequired/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    const box = page.getByRole('dialog', { name: 'Sign in' });
    expect(await box.getByText('The sandbox knows').count()).toBe(0);
    await box.getByRole('radio', { name: 'Token' }).check({ force: true });
    await box.getByLabel('Token').last().fill(ownOperator.replace('Bearer ', ''));
    await box.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByRole('tab', { name: 'IncomeByMonthAndKind' }).click();
    await play(page);
    await page.locator('.result-window').getByText('"ledger"').waitFor();
  });
});

interface Monaco {
  readonly monaco: {
    readonly editor: {
      getModels(): { uri: { path: string }; setValue(text: string): void }[];
      getModelMarkers(filter: object): { message: string }[];
    };
  };
}
