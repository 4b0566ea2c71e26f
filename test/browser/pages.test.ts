import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { inBrowser, raiseCurtain, type Stage } from './stage.ts';

const run = promisify(execFile);
const slow = 90_000;

inBrowser('pages of the sandbox, as somebody new sees them', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await raiseCurtain();
  }, slow);

  it('the landing page says what this is and leads everywhere', { timeout: slow }, async () => {
    const page = await stage.open('/');
    expect(await page.title()).toBe('Zonegraph');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('domain registry');
    for (const name of ['GraphiQL', 'REST docs', 'Sandbox', 'Status'])
      expect(await page.getByRole('navigation').getByRole('link', { name }).count(), name).toBe(1);
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.locator('.credentials').textContent()).toContain('alpha-sandbox');
  });

  it('what the landing page offers to paste works as pasted', { timeout: slow }, async () => {
    const page = await stage.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy: Register a domain' }).click();
    await page.getByText('Copied').first().waitFor();
    const pasted = await page.evaluate(() => navigator.clipboard.readText());
    const { stdout } = await run('sh', ['-c', pasted.replace('curl ', 'curl -s ')]);
    expect(JSON.parse(stdout)).toMatchObject({ code: 1000, data: { domain: { name: 'my-first.ee' } } });

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

  it('no page is wider than a phone', { timeout: slow }, async () => {
    for (const path of ['/', '/docs', '/sandbox', '/confirm/nothing']) {
      const page = await stage.open(path, { viewport: { width: 390, height: 844 } });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
      await page.context().close();
    }
    // A link that leads nowhere answers 404, which the browser's console tells.
    stage.complaints.length = 0;
  });

  it('GraphiQL answers on its first tab at the first click, and on every other', {
    timeout: slow,
  }, async () => {
    const page = await stage.open('/graphql');
    const answer = page.locator('.result-window');
    const play = page.getByRole('button', { name: /execute query/i });
    await play.click();
    await answer.getByText('ALPHA').first().waitFor();
    expect(await answer.textContent()).toContain('1000.00');
    const answers = new Map<string, { data?: unknown; errors?: unknown }>();
    page.on('response', async (response) => {
      const asked = JSON.parse(response.request().postData() ?? '{}') as { operationName?: string };
      if (asked.operationName) answers.set(asked.operationName, await response.json());
    });
    for (const tab of ['ExpiringDomains', 'RegisterAndRenew', 'ReservationPortal', 'Billing', 'Operator']) {
      // GraphiQL's tabs can be dragged too, and it takes some clicks for the beginning of that.
      await expect
        .poll(
          async () => {
            await page.getByRole('tab', { name: tab }).click();
            const isChosen = (await page.getByRole('tab', { name: tab, selected: true }).count()) === 1;
            if (isChosen) await play.click();
            return answers.get(tab);
          },
          { timeout: 20_000, interval: 700 },
        )
        .toMatchObject({ data: expect.anything() });
      expect(answers.get(tab)?.errors, tab).toBeUndefined();
    }
  });

  it('the REST documentation is complete and can be tried without signing in', {
    timeout: slow,
  }, async () => {
    const page = await stage.open('/docs');
    const operation = page.locator('.opblock-get', {
      has: page.locator('[data-path="/registry/v1/domains/{domain_name}"]'),
    });
    await operation.locator('.opblock-summary-control').click();
    await operation.getByText('Query.domain').first().waitFor();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const body = operation.locator('.live-responses-table .response-col_description');
    await body.getByText('"tamm.ee"').first().waitFor();
    expect(
      await operation.locator('.live-responses-table tbody .response-col_status').first().textContent(),
    ).toContain('200');
    for (const api of ['Registrar API', 'Reservation API', 'Billing API'])
      expect(await page.getByRole('heading', { name: api }).count(), api).toBe(1);
  });

  it('the clock of the sandbox moves, and tells what happened on the way', { timeout: slow }, async () => {
    const page = await stage.open('/sandbox');
    await page.locator('#proof').getByText('adds up').waitFor();
    await page.getByRole('button', { name: 'A week later' }).click();
    await page.locator('#events').getByText('domain expired').first().waitFor();
    expect(await page.locator('#events').textContent()).toContain('kevad.ee');
    await page.locator('#ahead').getByText('7 days ahead').waitFor();
    const ahead = stage.house.clock.now().getTime() - Date.now();
    expect(Math.round(ahead / 86_400_000)).toBe(7);
  });

  it('nothing was fetched from elsewhere, and no script complained', { timeout: slow }, async () => {
    const foreign: string[] = [];
    const page = await stage.open('about:blank');
    page.on('request', (request) => {
      if (!request.url().startsWith(stage.url) && !/^(data|blob):/.test(request.url()))
        foreign.push(request.url());
    });
    for (const path of ['/', '/docs', '/sandbox', '/graphql']) {
      await page.goto(path);
      await page.waitForTimeout(500);
    }
    expect(foreign).toEqual([]);
    expect(stage.complaints).toEqual([]);
  });
});
