import { beforeAll, describe, expect, it } from 'vitest';
import { giveToken } from '../../../support/access-tokens.ts';
import { agentOf } from '../../../support/agents.ts';
import { newContact } from '../../../support/contacts.ts';
import { newDomain, setDomainStatuses } from '../../../support/domains.ts';
import { setBalance } from '../../../support/money.ts';
import { seed } from '../../../support/seed.ts';
import { beta, type Loose, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let agent: ReturnType<typeof agentOf>;
let holder: string;
const inDays = (days: number): Date => {
  const { calendar } = world.container;
  return calendar.startOf(calendar.plusDays(calendar.dateOf(world.clock.now()), days));
};

beforeAll(async () => {
  world = await testWorld();
  agent = agentOf(world, (await giveToken(world, ['WRITE', 'BILLING'])).auth);
  await setBalance(world, 'ALPHA', '1000.00');
  holder = await newContact(world, { name: 'Mari Maasikas' });
  for (const [name, days] of Object.entries({
    'soon.ee': 10,
    'later.ee': 60,
    'gone.ee': -5,
    'held.ee': 20,
  })) {
    await newDomain(world, { name, registrant: holder });
    await seed(world).alter(name, { expires_at: inDays(days) });
  }
  await setDomainStatuses(world, 'held.ee', ['serverRenewProhibited']);
  await setDomainStatuses(world, 'gone.ee', ['expired']);
  await newDomain(world, { name: 'theirs.ee', transferCode: 'sesame' }, { auth: beta });
});

const names = ({ domains }: Loose): string[] => domains.nodes.map(({ name }: Loose) => name);
const host = { hostname: 'ns1.hosting.example' };

/** What people ask assistants of a registrar for, and the call that the texts of the tools lead to. */
const tasks: readonly [string, string, () => object, (shown: Loose) => unknown][] = [
  [
    'Which domains expire this month?',
    'expiring_domains',
    () => ({}),
    (shown) => expect(names(shown)).toEqual(['soon.ee', 'held.ee']),
  ],
  [
    'And until a day?',
    'expiring_domains',
    () => ({ within: world.container.calendar.dateOf(inDays(61)) }),
    (shown) => expect(names(shown)).toEqual(['soon.ee', 'held.ee', 'later.ee']),
  ],
  [
    'Which of them can be renewed, and for how much?',
    'expiring_domains',
    () => ({ within: 'P30D', period: 'P2Y' }),
    ({ domains }) =>
      expect(
        domains.nodes.map(({ renewQuote, allowedActions }: Loose) => [renewQuote.price, allowedActions]),
      ).toEqual([
        [expect.any(String), [{ allowed: true, reasons: [] }]],
        [expect.any(String), [{ allowed: false, reasons: [expect.anything()] }]],
      ]),
  ],
  [
    'Which have expired?',
    'find_domains',
    () => ({ statuses: ['expired'] }),
    (shown) => expect(names(shown)).toEqual(['gone.ee']),
  ],
  [
    'Which does Mari have?',
    'find_domains',
    () => ({ registrant: holder }),
    ({ domains }) => expect(domains.totalCount).toBe(4),
  ],
  [
    'Find the domain with "soo"',
    'find_domains',
    () => ({ text: 'soo' }),
    (shown) => expect(names(shown)).toEqual(['soon.ee']),
  ],
  [
    'Who is Mari?',
    'find_contacts',
    () => ({ text: 'maasikas' }),
    ({ contacts }) => expect(contacts.nodes[0].code).toBe(holder),
  ],
  [
    'Show her',
    'show_contact',
    () => ({ code: holder }),
    ({ contact }) => expect(contact.name).toBe('Mari Maasikas'),
  ],
  [
    'Show soon.ee',
    'show_domain',
    () => ({ name: 'soon.ee' }),
    ({ domain }) => expect(domain.registrant.code).toBe(holder),
  ],
  [
    'Is free.ee free?',
    'check_names',
    () => ({ names: ['free.ee', 'soon.ee'] }),
    ({ domainCheck }) => expect(domainCheck.map(({ available }: Loose) => available)).toEqual([true, false]),
  ],
  [
    'What does a domain cost?',
    'list_prices',
    () => ({ zone: 'ee' }),
    ({ prices }) => expect(prices.nodes.length).toBeGreaterThan(0),
  ],
  ['What is our balance?', 'show_account', () => ({}), ({ account }) => expect(account.currency).toBe('EUR')],
  [
    'How many did we register this year?',
    'domain_statistics',
    () => ({ from: '2026-01-01', to: '2026-12-31', per: 'YEAR' }),
    ({ domainStatistics }) => expect(domainStatistics).toHaveLength(1),
  ],
  [
    'What is new?',
    'list_messages',
    () => ({}),
    ({ notifications }) => expect(notifications.nodes).toBeInstanceOf(Array),
  ],
  ['Register free.ee', 'register_domain', () => ({ name: 'free.ee', registrant: holder }), done],
  [
    'Renew soon.ee',
    'renew_domain',
    () => ({ name: 'soon.ee', expiresOn: world.container.calendar.dateOf(inDays(10)) }),
    done,
  ],
  [
    'Move later.ee to other nameservers',
    'set_nameservers',
    () => ({ name: 'later.ee', nameservers: [host, { hostname: 'ns2.hosting.example' }] }),
    done,
  ],
  ['Switch later.ee off', 'set_hold', () => ({ name: 'later.ee' }), done],
  ['Switch it on again', 'remove_hold', () => ({ name: 'later.ee' }), done],
  ['Take theirs.ee over', 'transfer_domain', () => ({ name: 'theirs.ee', transferCode: 'sesame' }), done],
];

function done(shown: Loose): void {
  const [payload] = Object.values(shown) as [Loose];
  expect(payload.userErrors).toEqual([]);
}

describe('the twenty most natural tasks', () => {
  it.each(tasks)('%s', async (_, tool, given, expected) => {
    const args = given() as Record<string, unknown>;
    const shown = await agent.call(tool, args);
    expected(shown.structuredContent);
    const [{ outcome } = {} as Loose] = Object.values(shown.structuredContent) as Loose[];
    if (expected === done) expected((await agent.call(tool, { ...args, outcome })).structuredContent);
  });
});

describe('the texts of each tool', () => {
  it('are its own: of arguments that are required, of pages, of dates and of lists of words', async () => {
    const tools = await agent.tools();
    const all = tools.flatMap(({ name, inputSchema }) =>
      Object.entries(inputSchema.properties as Record<string, Loose>).map(([argument, one]) => ({
        ...one,
        at: `${name}.${argument}`,
        isRequired: (inputSchema.required as string[]).includes(argument),
      })),
    ) as Loose[];
    for (const { at, description, isRequired, default: fallback } of all) {
      expect(description, at).toMatch(/^[A-Z].*\.$/);
      if (isRequired) expect(description, at).not.toMatch(/left out|Is exactly/);
      if (typeof fallback === 'number') expect(description, at).toContain(`${fallback} when left out`);
    }
    const of = (at: string) => all.find((one) => one.at === at);
    expect(of('domain_statistics.from')).toMatchObject({ format: 'date' });
    expect(of('renew_domain.expiresOn')).toMatchObject({ format: 'date' });
    expect(of('find_domains.statuses')).toMatchObject({
      items: { enum: expect.arrayContaining(['expired']) },
    });
  });

  it('say what there is, when something else is asked for', async () => {
    const message = async (tool: string, args: object) =>
      (await agent.call(tool, args)).structuredContent.errors[0].message;
    expect(await message('find_domains', { query: 'x' })).toMatch(
      /query\. It has text, registrant, statuses/,
    );
    expect(await message('find_domains', { statuses: ['EXPIRED'] })).toMatch(/^statuses may be .*expired/);
  });
});
