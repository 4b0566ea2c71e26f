import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishedBoard } from '#src/extensions/workshop/questions/published-rules.ts';
import { alpha } from '../../support/world.ts';
import { barriers, faults } from './barriers.ts';
import { call, elsewhere, inBrowser, raiseCurtain, type Stage } from './stage.ts';

const slow = 120_000;
const board = `/b/${publishedBoard}`;

/** Another site, whose pages show one of ours in a frame: by its path. */
const site = createServer(({ url = '' }, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(
    `<!doctype html><title>Intranet</title><iframe src="${decodeURIComponent(url.slice(2))}" width="800" height="600"></iframe>`,
  );
});

inBrowser('boards as walls', () => {
  let stage: Stage;
  let port: number;
  let question: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    ({ port } = site.address() as AddressInfo);
    stage = await raiseCurtain({ EMBED_ORIGINS: `http://127.0.0.1:${port}` });
    const input = {
      name: 'By zone',
      document: '{ domains { groups(by: [{ field: ZONE }]) { zone count } } }',
      look: { as: 'CHART', kind: 'BARS' },
    };
    const query = 'mutation ($input: QuestionPublishInput!) { questionPublish(input: $input) { url } }';
    const { body } = await call(stage, '/graphql', alpha, { query, variables: { input } });
    question = new URL((body.data as { questionPublish: { url: string } }).questionPublish.url).pathname;
  }, slow);
  afterAll(() => site.close());

  const boxes = (page: Page) =>
    page.locator('.wall > .card').evaluateAll((cards) =>
      cards.map((card) => {
        const { x, y, width, height } = card.getBoundingClientRect();
        return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
      }),
    );

  it('have the same picture on every screen, and one column on a phone', { timeout: slow }, async () => {
    const page = await stage.open('/ask', { viewport: { width: 1440, height: 900 } });
    await page.getByRole('link', { name: 'a board of the sandbox' }).click();
    await page.getByRole('heading', { name: 'The registry on a wall' }).waitFor();
    const desk = await boxes(page);
    expect(desk).toHaveLength(8);
    expect(new Set(desk.map(({ y }) => y)).size).toBe(3);
    // Numbers, charts without their tables, and nothing cut off.
    expect(await page.locator('.figure').count()).toBe(3);
    expect(await page.locator('.drawn').count()).toBe(3);
    expect(await page.locator('details[open]').count()).toBe(0);
    const cut = await page
      .locator('.card:has(.figure) .inside, .inside:has(.fits)')
      .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length);
    expect(cut).toBe(0);
    await page.setViewportSize({ width: 2560, height: 1440 });
    const wall = await boxes(page);
    for (const [index, { width, height }] of wall.entries()) {
      const ratio = (desk[index]?.width ?? 0) / (desk[index]?.height ?? 1);
      expect(width / height / ratio).toBeCloseTo(1, 0);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const phone = await boxes(page);
    expect(new Set(phone.map(({ x, width }) => `${x} ${width}`)).size).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await faults(page)).toEqual([]);
  });

  it('are narrowed without leaving the page, and by the address without a script', {
    timeout: slow,
  }, async () => {
    const page = await stage.open(board);
    const count = async () => Number(await page.locator('.figure').first().textContent());
    const all = await count();
    await page.getByRole('combobox', { name: 'Zone' }).focus();
    await page.getByRole('combobox', { name: 'Zone' }).selectOption('com.ee');
    await expect.poll(count).toBeLessThan(all);
    expect(new URL(page.url()).search).toBe('?zone=com.ee');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('by-zone');
    const some = await count();
    const plain = await stage.open(`${board}?zone=com.ee`, { javaScriptEnabled: false });
    expect(Number(await plain.locator('.figure').first().textContent())).toBe(some);
    await plain.getByRole('combobox', { name: 'Zone' }).selectOption('');
    await plain.getByRole('button', { name: 'Show' }).click();
    expect(Number(await plain.locator('.figure').first().textContent())).toBe(all);
    await page.getByRole('combobox', { name: 'Zone' }).selectOption('');
    await page.getByRole('combobox', { name: 'Period' }).selectOption('P7D');
    await page.getByText('Not by period.').first().waitFor();
    expect(stage.complaints).toEqual([]);
  });

  it('fill the screen, and print in light on A4', { timeout: slow }, async () => {
    const page = await stage.open(board, { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    expect(await page.locator('body > header').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Leave full screen' }).click();
    await page.getByRole('button', { name: 'Full screen' }).waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('button').count()).toBe(0);
    expect(
      await page.evaluate(() => getComputedStyle(document.querySelector('.card') as Element).backgroundColor),
    ).toBe('rgb(255, 255, 255)');
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    const text = pdf.toString('latin1');
    expect(text.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
    expect(text).toMatch(/\/MediaBox\s*\[0 0 84[12](\.\d+)? 59[45]/);
  });

  it('are arranged with the arrow keys and with the pointer', { timeout: slow }, async () => {
    const page = await stage.open('/graphql#as=alpha');
    await page.getByRole('button', { name: 'Boards' }).click();
    const box = page.getByRole('dialog', { name: 'Boards' });
    await box.getByLabel('Name', { exact: true }).fill('Arranged');
    await box.getByRole('checkbox', { name: 'By zone' }).check();
    await box.getByRole('button', { name: 'Add a text' }).click();
    await page.keyboard.type('# Our domains');
    const note = box.getByRole('group', { name: /^Our domains:/ });
    const chart = box.getByRole('group', { name: /^By zone:/ });
    expect(await note.getAttribute('aria-label')).toBe('Our domains: column 7, row 1, 6 wide, 2 high');
    await note.focus();
    // Moved over the other, which goes below it.
    for (const key of ['ArrowLeft', 'Shift+ArrowDown', 'Shift+ArrowLeft', 'ArrowDown'])
      await page.keyboard.press(key);
    expect(await note.getAttribute('aria-label')).toBe('Our domains: column 6, row 2, 5 wide, 3 high');
    expect(await chart.getAttribute('aria-label')).toBe('By zone: column 1, row 5, 6 wide, 5 high');
    await chart.scrollIntoViewIfNeeded();
    const at = await chart.boundingBox();
    const wall = await box.locator('#board-wall').boundingBox();
    if (!at || !wall) throw new Error('no wall');
    const [column, row] = [wall.width / 12, at.height / 5];
    await page.mouse.move(at.x + 20, at.y + 10);
    await page.mouse.down();
    await page.mouse.move(at.x + 20 + 2 * column, at.y + 10 + row, { steps: 4 });
    await page.mouse.up();
    expect(await chart.getAttribute('aria-label')).toBe('By zone: column 3, row 6, 6 wide, 5 high');
    await chart.scrollIntoViewIfNeeded();
    const moved = await chart.boundingBox();
    if (!moved) throw new Error('no card');
    await page.mouse.move(moved.x + moved.width - 4, moved.y + moved.height - 4);
    await page.mouse.down();
    await page.mouse.move(moved.x + moved.width - 4 + column, moved.y + moved.height - 4 - row, { steps: 4 });
    await page.mouse.up();
    expect(await chart.getAttribute('aria-label')).toBe('By zone: column 3, row 6, 7 wide, 4 high');
    await box.getByRole('checkbox', { name: 'Zone', exact: true }).check();
    expect(await barriers(page, 'all', 'dialog[open]')).toEqual([]);
    await box.getByRole('button', { name: 'Publish board' }).click();
    const address = box.getByLabel('Its address, shown this once');
    await address.waitFor();
    const shown = await stage.open(new URL(await address.inputValue()).pathname);
    await shown.getByRole('heading', { name: 'Our domains' }).waitFor();
    await shown.getByRole('combobox', { name: 'Zone' }).waitFor();
    expect(await shown.locator('.wall').getAttribute('data-places')).toBe(
      ['2/6/span\u00a03/span\u00a05', '6/3/span\u00a04/span\u00a07'].join(' '),
    );
    // Changed again, it is as it was left.
    await box.getByRole('button', { name: 'Change Arranged' }).click();
    expect(await chart.getAttribute('aria-label')).toBe('By zone: column 3, row 6, 7 wide, 4 high');
    expect(await box.getByRole('checkbox', { name: 'Zone', exact: true }).isChecked()).toBe(true);
    expect(await box.getByLabel('Text of a card').inputValue()).toBe('# Our domains');
  });

  it('stand in frames of chosen origins, and nothing else does', { timeout: slow }, async () => {
    const page = await stage.open('/livez');
    const { length: before } = stage.complaints;
    const framed = async (origin: string, path: string) => {
      await page.goto(`${origin}/?${encodeURIComponent(`${stage.url}${path}`)}`);
      const [, frame] = page.frames();
      if (!frame) throw new Error('no frame');
      await frame.waitForLoadState();
      return frame;
    };
    const chosen = `http://127.0.0.1:${port}`;
    const refused = 'chrome-error://chromewebdata/';
    for (const [path, name] of [
      [board, 'The registry on a wall'],
      [question, 'By zone'],
    ] as const) {
      const frame = await framed(chosen, path);
      await frame.getByRole('heading', { name, exact: true }).waitFor();
      expect(await frame.locator('body > header').count()).toBe(0);
      expect((await framed(`http://${elsewhere}:${port}`, path)).url()).toBe(refused);
    }
    for (const path of ['/', '/ask', '/graphql', '/operator', '/q/zgq_x', '/guides'])
      expect([path, (await framed(chosen, path)).url()]).toEqual([path, refused]);
    stage.complaints.splice(before);
  });
});
