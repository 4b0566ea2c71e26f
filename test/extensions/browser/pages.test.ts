import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Page, Response } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { operator } from '../../support/world.ts';
import { faults } from './barriers.ts';
import { inBrowser, leave, raiseCurtain, type Stage, stir } from './stage.ts';

const run = promisify(execFile);
const slow = 120_000;

interface Asked {
  readonly operationName?: string;
}

/** How often functions of the page's scripts are called while something happens: as often on a busy machine as on an idle one. */
async function callsDuring(page: Page, happening: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await happening();
  const { result } = await session.send('Profiler.takePreciseCoverage');
  await session.detach();
  return result
    .flatMap(({ functions }) => functions)
    .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
}

/** As people click: the mouse is never quite still between press and release. */
async function clickOnce(page: Page, tab: string): Promise<void> {
  const box = await page.getByRole('tab', { name: tab }).boundingBox();
  if (!box) throw new Error(`no tab ${tab}`);
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2, { steps: 3 });
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 3 + 4, box.y + box.height / 2 + 1, { steps: 2 });
  await page.mouse.up();
  await page.getByRole('tab', { name: tab, selected: true }).waitFor();
}

inBrowser('pages of the sandbox, as somebody new sees them', () => {
  let stage: Stage;
  let page: Page;
  /** As somebody who was never here, unless the last one left the page for the next. */
  const visit = async (path: string, width = 1280) => {
    await leave(page);
    await page.setViewportSize({ width, height: 850 });
    await page.goto(path);
    await stir(page);
  };
  beforeAll(async () => {
    stage = await raiseCurtain();
    page = await stage.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  }, slow);

  it('the landing page says what this is and leads everywhere', { timeout: slow }, async () => {
    expect(await page.title()).toBe('Zonegraph');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('domain registry');
    for (const name of ['GraphiQL', 'REST docs', 'Guides', 'Sandbox', 'Console', 'Status'])
      expect(await page.getByRole('navigation').getByRole('link', { name }).count(), name).toBe(1);
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.locator('.credentials').textContent()).toContain('alpha-sandbox');
  });

  it('the landing page answers the first question of /ask with a picture, and leads to it and to others', {
    timeout: slow,
  }, async () => {
    const asked = page.locator('.asked');
    await asked.locator('.picture svg text').getByText('Expires, by month').waitFor();
    expect(await asked.locator('.picture [data-mark="bar"] rect').count()).toBeGreaterThan(5);
    expect(await asked.getByRole('listitem').count()).toBe(3);
    await asked.getByRole('link', { name: /expire in each of the next twelve months/ }).click();
    await page.locator('#answer-title').getByText('Domains by month of expiry').waitFor();
    await page.locator('#picture [data-mark="bar"]').first().waitFor();
    await page.goBack();
    expect(stage.complaints).toEqual([]);
  });

  it('the landing page asks both APIs, and again what somebody makes of the request', {
    timeout: slow,
  }, async () => {
    const answer = (title: string) => page.getByLabel(`The answer: ${title}`);
    await expect.poll(() => answer('REST: at its documented path').textContent()).toContain('"code": 1000');
    const graphql = 'GraphQL: what a screen needs';
    await expect.poll(() => answer(graphql).textContent()).toContain('"name": "kevad.ee"');
    await page.getByRole('textbox', { name: graphql }).fill('{ viewer { name } }');
    await page.getByRole('button', { name: `Send: ${graphql}` }).click();
    await expect.poll(() => answer(graphql).textContent()).toContain('"name": "alpha"');
    const rest = 'REST: at its documented path';
    await page.getByRole('textbox', { name: rest }).fill('DELETE /registry/v1/domains/kevad.ee');
    await page.getByRole('button', { name: `Send: ${rest}` }).click();
    await expect.poll(() => answer(rest).textContent()).toMatch(/^Write GET and a path/);
  });

  it('what the landing page offers to paste works as pasted', { timeout: slow }, async () => {
    await page.getByRole('button', { name: 'Copy: Register a domain' }).click();
    await page.getByText('Copied').first().waitFor();
    const pasted = await page.evaluate(() => navigator.clipboard.readText());
    const { stdout } = await run('sh', ['-c', pasted.replace('curl ', 'curl -s ')]);
    expect(JSON.parse(stdout)).toMatchObject({ code: 1000, data: { domain: { name: 'hello-zone.ee' } } });

    const query = await page.locator('#code-1').textContent();
    const answer = await fetch(`${stage.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa('alpha:alpha-sandbox')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query }),
    });
    const { data } = (await answer.json()) as {
      data: { domains: { totalCount: number; nodes: { renewQuote: { price: string } }[] } };
    };
    expect(data.domains.totalCount).toBeGreaterThan(5);
    expect(data.domains.nodes[0]?.renewQuote.price).toBe('10.00');
  });

  it('GraphiQL answers on every tab at the first click, and after a reload for the callers of that tab', {
    timeout: slow,
  }, async () => {
    const answers: { operation: string; data?: unknown; errors?: unknown }[] = [];
    const listen = async (response: Response) => {
      const { operationName: operation } = JSON.parse(response.request().postData() ?? '{}') as Asked;
      if (operation && operation !== 'IntrospectionQuery')
        answers.push({ operation, ...((await response.json()) as object) });
    };
    page.on('response', listen);
    const tabs = ['ExpiringDomains', 'RegisterAndRenew', 'ReservationPortal', 'Billing', 'Operator'];
    const play = async (operation: string) => {
      await page.getByRole('button', { name: /execute query/i }).click();
      await expect.poll(() => answers.map((answer) => answer.operation)).toContain(operation);
      expect(answers).toEqual([{ operation, data: expect.anything(), extensions: expect.anything() }]);
      answers.length = 0;
    };
    // Somebody new sees an answer without a click.
    await visit('/graphql');
    await expect.poll(() => answers.map((answer) => answer.operation)).toEqual(['RegistrarTour']);
    await page.getByRole('button', { name: /execute query/i }).waitFor();
    answers.length = 0;
    await play('RegistrarTour');
    // Before or after the landing page's first domain was paid for.
    await expect.poll(() => page.locator('.result-window').textContent()).toMatch(/"(?:1000|990)\.00"/);
    for (const tab of tabs) {
      await clickOnce(page, tab);
      await play(tab);
    }
    await page.reload();
    await play('Operator');
    // What a tab asks, and as whom, is kept alike for all of them.
    for (const tab of ['RegistrarTour', 'ReservationPortal']) {
      await clickOnce(page, tab);
      await play(tab);
    }
    expect(await page.getByRole('tab').count()).toBe(14);
    page.off('response', listen);
  });

  it('GraphiQL opens for each signed-in caller with what it can ask', { timeout: slow }, async () => {
    await visit('/');
    await page.evaluate((authorization) => {
      const session = { authorization, who: 'operator', kind: 'operator', budget: null };
      sessionStorage.setItem('zonegraph:session', JSON.stringify(session));
    }, operator);
    await page.goto('/graphql');
    const names = () => page.getByRole('tab').allTextContents();
    await expect.poll(names).toContain('Operator');
    for (const other of ['RegisterAndRenew', 'ReservationPortal']) expect(await names()).not.toContain(other);
  });

  it('the landing page leads to a question in GraphiQL, and its answer can be taken away as CSV', {
    timeout: slow,
  }, async () => {
    await visit('/');
    await page.getByRole('link', { name: 'Open it in GraphiQL' }).click();
    await page.getByRole('tab', { name: 'WhatExpires', selected: true }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(15);
    const csv = page.getByRole('button', { name: 'Download CSV' });
    expect(await csv.isVisible()).toBe(false);
    await page.getByRole('button', { name: /execute query/i }).click();
    await csv.waitFor();
    const downloaded = page.waitForEvent('download');
    await csv.click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toBe('WhatExpires.csv');
    const [head, first] = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(head).toContain('name,expiresAt,registrant.name,renewQuote.price,renewQuote.currency');
    expect(first).toMatch(/^kevad.ee,.*Jaan Tamm,10.00,EUR/);
    await clickOnce(page, 'RegistrarTour');
    await csv.waitFor({ state: 'hidden' });
  });

  it('GraphiQL opens its docs beside the editor where there is room, and in its place where there is none', {
    timeout: slow,
  }, async () => {
    await visit('/graphql', 1600);
    await page.getByRole('link', { name: 'Query', exact: true }).click();
    await page.getByRole('link', { name: 'domains', exact: true }).click();
    await page.getByText('Which domains; all that you sponsor').first().waitFor();
    expect(await page.getByRole('button', { name: /execute query/i }).isVisible()).toBe(true);

    await visit('/graphql', 390);
    const editor = page.getByRole('region', { name: 'Operation Editor' });
    const gap = async (): Promise<number> => {
      const question = await editor.boundingBox();
      const answer = await page.locator('.result-window').boundingBox();
      return Number(answer?.y) - Number(question?.y) - Number(question?.height);
    };
    await expect.poll(gap).toBeGreaterThan(-1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: /documentation explorer/i }).click();
    await page.getByRole('link', { name: 'Query', exact: true }).waitFor();
    await editor.waitFor({ state: 'hidden' });
  });

  it("the current entry of a phone's menu stands where the page begins, or in sight", {
    timeout: slow,
  }, async () => {
    for (const path of ['/ask', '/sql', '/docs', '/guides']) {
      await visit(path, 390);
      const left = (selector: string) =>
        page.locator(selector).evaluate((element) => {
          const { paddingLeft } = getComputedStyle(element);
          return element.getBoundingClientRect().left + Number.parseFloat(paddingLeft);
        });
      const [entry, begin] = [await left('body > header nav a[aria-current]'), await left('h1')];
      expect(entry, path).toBeGreaterThanOrEqual(begin - 1);
      expect(entry, path).toBeLessThan(330);
    }
  });

  it('the REST documentation is complete and can be tried without signing in', {
    timeout: slow,
  }, async () => {
    await visit('/docs');
    // A hundred routes take long to draw: only those of the API that somebody opens are.
    const registrarApi = page.getByRole('heading', { name: 'Registrar API' });
    await registrarApi.getByText(/ \d\d routes\.$/).waitFor();
    expect(await page.locator('.opblock-tag').count()).toBe(3);
    expect(await page.locator('.opblock').count()).toBe(0);
    expect(await faults(page)).toEqual([]);
    await registrarApi.getByRole('button', { name: 'Show the routes' }).press('Enter');
    const operation = page.locator('.opblock-get', {
      has: page.locator('[data-path="/registry/v1/domains/{domain_name}"]'),
    });
    // Resolved with the whole document, an operation takes 45 million calls; alone, 7 million.
    const calls = await callsDuring(page, async () => {
      await operation.locator('.opblock-summary-control').click();
      await operation.getByText('Query.domain').first().waitFor();
    });
    expect(calls).toBeLessThan(15_000_000);
    const described = operation.locator('.responses-wrapper');
    await described.getByText('"Jaan Tamm"').first().waitFor();
    for (const refusal of [
      '2303 Object does not exist',
      '2502 Session limit exceeded',
      '2400 Command failed',
    ])
      expect(await described.getByText(refusal).count(), refusal).toBeGreaterThan(0);
    await operation.getByRole('button', { name: 'Execute' }).click();
    const body = operation.locator('.live-responses-table .response-col_description');
    await body.getByText('"tamm.ee"').first().waitFor();
    expect(
      await operation.locator('.live-responses-table tbody .response-col_status').first().textContent(),
    ).toContain('200');
    for (const api of ['Registrar API', 'Reservation API', 'Billing API'])
      expect(await page.getByRole('heading', { name: api }).count(), api).toBe(1);
  });

  it('a route is found by any word, and shown as code before and after it was executed', {
    timeout: slow,
  }, async () => {
    const routes = page.locator('.opblock');
    await page.getByLabel('Find a route').fill('put registrar nameservers');
    await expect.poll(() => routes.count()).toBe(1);
    // Of an API that nobody has opened, too.
    await page.getByLabel('Find a route').fill('reservations');
    await page.locator('.opblock', { hasText: 'reservation' }).first().waitFor();
    // By what people call it, where no route says so.
    await page.getByLabel('Find a route').fill('price');
    await page.locator('.opblock', { hasText: 'Renews several domains' }).first().waitFor();
    await page.getByLabel('Find a route').fill('domainRegister');
    await page.getByText('1 route', { exact: true }).waitFor();
    await routes.locator('.opblock-summary-control').click();
    const code = routes.locator('.code pre');
    expect(await code.textContent()).toContain("-u 'alpha:alpha-sandbox'");
    expect(await code.textContent()).toContain("-H 'dry-run: true'");
    expect(await routes.getByLabel('Dry-Run').inputValue()).toBe('true');
    for (const [language, word] of [
      ['TypeScript', 'await fetch('],
      ['Python', 'import requests'],
      ['PHP', '<?php'],
    ] as const) {
      await routes.getByRole('button', { name: language }).click();
      await code.getByText(word).waitFor();
    }
    const body = routes.getByLabel('Request body');
    await body.fill((await body.inputValue()).replace('rohelinemaja', 'leitud'));
    await routes.getByRole('button', { name: 'Execute' }).click();
    await code.getByText('leitud.ee').waitFor();
    expect((await code.textContent())?.toLowerCase()).toContain('dry-run');
    await routes.locator('.live-responses-table').getByText('"leitud.ee"').first().waitFor();
    // It has all of its parts by now.
    expect(await faults(page)).toEqual([]);
  });

  it('the clock of the sandbox moves, and tells what happened on the way', { timeout: slow }, async () => {
    await visit('/sandbox');
    await page.locator('#proof').getByText('adds up').waitFor();
    const button = page.getByRole('button', { name: 'A week later' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('#events').getByText('domain expired').first().waitFor();
    await page.locator('#events').getByText('kevad.ee').first().waitFor();
    await page.locator('#ahead').getByText('7 days ahead').waitFor();
    const ahead = stage.container.clock.now().getTime() - Date.now();
    expect(Math.round(ahead / 86_400_000)).toBe(7);
    // Who works by keyboard stands where they were.
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await page.locator('#date').textContent()).toMatch(/^[A-Z][a-z]+day, \d{4}-\d\d-\d\d \(/);
  });

  it('nothing was fetched from elsewhere on any page, and no script complained', {
    timeout: slow,
  }, async () => {
    await visit('/guides/analysts');
    await page.goto('/sandbox/webhooks', { waitUntil: 'networkidle' });
    expect(stage.complaints).toEqual([]);
  });
});
