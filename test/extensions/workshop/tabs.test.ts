import { beforeAll, describe, expect, it } from 'vitest';
import { facadeNarrowing } from '#src/extensions/facade/narrowed.ts';
import { sandboxNarrowing } from '#src/extensions/sandbox/narrowed.ts';
import { sandboxSecrets } from '#src/extensions/sandbox/settings.ts';
import { seedWorld } from '#src/extensions/sandbox/world.ts';
import { exampleCallers } from '#src/extensions/workshop/callers.ts';
import { tabs } from '#src/extensions/workshop/tabs.ts';
import { type SecondContainer, secondContainer } from '../../support/containers.ts';
import { buildSchema } from '../../support/schema.ts';
import type { Loose } from '../../support/world.ts';

const published = exampleCallers({ published: sandboxSecrets });

let demo: SecondContainer;
const schema = buildSchema();

beforeAll(async () => {
  demo = await secondContainer({ env: { LOG_LEVEL: 'silent' } });
  await seedWorld(demo.container, 'demo');
});

const tab = (title: string) => {
  const found = tabs(published, schema).find((one) => one.title === title);
  if (!found) throw new Error(`no tab ${title}`);
  return found;
};

/** Presses play. */
async function play(title: string): Promise<Loose> {
  const { query, variables, headers } = tab(title);
  const response = await demo.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...JSON.parse(headers ?? '{}') },
    payload: { query, variables: variables ? JSON.parse(variables) : undefined },
  });
  const body = response.json();
  expect({ status: response.statusCode, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  return body.data;
}

describe('the tabs of GraphiQL', () => {
  it('are there for each kind of user', () => {
    expect(tabs(published, schema).map(({ title }) => title)).toEqual([
      'Registrar tour',
      'Expiring domains',
      'Register and renew (dry run)',
      'Reservation portal',
      'Billing',
      'Operator',
      'Expiring by month',
      'Income by month and kind',
      'Domains by country',
      'Share of signed domains',
      'Unpaid reservations older than a day',
      'Quarterly report',
      'Transfers by month',
      'Who held what on a day',
    ]);
  });

  it('are those that the graph can answer: in front of another registry there is less of it', () => {
    const facade = buildSchema({ narrowedBy: [sandboxNarrowing, facadeNarrowing] });
    expect(tabs({}, facade).map(({ title }) => title)).toEqual([
      'Registrar tour',
      'Expiring domains',
      'Register and renew (dry run)',
      'Expiring by month',
      'Domains by country',
      'Share of signed domains',
      'Quarterly report',
      'Transfers by month',
      'Who held what on a day',
    ]);
  });

  it('say which kinds of callers can ask them', () => {
    const kinds = Object.fromEntries(tabs(published, schema).map((one) => [one.title, one.kinds]));
    expect(kinds).toMatchObject({
      'Register and renew (dry run)': ['registrar'],
      'Reservation portal': ['portal'],
      Billing: ['registrar', 'operator', 'billing'],
      Operator: ['operator'],
      'Expiring by month': ['registrar', 'operator'],
    });
  });

  it('hold no credentials outside the sandbox', () => {
    expect(tabs({}, schema).map(({ headers }) => headers)).toEqual(tabs(published, schema).map(() => null));
  });

  it('tour a registrar', async () => {
    const { viewer, contacts } = await play('Registrar tour');
    expect(viewer.name).toBe('alpha');
    expect(Number(contacts.totalCount)).toBeGreaterThan(0);
  });

  it('answer which domains expire, whose they are and what renewing costs', async () => {
    const { domains } = await play('Expiring domains');
    const nodes = domains.nodes as unknown as Loose[];
    expect(nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(['kevad.ee', 'regatt.ee']));
    expect(nodes[0]).toMatchObject({
      name: 'kevad.ee',
      registrant: { code: 'ALPHA:TAMM', name: 'Jaan Tamm' },
      renewQuote: { price: '10.00', currency: 'EUR' },
    });
  });

  it('register and renew without keeping anything', async () => {
    for (const _ of ['first click', 'second click']) {
      const { domainRegister, domainBulkRenew } = await play('Register and renew (dry run)');
      expect(domainRegister).toMatchObject({
        price: '10.00',
        domain: { name: 'minu-esimene-nimi.ee' },
        userErrors: [],
      });
      expect(domainBulkRenew).toMatchObject({
        price: '20.00',
        results: [
          { name: 'kevad.ee', ok: true },
          { name: 'suvi.ee', ok: true },
        ],
        userErrors: [],
      });
    }
  });

  it('show the portal names that a new company can have', async () => {
    const { reservationSuggestions, domainCheck } = await play('Reservation portal');
    expect((reservationSuggestions as unknown as Loose[]).length).toBeGreaterThan(0);
    expect(domainCheck).toMatchObject([
      { name: 'põhjatuulepagar.ee', available: true, price: '10.00' },
      { name: 'tamm.ee', available: false },
    ]);
  });

  it('show a billing client its invoices', async () => {
    const { viewer, invoices } = await play('Billing');
    expect(viewer).toEqual({ kind: 'BILLING_CLIENT', name: 'auction' });
    expect(Number(invoices.totalCount)).toBeGreaterThan(3);
  });

  it('answer what analysts ask', async () => {
    const { domains: expiring } = await play('Expiring by month');
    expect((expiring.groups as unknown as Loose[]).length).toBeGreaterThan(2);
    const { ledger } = await play('Income by month and kind');
    expect(new Set((ledger.groups as unknown as Loose[]).map(({ kind }) => kind))).toContain('RENEWAL');
    const { domains: byCountry } = await play('Domains by country');
    expect((byCountry.groups as unknown as Loose[])[0]).toMatchObject({ registrantCountryCode: 'EE' });
    const { domains: signed } = await play('Share of signed domains');
    expect(signed.groups).toContainEqual(expect.objectContaining({ zone: 'ee', signed: true }));
    const { reservations } = await play('Unpaid reservations older than a day');
    expect(Array.isArray(reservations.nodes)).toBe(true);
  });

  it('show the operator that the money adds up', async () => {
    const { ledgerProof, registrars } = await play('Operator');
    expect(ledgerProof.balanced).toBe(true);
    expect((registrars.nodes as unknown as Loose[]).map(({ code }) => code)).toEqual(['ALPHA', 'BETA']);
  });
});
