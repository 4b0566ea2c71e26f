import { beforeAll, describe, expect, it } from 'vitest';
import { billingApi, billingDesk } from '../../../support/billing.ts';
import { storedDomain } from '../../../support/domains.ts';
import { manyDomains } from '../../../support/many-domains.ts';
import { newOperator, type Person } from '../../../support/operators.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let person: Person;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
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
    const blank = await browser.post('/operator/many/domainLock', { ...rest, reason: ' ' });
    expect([blank.statusCode, blank.body]).toEqual([422, expect.stringContaining('Reason: is required.')]);
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
    expect(done.body).toContain('Court order');
    expect(done.headers.refresh).toBeUndefined();
    expect(done.body).toContain('<strong>60</strong> of 60 done');
    expect((await browser.get('/operator/works')).body).toContain(page);
    const csv = await browser.get(`/operator/works/rows.csv?work=${page.split('/').at(-1)}`);
    expect(csv.body.trim().split('\n')).toHaveLength(61);
    const unreadable = await browser.get(`/operator/works/rows.csv?work=${page.split('/').at(-1)}&q=%00`);
    expect([unreadable.statusCode, unreadable.body]).toEqual([
      400,
      expect.stringContaining('The request is not valid'),
    ]);
    expect((await storedDomain(world, names[59] ?? '')).statuses).toContain('serverObjUpdateProhibited');
  });

  it('says on the page of a work what was entered for all its rows', async () => {
    const { browser } = person;
    await manyDomains(world, { prefix: 'sisestus', count: 2 });
    const whole = '/operator/domains?q=sisestus';
    const entered = async (action: string, form: Record<string, string>) => {
      const rest = { whole, back: '/operator/domains', asked: 'yes', ...form };
      const shown = await browser.post(`/operator/many/${action}`, rest);
      const [key, outcome] = [hidden(shown.body, 'key'), hidden(shown.body, 'outcome')];
      const begun = await browser.post(`/operator/many/${action}`, {
        ...rest,
        confirmed: 'yes',
        key,
        outcome,
      });
      return (await browser.get(String(begun.headers.location))).body;
    };
    const replaced = await entered('domainNameserverReplace', {
      hostname: 'ns1.old.example',
      newNameserver: 'ns9.sisestus.example 192.0.2.9',
      reason: 'They fail',
    });
    expect(replaced).toMatch(/Nameserver that goes[\s\S]{1,40}ns1\.old\.example/);
    expect(replaced).toMatch(/Nameserver that takes its place[\s\S]{1,40}ns9\.sisestus\.example/);
    expect(await entered('domainStatusesSet', { add: 'serverHold', note: 'Court' })).toMatch(
      /Set[\s\S]{1,40}serverHold/,
    );
  });

  it('says of a value that does not fit which field of the form it is in', async () => {
    const { browser } = person;
    const [name = ''] = await manyDomains(world, { prefix: 'vale', count: 1 });
    for (const [action, form, words] of [
      [
        'accountAdjust',
        { registrar: 'ALPHA', amount: '12,50' },
        'Amount in euros: must be an amount such as',
      ],
      ['accountAdjust', { registrar: 'ALPHA' }, 'Amount in euros: is required.'],
      ['disputeOpen', { name, startsAt: '31.12.2026' }, 'From: must be a day as yyyy-mm-dd'],
      ['domainContactsAdd', { name, contacts: 'boss ALPHA:TAMM', reason: 'x' }, 'Contacts: has a value that'],
    ] as const) {
      const { statusCode, body } = await browser.post(`/operator/do/${action}`, {
        ...form,
        back: '/operator',
      });
      expect([action, statusCode, body]).toEqual([action, 422, expect.stringContaining(words)]);
      expect(body).not.toContain('$input');
    }
  });

  it('says before refunds how much money leaves, for each and in all, for a whole list and for chosen rows', async () => {
    const { browser } = person;
    const desk = billingDesk(world, provider);
    const registry = await billingApi(world, 'registry');
    const issued = await registry.post('/invoice_generator/reference_number_generator', {
      initiator: 'registry',
      owner: 'Alpha Domains',
    });
    const numbers: number[] = [];
    for (const [amount, topUp] of [
      [10, {}],
      [25.5, { reference_number: issued.body.reference_number }],
    ] as const) {
      const number = await desk.invoice(registry, { transaction_amount: amount.toFixed(2), ...topUp });
      await desk.callback(
        desk.payment(number, 'settled', { initial_amount: amount, standing_amount: amount }),
      );
      numbers.push(number);
    }
    const back = '/operator/invoices';
    const whole = `${back}?status=PAID`;
    const shown = await browser.post('/operator/many/invoiceRefund', { whole, back });
    expect(shown.body).toContain('<h1>Refund it: 2 rows, 35.50 EUR?</h1>');
    expect(shown.body).toContain('10.00 to 25.50 EUR');
    expect(shown.body).toContain('<strong>35.50 EUR</strong>');
    expect(shown.body).toMatch(/Registrars lose of their credit[\s\S]{1,40}25\.50 EUR/);
    expect(shown.body).not.toContain('costs its registrar');
    expect(shown.body).toContain('>Refund it: 2 rows, 35.50 EUR</button>');
    const form = new URLSearchParams({ back });
    for (const number of numbers) form.append('row', `about=${number}&number=${number}&userUniqueId=`);
    const chosen = await browser.post('/operator/many/invoiceRefund', form);
    expect(chosen.body).toContain('<h1>Refund it: 2 rows, 35.50 EUR?</h1>');
    expect(chosen.body).toMatch(/Euros to refund: <strong>25\.50<\/strong>/);
    expect(chosen.body).toMatch(/Euros to refund in all[\s\S]{1,40}35\.50/);
    expect(chosen.body).toMatch(/Euros of credit taken back in all[\s\S]{1,40}25\.50/);
    expect(provider.requests.filter(({ path }) => path === '/payments/refund')).toEqual([]);
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
