import { beforeAll, describe, expect, it } from 'vitest';
import { noticesIn } from '#src/registry/operations/runner/notices.ts';
import { notifiedInWords } from '#src/registry/rules/registrar/notified-in-words.ts';
import { newContact } from '../../support/contacts.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { setBalance } from '../../support/money.ts';
import { alpha, beta, type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  await setBalance(world, 'ALPHA', '1000.00');
});

const select =
  'summary mails messages recipients { by kind count contact { code name email } registrar { name } }';

async function notifiedBy(field: string, input: string, auth = alpha, args = 'dryRun: true'): Promise<Loose> {
  const { data, errors } = await graph(
    world,
    `mutation { ${field}(input: ${input} ${args}) { notifies { ${select} } userErrors { message } } }`,
    { auth },
  );
  expect(errors).toBeUndefined();
  expect(data[field].userErrors).toEqual([]);
  return data[field].notifies;
}

it('shows registrars first, at most a hundred, counts all, and leaves out mails without an address', () => {
  const mail = (contactId: number, to = 'a@b.ee') =>
    ({ kind: 'mail', subject: 'x', payload: { to }, recipients: [{ contactId }] }) as const;
  const { mails, messages, recipients } = noticesIn({
    outbox: [...Array.from({ length: 150 }, (_, id) => mail(id)), mail(1000, '')],
    messages: [1, 2, 1].map((registrarId) => ({ registrarId, kind: 'x', text: 'x' })),
  });
  expect([mails, messages, recipients.length]).toEqual([150, 3, 100]);
  expect(recipients.slice(0, 3)).toEqual([
    { by: 'message', to: { registrarId: 1 }, count: 2 },
    { by: 'message', to: { registrarId: 2 }, count: 1 },
    { by: 'mail', to: { contactId: 0 }, count: 1 },
  ]);
});

it('says in words who is notified: twenty by name, all others by their number', () => {
  const mail = { who: 'contact A:1', by: 'mail' } as const;
  const counts = { mails: 21, messages: 1 };
  expect(notifiedInWords([], counts)).toBe('nobody');
  expect(notifiedInWords([{ who: 'registrar B', by: 'message', count: 2 }, mail], counts)).toBe(
    'registrar B by poll message, 2 times; contact A:1 by e-mail',
  );
  const some = (length: number) => notifiedInWords(Array(length).fill(mail), counts);
  expect(some(20)).not.toContain('others');
  expect(some(21)).toMatch(/^(?:contact A:1 by e-mail; ){20}and others: 21 mails and 1 poll message in all$/);
});

describe('a dry run names who would be notified', () => {
  it('the registrar that gets a poll message', async () => {
    const name = await newDomain(world, {});
    const notified = await notifiedBy('domainForceDelete', `{ name: "${name}" kind: SOFT }`, operator);
    expect(notified).toMatchObject({
      mails: 0,
      messages: 1,
      summary: 'registrar Alpha Domains by poll message',
    });
    expect(notified.recipients).toMatchObject([
      { by: 'MESSAGE', kind: 'REGISTRAR', count: 1, contact: null, registrar: { name: 'Alpha Domains' } },
    ]);
  });

  it('the registrant that is asked and the one to be, by mail', async () => {
    const holder = await newContact(world);
    const newcomer = await newContact(world, {
      ident: { ident: '47101010033', ident_type: 'priv', ident_country_code: 'EE' },
    });
    const name = await newDomain(world, { registrant: holder });
    const notified = await notifiedBy(
      'domainUpdate',
      `{ name: "${name}" registrant: { code: "${newcomer}" } }`,
    );
    expect(notified).toMatchObject({
      mails: 2,
      messages: 0,
      summary: `contact ${holder} by e-mail; contact ${newcomer} by e-mail`,
    });
    expect(Object.values<Loose>(notified.recipients).map((one) => [one.by, one.contact.code])).toEqual([
      ['MAIL', holder],
      ['MAIL', newcomer],
    ]);
  });

  it('another registrar’s contact by its code only', async () => {
    const stranger = await newContact(world, {}, { auth: beta });
    const name = await newDomain(world, {});
    const { recipients } = await notifiedBy(
      'domainUpdate',
      `{ name: "${name}" registrant: { code: "${stranger}" } }`,
    );
    expect(recipients[1].contact).toEqual({ code: stranger, name: 'N/A', email: null });
  });

  it('the registrar that loses a domain', async () => {
    const name = await newDomain(world, { transferCode: 'let-it-go-1' });
    const { recipients } = await notifiedBy(
      'domainTransfer',
      `{ name: "${name}" transferCode: "let-it-go-1" }`,
      beta,
    );
    expect(recipients).toMatchObject([{ by: 'MESSAGE', registrar: { name: 'Alpha Domains' } }]);
  });

  it('nobody, where nobody is', async () => {
    const name = await newDomain(world, {});
    expect(await notifiedBy('domainClientHoldSet', `{ name: "${name}" }`)).toEqual({
      mails: 0,
      messages: 0,
      recipients: [],
      summary: 'nobody',
    });
  });

  it('and only a dry run', async () => {
    const name = await newDomain(world, {});
    expect(await notifiedBy('domainClientHoldSet', `{ name: "${name}" }`, alpha, '')).toBeNull();
  });
});
