import type { Page, Request } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { portal } from '../../support/world.ts';
import { barriers } from './barriers.ts';
import { holdUp, inBrowser, leave, raiseCurtain, type Stage, stir } from './stage.ts';

const editor = (page: Page) => page.locator('.graphiql-query-editor .view-lines');
const early = (page: Page) => page.getByRole('textbox', { name: 'Question' });

/** Of the editor, which may be slow to come. */
const script = '**/assets/graphiql/graphiql.*.js';

inBrowser('GraphiQL, while it starts', () => {
  let stage: Stage;
  let page: Page;
  beforeAll(async () => {
    stage = await raiseCurtain();
    page = await stage.open('about:blank', { permissions: ['clipboard-read', 'clipboard-write'] });
  });
  beforeEach(async () => {
    await page.unrouteAll();
    await leave(page);
  });

  const expectNoBarriers = async () => {
    for (const [width, colorScheme] of [
      [390, 'light'],
      [1366, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect(await barriers(page)).toEqual([]);
    }
  };

  it('shows the question before the editor is there: the example, what was written last, or that of a link', async () => {
    await page.goto('/graphql');
    await stir(page);
    await editor(page).getByText('RegistrarTour').waitFor();
    await page.locator('#first-look').waitFor({ state: 'detached' });
    await page.route(script, (route) => route.abort());
    const firstLook = async (path: string): Promise<string> => {
      await page.goto('about:blank');
      await page.goto(path);
      return early(page).inputValue();
    };
    await page.evaluate(() => localStorage.clear());
    expect(await firstLook('/graphql')).toContain('query RegistrarTour {');
    await expectNoBarriers();
    await page.getByRole('status').getByText('The editor did not load.').waitFor();
    await page.evaluate(() => localStorage.setItem('graphiql:query', '{ viewer { kind } } # <b>'));
    expect(await firstLook('/graphql')).toBe('{ viewer { kind } } # <b>');
    expect(await firstLook('/graphql?query=%7Bclock%7Bnow%7D%7D')).toBe('{clock{now}}');
    expect(await firstLook('/graphql#query=%7Bclock%7Bnow%7D%7D&as=alpha')).toBe('{clock{now}}');
    stage.complaints.length = 0;
  });

  it('shows somebody new the first example with its answer, and starts the editor when they do something, or after a pause', async () => {
    const own = await stage.open('about:blank');
    const asked: string[] = [];
    const listen = (request: Request) => asked.push(request.postData() ?? '');
    own.on('request', listen);
    const answered = async () => {
      await own.goto('/graphql');
      await own.getByRole('region', { name: 'First answer' }).getByText('"ALPHA"', { exact: true }).waitFor();
    };
    const started = own.locator('script[src*="/graphiql."]');
    await own.clock.install();
    await own.clock.pauseAt(Date.now() + 1000);
    await answered();
    expect(await started.count()).toBe(0);
    await own.clock.runFor(7000);
    await started.waitFor({ state: 'attached' });

    for (const begin of [() => own.mouse.move(300, 300), () => own.keyboard.press('Tab')]) {
      await leave(own);
      await answered();
      expect(await started.count()).toBe(0);
      await begin();
      await started.waitFor({ state: 'attached' });
    }
    await own.clock.resume();
    await own.locator('.result-window').getByText('"ALPHA"', { exact: true }).waitFor();
    await early(own).waitFor({ state: 'detached' });
    // In each of the three visits once: GraphiQL gets the answer that was shown.
    expect(asked.filter((body) => body.includes('"operationName":"RegistrarTour"'))).toHaveLength(3);
    expect(stage.complaints).toEqual([]);
  });

  it('does what was pressed, and keeps the answer beside what was written, once the editor is there', async () => {
    const letGo = await holdUp(page, script);
    await page.goto('/graphql');
    await page.getByRole('region', { name: 'First answer' }).getByText('"ALPHA"', { exact: true }).waitFor();
    await expectNoBarriers();
    await early(page).press('Control+Home');
    await page.keyboard.type('# early ');
    await page.getByRole('button', { name: 'Questions' }).click();
    letGo();
    await page.getByRole('dialog', { name: 'Questions' }).waitFor();
    await editor(page).getByText('# early').waitFor();
    await page.locator('.result-window').getByText('"ALPHA"', { exact: true }).waitFor();

    await leave(page);
    const goOn = await holdUp(page, script);
    await page.goto('/graphql');
    await page.locator('.first-tabs').getByText('ExpiringDomains').click();
    goOn();
    await page.getByRole('tab', { name: 'ExpiringDomains', selected: true }).waitFor();
    expect(stage.complaints).toEqual([]);
  });

  it('takes what is written before the editor is there, and goes on with it in the same place', async () => {
    const letGo = await holdUp(page, script);
    await page.goto('/graphql', { waitUntil: 'commit' });
    await early(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# early ');
    letGo();
    await editor(page).getByText('# early').waitFor();
    await early(page).waitFor({ state: 'detached' });
    await page.keyboard.type('and late');
    await editor(page).getByText('# early and late').waitFor();
    // As everything that is written: it is there the next time.
    const kept = () => page.evaluate(() => localStorage.getItem('graphiql:query'));
    await expect.poll(kept).toMatch(/^# early and late/);
    expect(stage.complaints).toEqual([]);
  });

  it('gives it a tab of its own where the editor opens on another question', async () => {
    await page.goto('/');
    await page.evaluate((authorization) => {
      const session = { authorization, who: 'portal', kind: 'portal', budget: null };
      sessionStorage.setItem('zonegraph:session', JSON.stringify(session));
    }, portal);
    const letGo = await holdUp(page, script);
    await page.goto('/graphql', { waitUntil: 'commit' });
    await early(page).fill('query Early { clock { now } }');
    letGo();
    await page.getByRole('tab', { name: 'Early', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'ReservationPortal' }).click();
    await editor(page).getByText('query ReservationPortal').waitFor();
    expect(stage.complaints).toEqual([]);
  });

  it('never mixes it with the question that was kept, which it had not shown yet', async () => {
    await page.goto('/');
    await page.evaluate(() => localStorage.setItem('graphiql:query', 'query Kept { viewer { kind } }'));
    const letGo = await holdUp(page, '**/assets/graphiql/first-look.*.js');
    await page.goto('/graphql', { waitUntil: 'commit' });
    await early(page).fill('query Early { clock { now } }');
    letGo();
    await page.getByRole('tab', { name: 'Early', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Kept' }).click();
    await editor(page).getByText('query Kept').waitFor();
    expect(stage.complaints).toEqual([]);
  });

  it('makes no error whose source a browser would look up', async () => {
    const own = await stage.open('about:blank');
    await own.addInitScript(() => {
      const made: string[] = [];
      const noted = (kind: ErrorConstructor) =>
        new Proxy(kind, {
          apply: (target, _, [message]) => {
            made.push(String(message));
            return target(message);
          },
          construct: (target, given, asked) => {
            if (!('renderYogaGraphiQL' in Object(Reflect.get(globalThis, 'YogaGraphiQL'))))
              made.push(String(given[0]));
            return Reflect.construct(target, given, asked);
          },
        });
      Object.assign(globalThis, { made, Error: noted(Error) });
    });
    await own.goto('/graphql');
    await stir(own);
    await editor(own).getByText('RegistrarTour').waitFor();
    expect(await own.evaluate('made')).toEqual([]);
    const address = await own.locator('script[src*="/graphiql."]').getAttribute('src');
    const text = await (await own.request.get(address ?? '')).text();
    expect(text.match(/\brequire\("[\w@]/)).toBeNull();
  });

  it('has its icons from a file of ours, lets people paste, and takes nothing of a paste that brings nothing', async () => {
    await page.goto('/graphql');
    await stir(page);
    await editor(page).getByText('RegistrarTour').click();
    expect(await page.evaluate(async () => (await document.fonts.load('16px codicon')).length)).toBe(1);
    const isTaken = await page.evaluate(() => {
      const empty = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      document.querySelector('.graphiql-query-editor textarea')?.dispatchEvent(empty);
      return empty.defaultPrevented;
    });
    expect(isTaken).toBe(false);
    await page.evaluate(() => navigator.clipboard.writeText('#pasted'));
    await page.keyboard.press('Control+V');
    await editor(page).getByText('#pasted').waitFor();
    expect(stage.complaints).toEqual([]);
  });
});
