import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { faults } from './barriers.ts';
import { inBrowser, raiseCurtain, type Stage } from './stage.ts';

const slow = 180_000;

/** The title of the answer and its number of rows, once it is there. */
async function answerOf(page: Page): Promise<string> {
  await page.locator('#answer[aria-busy="false"]').waitFor();
  await page.waitForFunction(() => document.querySelector('#rows')?.textContent !== '');
  return `${await page.locator('#answer-title').textContent()}: ${await page.locator('#rows').textContent()}`;
}

interface Monaco {
  readonly monaco?: { readonly editor: { getModels(): { uri: { path: string }; getValue(): string }[] } };
}

const inEditor = (page: Page) =>
  page.evaluate(() => {
    const { monaco } = globalThis as unknown as Monaco;
    const model = monaco?.editor.getModels().find(({ uri }) => uri.path.endsWith('operation.graphql'));
    return model?.getValue() ?? '';
  });

const problemOn = (page: Page) => page.locator('#problem').textContent();
const documentOn = async (page: Page) =>
  (await page.locator('#document').textContent())?.replaceAll(/\s+/g, ' ') ?? '';

/** Presses Tab until the focus is on the control at this place. */
async function tabTo(page: Page, at: string): Promise<void> {
  for (let pressed = 0; pressed < 150; pressed += 1) {
    const focused = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.at);
    if (focused === at) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${at}`);
}

inBrowser('a question in four steps', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await raiseCurtain();
  }, slow);

  it('begins with cards, and each of them has an answer', { timeout: slow }, async () => {
    const page = await stage.open('/ask');
    await page.locator('#cards a').first().waitFor();
    const cards = await page.locator('#cards a').all();
    expect(cards.length).toBeGreaterThanOrEqual(10);
    for (const href of await Promise.all(cards.map((card) => card.getAttribute('href')))) {
      await page.goto('about:blank');
      await page.goto(`/ask${href}`);
      expect(await answerOf(page), href ?? '').toMatch(/: \d+ rows?$/);
      expect(await problemOn(page), href ?? '').toBe('');
      expect(await page.locator('#price').textContent()).toMatch(/^Costs \d+ points?/);
    }
    expect(stage.complaints).toEqual([]);
    await page.context().close();
  });

  it('is asked by keyboard alone, stands in the address, and survives a reload', {
    timeout: slow,
  }, async () => {
    const page = await stage.open('/ask');
    await page.locator('#from-nothing').focus();
    await page.keyboard.press('Enter');
    await page.locator('#workbench').waitFor();
    await tabTo(page, 'data.domains');
    // Only those that expire in the next 60 days.
    await tabTo(page, 'which.add');
    await page.keyboard.type('Exp');
    await page.keyboard.press('Enter');
    await page.locator('[data-at="which.0.count"]').waitFor();
    await tabTo(page, 'which.0.count');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('60');
    await expect.poll(() => documentOn(page)).toContain('where: { expiresAt: { gte: "PT0S", lt: "P60D" } }');
    await tabTo(page, 'group.add');
    await page.keyboard.type('Zone');
    // Leaving it adds what is chosen.
    await page.keyboard.press('Tab');
    await expect
      .poll(() => documentOn(page))
      .toContain('groups(by: [{ field: ZONE }], orderBy: { field: COUNT, direction: DESC }) { zone count }');
    await tabTo(page, 'show.share');
    await page.keyboard.press('Space');
    await expect.poll(() => documentOn(page)).toContain('{ zone count share }');
    // The focus stays where it was, though the step has been drawn anew.
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.at)).toBe('show.share');
    await page.locator('#steps [name="view"]:checked').focus();
    await page.keyboard.press('ArrowLeft');
    await expect
      .poll(() => page.locator('#table-view th').allTextContents())
      .toEqual(['Zone', 'How many', 'Share in %']);
    const before = await answerOf(page);
    const rows = await page.locator('#table-view tbody').textContent();
    await page.reload();
    expect(await answerOf(page)).toBe(before);
    expect(await page.locator('#table-view tbody').textContent()).toBe(rows);
    expect(stage.complaints).toEqual([]);
    await page.context().close();
  });

  it('speaks of days of the registry and calls everything as people do, in the picture too', {
    timeout: slow,
  }, async () => {
    const page = await stage.open('/ask#data=domains&by=CREATED_AT~MONTH&by=SIGNED&show=count&view=stacked');
    expect(await answerOf(page)).toMatch(/^Domains by month of registration and DNSSEC: \d+ rows$/);
    await page.locator('#picture svg text').getByText('Registered, by month →').waitFor();
    const words = (await page.locator('#picture svg').textContent()) ?? '';
    for (const word of ['How many', 'Not signed with DNSSEC']) expect(words).toContain(word);
    expect(words).not.toContain('Created at');
    // The title stands above the picture once.
    expect(await page.locator('#picture svg > text').first().textContent()).not.toContain('Domains by');
    // Whoever's computer has another day still begins with the registry's.
    await page.clock.setFixedTime('2031-05-05T12:00:00Z');
    await page.reload();
    await answerOf(page);
    await page.locator('[data-at="asOf"]').selectOption('past');
    await page.locator('[data-at="asOf.age"]').selectOption('day');
    const { today } = JSON.parse((await page.locator('#facts').textContent()) ?? '{}');
    expect(await page.locator('[data-at="asOf.day"]').inputValue()).toBe(today);
    expect(today).not.toMatch(/^2031/);
    await page.context().close();
  });

  it('explains points when the pointer or the keyboard is on their price', {
    timeout: slow,
  }, async () => {
    const page = await stage.open('/ask#data=domains&by=ZONE&show=count');
    await answerOf(page);
    const about = page.getByRole('tooltip');
    expect(await about.isVisible()).toBe(false);
    await page.locator('#price').hover();
    expect(await about.textContent()).toContain('They cost no money.');
    expect(await about.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await about.isVisible()).toBe(false);
    await page.locator('#price').focus();
    expect(await about.isVisible()).toBe(true);
    expect(await faults(page)).toEqual([]);
    await page.context().close();
  });

  it('offers the columns that people want first, and keeps those that are chosen below', {
    timeout: slow,
  }, async () => {
    const page = await stage.open('/ask#data=invoices&rows=list');
    await answerOf(page);
    const more = page.locator('#group details');
    expect(await more.locator('summary').textContent()).toMatch(/^\d+ more columns$/);
    await more.locator('summary').click();
    await more.getByLabel('VAT in %', { exact: true }).check();
    await page.locator('#table-view th', { hasText: 'VAT in %' }).waitFor();
    expect(await more.locator('summary').textContent()).toMatch(/^\d+ more columns, 1 chosen$/);
    expect(await more.evaluate((one) => (one as HTMLDetailsElement).open)).toBe(true);
    await page.context().close();
  });

  it('has a control for each type, and says what is wrong beside the answer', { timeout: slow }, async () => {
    const page = await stage.open('/ask#data=domains&rows=number');
    await answerOf(page);
    const whole = Number(await page.locator('#numbers b').first().textContent());
    const add = page.getByRole('combobox', { name: 'Add a condition' });
    await add.selectOption('statuses');
    await page.locator('[data-at="which.0.values.ok"]').check();
    await expect.poll(() => documentOn(page)).toContain('statuses: { containsAny: ["ok"] }');
    await add.selectOption('signed');
    await expect.poll(() => documentOn(page)).toContain('signed: { eq: true }');
    await add.selectOption('name');
    await page.getByRole('combobox', { name: 'Name: how' }).selectOption('contains');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('a"b\\');
    await expect.poll(() => documentOn(page)).toContain('name: { contains: "a\\"b\\\\" }');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('a');
    await add.selectOption('createdAt');
    await page.getByRole('combobox', { name: 'Registered: how' }).selectOption('between');
    await page.getByLabel('Registered: until').fill('2026-01-31');
    await expect.poll(() => documentOn(page)).toContain('createdAt: { lt: "2026-02-01" }');
    await answerOf(page);
    expect(await problemOn(page)).toBe('');
    const fewer = await page.locator('#numbers b').count();
    if (fewer > 0) expect(Number(await page.locator('#numbers b').first().textContent())).toBeLessThan(whole);

    // A period that cannot be compared is refused, and one press mends it.
    await page.goto('about:blank');
    await page.goto('/ask#data=domains&where=createdAt~between~~2026-01-31&by=ZONE&compare=P1Y');
    await page.locator('#problem button', { hasText: 'Do not compare' }).click();
    await expect.poll(() => documentOn(page)).not.toContain('compareTo');
    expect(await answerOf(page)).toMatch(/\d+ rows?/);
    await page.context().close();
  });

  it('shows the rows behind a bar and behind a number, by keyboard too, and goes back', {
    timeout: slow,
  }, async () => {
    const page = await stage.open(
      '/ask#data=domains&where=expiresAt~next~12~M&by=EXPIRES_AT~MONTH&show=count&view=bars&as=operator',
    );
    const groups = await answerOf(page);
    const marks = page.locator('#picture [data-mark="bar"] [data-tip]');
    await marks.first().waitFor();
    const isList = () => page.waitForURL(/rows=list/);
    const countIn = (tip: string | null) => Number(/: (\d+)$/.exec(tip ?? '')?.[1]);
    const count = countIn(await marks.nth(2).getAttribute('data-tip'));
    await marks.nth(2).click();
    await isList();
    await expect
      .poll(() => page.locator('#rows').textContent())
      .toBe(`${count} row${count === 1 ? '' : 's'}`);
    await page.goBack();
    await expect.poll(() => answerOf(page)).toBe(groups);

    await page.locator('#picture').focus();
    await page.keyboard.press('ArrowRight');
    const [, said] = (await page.locator('#said').textContent())?.match(/: (\d+)$/) ?? [];
    await page.keyboard.press('Enter');
    await isList();
    await expect.poll(() => page.locator('#rows').textContent()).toMatch(new RegExp(`^${said} rows?$`));

    // A press on what happened in a month shows those events.
    await page.goto('about:blank');
    await page.goto('/ask#data=domainStatistics&show=registered&show=renewalRate&view=table&as=operator');
    const number = page.locator('#table-view .behind').first();
    const registered = await number.textContent();
    await number.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/data=domainEvents/);
    await expect.poll(() => page.locator('#rows').textContent()).toMatch(new RegExp(`^${registered} rows?$`));
    expect(stage.complaints).toEqual([]);
    await page.context().close();
  });

  it('says in the words of its steps why nothing can be compared', { timeout: slow }, async () => {
    const page = await stage.open(
      '/ask#data=domains&where=expiresAt~past&by=ZONE&show=count&compare=P1Y&as=alpha',
    );
    await page.locator('#problem button').first().waitFor();
    const said = (await problemOn(page)) ?? '';
    expect(said).toMatch(
      /^There is no earlier period to compare with: the condition on “Expires” has no beginning/,
    );
    expect(said).not.toMatch(/compareTo|expiresAt|gte|PT0S/);
    await page.locator('#problem').getByRole('button', { name: 'Do not compare' }).click();
    expect(await answerOf(page)).toMatch(/^Domains by zone: \d+ rows?$/);
    await page.context().close();
  });

  it('says that a date is a period, which groups are parts of one, and leaves codes as they are', {
    timeout: slow,
  }, async () => {
    const page = await stage.open('about:blank');
    const headsOf = async (steps: string) => {
      await page.goto('about:blank');
      await page.goto(`/ask#${steps}`);
      await answerOf(page);
      return page.locator('#table-view th').allTextContents();
    };
    expect(
      await headsOf(
        'data=domains&where=expiresAt~next~12~M&by=EXPIRES_AT~MONTH&show=count&view=table&as=alpha',
      ),
    ).toEqual(['Expires, by month', 'How many']);
    expect(await page.locator('#overlap').textContent()).toBe(
      'The question begins and ends within a month, of which only that part is counted.',
    );
    expect(
      await headsOf(
        'data=domainStatistics&where=period~last~24~M&per=QUARTER&show=deleted&view=table&as=alpha',
      ),
    ).toEqual(['Period, by quarter', 'Deleted']);
    expect(await headsOf('data=domains&by=REGISTRAR&show=count&view=table&as=operator')).toEqual([
      'Registrar',
      'How many',
    ]);
    expect(await page.locator('#table-view td').first().textContent()).toBe('ALPHA');
    await page.context().close();
  });

  it('says how many different domains there are in groups that overlap, and makes files of every kind', {
    timeout: slow,
  }, async () => {
    const page = await stage.open('/ask#data=domains&by=STATUS&show=count&view=table&as=alpha');
    await answerOf(page);
    await page
      .locator('#overlap')
      .getByText(/counts in each of them.* Different ones: \d+\.$/)
      .waitFor();
    for (const [format, begin] of [
      ['csv', '\ufeffstatus,count'],
      ['ndjson', '{"status":'],
      ['xlsx', 'PK'],
      ['parquet', 'PAR1'],
    ] as const) {
      const waiting = page.waitForEvent('download');
      await page.locator(`[data-format="${format}"]`).click();
      const file = await waiting;
      expect(file.suggestedFilename()).toBe(`domains-by-state.${format}`);
      expect((await readFile(await file.path())).subarray(0, 40).toString()).toContain(begin);
    }
    await page.context().close();
  });

  it('opens a query of GraphiQL, and is opened there', { timeout: slow }, async () => {
    const page = await stage.open('about:blank');
    const query =
      'query Mine($n: Int = 5) { domains(where: { not: { zone: { eq: "ee" } }, registrantName: { startsWith: "J" } }) { totalCount groups(by: [{ field: ZONE }], first: $n) { zone count } } }';
    await page.goto(`/graphql#${new URLSearchParams({ query })}`);
    await page.getByRole('tab').first().waitFor();
    await expect.poll(() => inEditor(page)).toContain('query Mine');
    await page.getByRole('button', { name: 'Steps', exact: true }).click();
    await page.waitForURL(/\/ask#/);
    await answerOf(page);
    expect(await documentOn(page)).toContain(
      'domains(where: { not: { zone: { eq: "ee" } }, registrantName: { startsWith: "J" } }) { groups(by: [{ field: ZONE }], orderBy: { field: KEY, direction: ASC }, first: 5) { zone count } }',
    );
    expect(await page.locator('#which .own').textContent()).toBe('not: { zone: { eq: "ee" } }');
    await page.getByRole('radio', { name: 'GraphQL', exact: true }).check();
    await page.locator('#in-graphiql').click();
    await page.getByRole('tab').first().waitFor();
    await expect.poll(() => inEditor(page)).toContain('query Ask');

    await page.goto('about:blank');
    await page.goto(`/ask#${new URLSearchParams({ query: '{ zones { origin } viewer { name } }' })}`);
    await expect
      .poll(() => page.locator('#notice').textContent())
      .toBe('This query cannot be shown as steps: it asks for more than one list.');
    expect(await page.locator('#cards a').first().isVisible()).toBe(true);
    await page.context().close();
  });

  it('is for the caller who signs in, and says so to everybody else', { timeout: slow }, async () => {
    const page = await stage.open('/ask');
    await page.locator('#sign-in-open').click();
    await page.locator('#sandbox-callers').getByRole('button', { name: 'portal', exact: true }).click();
    await page.locator('#sign-out').waitFor();
    await page.locator('#from-nothing').focus();
    await page.keyboard.press('Enter');
    await page.locator('#workbench').waitFor();
    const offered = await page.locator('#data .chips span').allTextContents();
    expect(offered).toContain('Reservations');
    expect(offered).not.toContain('Domains');
    await page.context().close();
  });

  it.each([
    ['/ask', 1280, 'light'],
    ['/ask#data=domains&where=expiresAt~next~12~M&by=EXPIRES_AT~MONTH&show=count', 390, 'dark'],
    ['/ask#data=domains&where=statuses~any~ok&rows=list', 1280, 'light'],
  ] as const)(
    '%s can be read and used by everybody at %i pixels in %s',
    { timeout: slow },
    async (path, width, colorScheme) => {
      const page = await stage.open(path, { viewport: { width, height: 900 }, colorScheme });
      if (path.includes('#')) await answerOf(page);
      else await page.locator('#cards a').first().waitFor();
      expect(await faults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.context().close();
    },
  );
});
