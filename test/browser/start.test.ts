import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { inBrowser, raiseCurtain, type Stage } from './stage.ts';

const slow = 90_000;
const editor = (page: Page) => page.locator('.graphiql-query-editor .view-lines');

inBrowser('GraphiQL, while it starts', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await raiseCurtain();
  }, slow);

  it('shows the question before the editor is there: the example, or what was written last', {
    timeout: slow,
  }, async () => {
    const page = await stage.open('/graphql');
    await editor(page).getByText('RegistrarTour').waitFor();
    expect(await page.locator('#first-look').count()).toBe(0);
    await page.route('**/assets/graphiql/graphiql.*.js', (route) => route.abort());
    const firstLook = async (path: string): Promise<string> => {
      await page.goto('about:blank');
      await page.goto(path);
      return page.locator('#first-look').innerText();
    };
    await page.evaluate(() => localStorage.clear());
    expect(await firstLook('/graphql')).toContain('query RegistrarTour {');
    await page.evaluate(() => localStorage.setItem('graphiql:query', '{ viewer { kind } } # <b>'));
    expect(await firstLook('/graphql')).toBe('{ viewer { kind } } # <b>');
    expect(await firstLook('/graphql?query=%7Bclock%7Bnow%7D%7D')).toBe('{clock{now}}');
    // The question of a link is read with the editor; until then there is none.
    expect(await firstLook('/graphql#query=%7Bclock%7Bnow%7D%7D')).toBe('');
    stage.complaints.length = 0;
  });

  it('makes no error of which a browser would look for the place', { timeout: slow }, async () => {
    const page = await stage.open('about:blank');
    await page.addInitScript(() => {
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
    await page.goto('/graphql');
    await editor(page).getByText('RegistrarTour').waitFor();
    expect(await page.evaluate('made')).toEqual([]);
    const script = await page.locator('script[src*="/graphiql."]').getAttribute('src');
    const text = await (await page.request.get(script ?? '')).text();
    expect(text.match(/\brequire\("[\w@]/)).toBeNull();
  });

  it('has its icons from a file of ours', { timeout: slow }, async () => {
    const page = await stage.open('/graphql');
    await editor(page).getByText('RegistrarTour').waitFor();
    expect(await page.evaluate(async () => (await document.fonts.load('16px codicon')).length)).toBe(1);
    expect(stage.complaints).toEqual([]);
  });

  it('lets people paste, and takes nothing of a paste that brings nothing', { timeout: slow }, async () => {
    const page = await stage.open('/graphql', { permissions: ['clipboard-read', 'clipboard-write'] });
    await editor(page).getByText('RegistrarTour').click();
    const isTaken = await page.evaluate(() => {
      const empty = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      document.querySelector('.graphiql-query-editor textarea')?.dispatchEvent(empty);
      return empty.defaultPrevented;
    });
    expect(isTaken).toBe(false);
    await page.evaluate(() => navigator.clipboard.writeText('#pasted'));
    await page.keyboard.press('Control+V');
    await editor(page).getByText('#pasted').waitFor();
  });
});
