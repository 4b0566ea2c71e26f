import { beforeAll, describe, expect, it } from 'vitest';
import { storedDomain } from '../../support/domains.ts';
import { manyDomains } from '../../support/many-domains.ts';
import { newOperator, type Person } from '../../support/operators.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let person: Person;
beforeAll(async () => {
  world = await testWorld();
  person = await newOperator(world, 'ADMIN');
});

const hidden = (body: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';

describe('the console', () => {
  it('does an action to everything that a filter finds, on a page of its own with progress and report', async () => {
    const names = await manyDomains(world, { prefix: 'konsool', count: 60 });
    const { browser } = person;
    const list = await browser.get('/operator/domains?q=konsool');
    const whole = hidden(list.body, 'whole');
    expect(list.body).toContain('All 60 of the list, on every page');
    const asked = await browser.post('/operator/many/domainLock', { whole, back: '/operator/domains' });
    expect(asked.body).toContain('Lock: all in domains');
    const rest = { whole, back: '/operator/domains', asked: 'yes', reason: 'Court order' };
    const shown = await browser.post('/operator/many/domainLock', rest);
    // How many are tried depends on the time that it takes.
    expect(shown.body).toMatch(/The first \d+ of 60 were tried/);
    expect(shown.body).toContain('Lock: 60 rows');
    expect(shown.body).toMatch(/0\.00 EUR at most, of the first \d+/);
    const started = await browser.post('/operator/many/domainLock', {
      ...rest,
      confirmed: 'yes',
      key: hidden(shown.body, 'key'),
      outcome: hidden(shown.body, 'outcome'),
    });
    expect(started.statusCode).toBe(303);
    const page = String(started.headers.location);
    const running = await browser.get(page);
    expect(running.headers.refresh).toBe(`3; url=${page}`);
    expect(running.body).toContain('<strong>0</strong> of 60 done');
    expect(running.body).toContain('/operator/do/bulkStop');
    await world.container.jobs.runJobs(['bulk']);
    const done = await browser.get(page);
    expect(done.headers.refresh).toBeUndefined();
    expect(done.body).toContain('<strong>60</strong> of 60 done');
    expect((await browser.get('/operator/works')).body).toContain(page);
    const csv = await browser.get(`/operator/works/rows.csv?work=${page.split('/').at(-1)}`);
    expect(csv.body.trim().split('\n')).toHaveLength(61);
    expect((await storedDomain(world, names[59] ?? '')).statuses).toContain('serverObjUpdateProhibited');
  });

  it('moves a portfolio after a confirmation, and stops it', async () => {
    const { browser } = person;
    await manyDomains(world, { prefix: 'portfell', count: 3 });
    expect((await browser.get('/operator/registrars/ALPHA')).body).toContain('Move the portfolio');
    const back = '/operator/registrars/ALPHA';
    const form = { registrar: 'ALPHA', toRegistrar: 'BETA', reason: 'It failed', back };
    const shown = await browser.post('/operator/do/registrarPortfolioMove', form);
    expect(shown.body).toContain('Of these, would be refused');
    expect(shown.body).toContain(`<a href="${back}">Go back</a>`);
    const outcome = hidden(shown.body, 'outcome');
    const moved = await browser.post('/operator/do/registrarPortfolioMove', {
      ...form,
      confirmed: 'yes',
      outcome,
    });
    const page = String(moved.headers.location);
    expect(page).toMatch(/^\/operator\/works\/\d+$/);
    expect((await browser.get(page)).body).toContain('Move the portfolio of ALPHA to BETA');
    const id = hidden((await browser.get(page)).body, 'id');
    await browser.post('/operator/do/bulkStop', { id, back: page });
    expect((await browser.get(page)).body).toContain(`by ${person.name}`);
  });
});
