import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { operator } from '../../support/world.ts';
import { call, inBrowser, raiseCurtain, type Stage } from './stage.ts';

const slow = 180_000;

inBrowser('SQL in the browser', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await raiseCurtain();
  }, slow);

  async function signedIn(who: string, path = '/sql'): Promise<Page> {
    const page = await stage.open(path);
    await page.locator('.cm-content').waitFor();
    await page.locator('#sign-in-open').click();
    await page.locator('#sandbox-callers').getByRole('button', { name: who, exact: true }).click();
    await page.locator('#sign-out').waitFor();
    return page;
  }

  async function write(page: Page, sql: string): Promise<void> {
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(sql);
  }

  async function run(page: Page): Promise<string> {
    await page.locator('#run').click();
    await page.waitForFunction(() => document.querySelector<HTMLElement>('#cancel')?.hidden, undefined, {
      timeout: slow,
    });
    return (await page.locator('#problem').textContent()) ?? '';
  }

  it.each(['alpha', 'operator', 'portal'])('answers every example of %s', { timeout: slow }, async (who) => {
    const page = await signedIn(who);
    const titles = await page
      .locator('#examples option:not([value=""])')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    if (who !== 'portal') expect(titles.length).toBeGreaterThanOrEqual(10);
    for (const title of titles) {
      await page.locator('#examples').selectOption(title);
      expect(await run(page), title).toBe('');
      expect(await page.locator('#rows').textContent(), title).toMatch(/^\d+ rows? in/);
    }
    expect(stage.complaints).toEqual([]);
    await page.context().close();
  });

  it('needs no sign-in in the sandbox: it looks as one of its callers, and begins with questions', {
    timeout: slow,
  }, async () => {
    const page = await stage.open('/sql');
    await page.locator('.cm-content').waitFor();
    const card = page.locator('#cards button', { hasText: 'New minus removed, by quarter' });
    await card.focus();
    await page.keyboard.press('Enter');
    await page.locator('#needs').getByText('which are free here').waitFor();
    // The focus is on the button that runs it.
    await page.keyboard.press('Enter');
    await page.locator('#chart-view svg').waitFor();
    expect(await page.locator('#beginning').isHidden()).toBe(true);
    expect(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('as')).toBe('alpha');
    // Another caller has other tables, and no result of the one before.
    await page.locator('#as').selectOption('portal');
    await page.locator('#tables code', { hasText: 'reservations' }).waitFor();
    expect(await page.locator('#tables code', { hasText: /^domains$/ }).count()).toBe(0);
    expect(await page.locator('#result').isHidden()).toBe(true);
    expect(await page.locator('#cards button').count()).toBeGreaterThan(0);
    await page.goto('/sql#as=operator');
    await page.reload();
    await page.locator('#tables code', { hasText: 'ledger' }).waitFor();
    expect(await page.locator('#result').isHidden()).toBe(true);
    await page.context().close();
  });

  it('answers nobody with the rows that another caller has read', { timeout: slow }, async () => {
    const page = await stage.open('/sql#as=alpha');
    await page.locator('.cm-content').waitFor();
    const count = async (): Promise<string | null> => {
      await write(page, 'select count(*) from domains');
      const needs = page.locator('#needs').getByText(/domains \([\d,]+ rows/);
      await needs.waitFor();
      const needed = /\(([\d,]+) rows/.exec((await needs.textContent()) ?? '')?.[1];
      expect(await run(page)).toBe('');
      // What was said about the price was about this caller's rows too.
      expect(needed).toBe(await page.locator('#table-view tbody td').first().textContent());
      return page.locator('#table-view tbody td').first().textContent();
    };
    const ofAlpha = await count();
    expect(Number(ofAlpha)).toBeGreaterThan(0);
    await page.locator('#as').selectOption('operator');
    await page.locator('#tables code', { hasText: 'ledger' }).waitFor();
    expect(await page.locator('.tag.good').count()).toBe(0);
    expect(Number(await count())).toBeGreaterThan(Number(ofAlpha));
    await page.context().close();
  });

  it('says what a statement needs before it reads it, and where a statement is wrong', {
    timeout: slow,
  }, async () => {
    const page = await signedIn('alpha');
    await write(page, 'select name,\n  registrant_name\nfrom domains order by nome');
    expect(await run(page)).toMatch(/^Line 3: column "nome" does not exist/);
    expect(await page.locator('.tag.good').count()).toBe(0);
    await write(page, 'select name, registrant_name from domains order by name');
    await page
      .locator('#needs')
      .getByText(/domains \(\d+ rows, 2 columns, less than 0.1 MB, \d+ points?/)
      .waitFor();
    expect(await run(page)).toBe('');
    const first = page.locator('#table-view tbody tr').first();
    const [name, registrant] = await first.locator('td').allTextContents();
    expect(name).toMatch(/\.ee$/);
    expect(registrant).not.toBe('');
    // A column that was not read is read before the statement runs, so it is never empty by mistake.
    await write(page, 'select count(*) as all, count(expires_at) as dated from domains');
    expect(await run(page)).toBe('');
    const [all, dated] = await first.locator('td').allTextContents();
    expect(Number(all)).toBeGreaterThan(40);
    expect(dated).toBe(all);
    await page.context().close();
  });

  it('says of which statement a result is, and which tables there are', { timeout: slow }, async () => {
    const page = await signedIn('alpha');
    await write(page, '-- Names\nselect name from domains');
    expect(await run(page)).toBe('');
    const rows = page.locator('#rows');
    expect(await rows.textContent()).toMatch(/^\d+ rows in [\d,]+ ms$/);
    await write(page, '-- Others\nselect * from domain');
    const problem = await run(page);
    expect(problem).toMatch(
      /^Line 2: relation "domain" does not exist\nYour tables are domains, domain_events, /,
    );
    expect(problem).toContain(
      'domains and contacts also have a table for each past day: domains_2026_06_01.',
    );
    expect(await rows.textContent()).toMatch(/ms, of the statement that ran before$/);
    const waiting = page.waitForEvent('download');
    await page.locator('[data-file="csv"]').click();
    expect((await waiting).suggestedFilename()).toBe('names.csv');
    await write(page, '-- Names\nselect name from domains');
    await expect.poll(() => rows.textContent()).toMatch(/ms$/);
    await page.context().close();
  });

  it('keeps the statement in the address of the page, and makes files of its result', {
    timeout: slow,
  }, async () => {
    const page = await signedIn('alpha');
    await write(
      page,
      "-- A file\nselect '=1+1' as text, 12.50 as amount, date '2026-06-01' as day, now() as moment",
    );
    expect(await run(page)).toBe('');
    const address = new URL(page.url());
    expect(new URLSearchParams(address.hash.slice(1)).get('sql')).toContain('-- A file');
    const files: Record<string, Buffer> = {};
    for (const format of ['csv', 'ndjson', 'xlsx', 'parquet']) {
      const waiting = page.waitForEvent('download');
      await page.locator(`[data-file="${format}"]`).click();
      const file = await waiting;
      expect(file.suggestedFilename()).toBe(`a-file.${format}`);
      files[format] = await readFile(await file.path());
    }
    expect(files.csv?.toString()).toContain("'=1+1,12.50,2026-06-01,");
    expect(JSON.parse(files.ndjson?.toString() ?? '')).toMatchObject({ text: '=1+1', day: '2026-06-01' });
    expect(files.xlsx?.subarray(0, 2).toString()).toBe('PK');
    expect(files.parquet?.subarray(0, 4).toString()).toBe('PAR1');
    const [rows] = ((await page.locator('#rows').textContent()) ?? '').split(' in ');
    await page.reload();
    await page.locator('.cm-content').getByText('-- A file').waitFor();
    // The result is still there, until somebody else looks.
    await page.locator('#rows').getByText(`${rows} in`).waitFor();
    expect(await page.locator('#table-view tbody tr').count()).toBeGreaterThan(0);
    await page.locator('#sign-out').click();
    await page.locator('#result').waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['zonegraph:sql']);
    await page.context().close();
  });

  it('can be cancelled, and keeps what it has read', { timeout: slow }, async () => {
    const page = await signedIn('alpha');
    await write(page, 'select name from domains');
    expect(await run(page)).toBe('');
    await write(page, 'select count(*) from domains, generate_series(1, 1000000000) as many');
    await page.locator('#run').click();
    await page.locator('#progress-text').getByText('Running').waitFor();
    await page.locator('#cancel').click();
    await page.locator('#cancel').waitFor({ state: 'hidden' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await write(page, 'select count(name) from domains');
    expect(await run(page)).toBe('');
    expect(asked.filter((url) => url.includes('all=true'))).toEqual([]);
    await page.context().close();
  });

  it('begins with a database that the server has made, and makes one itself where there is none', {
    timeout: slow,
  }, async () => {
    const page = await stage.open('about:blank');
    const asked: string[] = [];
    page.on('response', (response) => response.ok() && asked.push(new URL(response.url()).pathname));
    const begins = async () => {
      asked.length = 0;
      await page.goto('about:blank');
      await page.goto('/sql#as=alpha');
      await page.locator('#needs').getByText('Reads domains').waitFor({ timeout: slow });
      return asked.filter((path) => /new-database|initdb/.test(path)).map((path) => path.replace(/.*\//, ''));
    };
    // npm makes one after an installation (docs/decisions/0004); a clone may have later migrations.
    const { preparedDatabase } = stage.container;
    const ready = preparedDatabase() ? /^new-database\.\w+\.tar$/ : /^initdb\.wasm$/;
    expect(await begins()).toContainEqual(expect.stringMatching(ready));
    await page.route('**/new-database.*', (route) => route.fulfill({ status: 404, body: 'none' }));
    expect(await begins()).not.toContainEqual(expect.stringMatching(/^new-database/));
    await write(page, 'select count(*) from domains');
    expect(await run(page)).toBe('');
    await page.context().close();
  });

  it('lets only the worker compile WebAssembly', async () => {
    const page = await fetch(`${stage.url}/sql`);
    expect(page.headers.get('content-security-policy')).not.toContain('wasm');
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    const [, worker = ''] = /"worker\.js":"([^"]+)"/.exec(await page.text()) ?? [];
    const policy = (await fetch(`${stage.url}${worker}`)).headers.get('content-security-policy');
    expect(policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");
    expect((await fetch(`${stage.url}/assets/modules/nothing@1.0.0/index.js`)).status).toBe(404);
  });

  it("takes the time from the registry's clock, which can be moved", { timeout: slow }, async () => {
    const query = 'mutation { clockAdvance(input: { by: "P40D" }) { userErrors { message } } }';
    expect((await call(stage, '/graphql', operator, { query })).status).toBe(200);
    const page = await stage.open('/sql');
    await page.locator('.cm-content').waitFor();
    await write(page, 'select now() as at, current_date as day');
    expect(await run(page)).toBe('');
    const [at = '', day] = await page.locator('#table-view td').allTextContents();
    const { clock, calendar } = stage.container;
    expect(day).toBe(calendar.dateOf(clock.now()));
    expect(at.slice(0, 10)).toBe(day);
    await page.context().close();
  });
});
