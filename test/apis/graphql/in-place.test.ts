import { beforeAll, describe, expect, inject, it } from 'vitest';
import { newContact } from '../../support/contacts.ts';
import { newDomain, setDomainStatuses, storedDomain } from '../../support/domains.ts';
import { askOf, expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
beforeAll(async () => {
  world = await testWorld();
});

const onServer = inject('testDatabase').kind === 'postgres';
const reason = 'Court order 2-26-1234';
const select = 'domain { name }';
const as = (field: string, name: string, more: object = {}, auth?: string) =>
  mutate(field, { name, reason, ...more }, select, auth);

const entriesOf = async (name: string) =>
  (
    await ask(
      'query ($name: DomainName!) { domain(name: $name) { history(first: 50) { nodes { actor actorKind operation reason } } } }',
      { name },
    )
  ).data.domain.history.nodes as unknown[];
const messages = async (auth: string) =>
  (await ask('{ notifications(last: 20) { nodes { kind text } } }', {}, auth)).data.notifications
    .nodes as unknown[];
const mailsAbout = async (subject: string) =>
  (
    await world.container.database.db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'mail')
      .where('subject', '=', subject)
      .execute()
  ).map(({ payload }) => (payload as { to: string }).to);

describe("an operator in a registrar's place", () => {
  it('corrects registrant, contacts, nameservers and keys with a reason, which registrar and history get', async () => {
    const registrant = await newContact(world);
    const person = await newContact(world, {
      ident: { ident: '47101010033', ident_type: 'priv', ident_country_code: 'EE' },
    });
    const name = await newDomain(world, { registrant });
    const key = {
      flags: 257,
      protocol: 3,
      algorithm: 8,
      publicKey: 'AwEAAaz/tAm8yTn4Mfeh5eyI96WSVexTBAvkMgJzkKTOiW1vkIbzxeF3',
    };
    expectDone(await as('domainUpdate', name, { registrant: { code: person, verified: true } }));
    expect(await entriesOf(name)).toContainEqual(
      expect.objectContaining({ operation: 'domain.update', reason }),
    );
    expect((await storedDomain(world, name)).registrant_code).toBe(person);
    expect(await mailsAbout(name)).toHaveLength(2);
    expectDone(await as('domainContactsAdd', name, { contacts: [{ code: registrant, role: 'TECH' }] }));
    expectDone(
      await as('domainNameserversSet', name, {
        nameservers: [{ hostname: 'ns1.firm.example' }, { hostname: 'ns2.firm.example' }],
      }),
    );
    expectDone(await as('domainDnssecKeysAdd', name, { dnssecKeys: [key] }));
    expectDone(await as('domainClientHoldSet', name));
    expect(await messages(alpha)).toContainEqual({
      kind: 'REGISTRY_ACT',
      text: `The registry has put ${name} on hold: ${reason}`,
    });
  });

  it('must give a reason, and may name no registrar but the sponsor', async () => {
    const name = await newDomain(world);
    expectRefused(await as('domainClientHoldSet', name, { reason: ' ' }), 2003);
    expectRefused(await as('domainClientHoldSet', name, { reason: '<b>' }), 2005);
    expectRefused(await as('domainClientHoldSet', name, { registrar: 'BETA' }), 2303);
    expectRefused(await as('domainClientHoldSet', 'nobody-has-this.ee'), 2303);
    expectDone(await as('domainClientHoldSet', name, { registrar: 'ALPHA' }));
    await expect(mutate('domainClientHoldSet', { name }, select)).rejects.toThrow('required type');
    await expect(as('domainClientHoldSet', name, {}, alpha)).rejects.toThrow('is not defined by type');
  });

  it('is bound by the statuses and rules that bind the registrar', async () => {
    const name = await newDomain(world);
    await setDomainStatuses(world, name, ['serverUpdateProhibited']);
    expectRefused(await as('domainNameserversSet', name, { nameservers: [] }), 2304);
  });

  it('shows what it would do, and does exactly that', async () => {
    const name = await newDomain(world);
    const document = `mutation ($input: DomainLockInput!, $dryRun: Boolean, $ifOutcome: String) {
      domainLock(input: $input, dryRun: $dryRun, ifOutcome: $ifOutcome) {
        outcome domain { statuses { name } } notifies { summary } userErrors { resultCode } } }`;
    const input = { name, reason };
    const { data: tried } = await ask(document, { input, dryRun: true });
    expect(tried.domainLock.notifies.summary).toContain('Alpha Domains by poll message');
    expect((await storedDomain(world, name)).statuses).not.toContain('serverObjUpdateProhibited');
    const { data } = await ask(document, { input, ifOutcome: tried.domainLock.outcome });
    expect(data.domainLock.userErrors).toEqual([]);
    expect((await storedDomain(world, name)).statuses).toContain('serverObjUpdateProhibited');
  });

  it('locks and unlocks a domain', async () => {
    const name = await newDomain(world);
    expectDone(await as('domainLock', name));
    expectRefused(await as('domainLock', name), 2304);
    expectRefused(await as('domainClientHoldSet', name), 2304);
    expectDone(await as('domainUnlock', name));
    expectRefused(await as('domainUnlock', name), 2304);
    expect((await storedDomain(world, name)).statuses).toEqual(['inactive']);
  });

  it('transfers a domain without its code, and tells both registrars and the registrant', async () => {
    const name = await newDomain(world);
    expectRefused(await as('domainTransfer', name, { registrar: 'NOBODY' }), 2303);
    expectRefused(await as('domainTransfer', name, { registrar: 'ALPHA' }), 2002);
    expectDone(await as('domainTransfer', name, { registrar: 'BETA' }));
    expect(await entriesOf(name)).toContainEqual(
      expect.objectContaining({ operation: 'domain.transfer', reason }),
    );
    expect(await messages(alpha)).toContainEqual({
      kind: 'REGISTRY_ACT',
      text: `The registry has transferred ${name} to BETA: ${reason}`,
    });
    expect(await messages(beta)).toContainEqual({
      kind: 'REGISTRY_ACT',
      text: `The registry has transferred ${name} to you: ${reason}`,
    });
    expect(await mailsAbout(name)).toHaveLength(1);
    await expect(mutate('domainTransfer', { name }, select, alpha)).rejects.toThrow('transferCode');
  });

  it('cancels or finishes a change that waits for its registrant', async () => {
    const [registrant, next] = [
      await newContact(world),
      await newContact(world, {
        ident: { ident: '47101010033', ident_type: 'priv', ident_country_code: 'EE' },
      }),
    ];
    const name = await newDomain(world, { registrant });
    const change = () => mutate('domainUpdate', { name, registrant: { code: next } }, 'pending', alpha);
    expect(await change()).toMatchObject({ pending: true });
    expectDone(await as('domainPendingSettle', name, { decision: 'CANCEL' }));
    expectRefused(await as('domainPendingSettle', name, { decision: 'CANCEL' }), 2304);
    expect(await change()).toMatchObject({ pending: true });
    expectDone(await as('domainPendingSettle', name, { decision: 'FINISH' }));
    const { data } = await ask('query ($name: DomainName!) { domain(name: $name) { registrant { code } } }', {
      name,
    });
    expect(data.domain.registrant.code).toBe(next);
    expect(await change()).toMatchObject({ userErrors: [] });
  });

  it('takes back or finishes a deletion under way', async () => {
    const name = await newDomain(world);
    expectDone(await mutate('domainDelete', { name, verified: true }, 'pending', alpha));
    expectDone(await as('domainPendingSettle', name, { decision: 'CANCEL' }));
    expect(await storedDomain(world, name)).toMatchObject({ statuses: ['inactive'], delete_date: null });
    expectDone(await as('domainDelete', name, { verified: true }));
    expectDone(await as('domainPendingSettle', name, { decision: 'FINISH' }));
    await setDomainStatuses(world, name, ['pendingTransfer']);
    expectRefused(await as('domainPendingSettle', name, { decision: 'FINISH' }), 2304);
    expectDone(await as('domainPendingSettle', name, { decision: 'CANCEL' }));
  });

  it('changes and deletes a contact, if no domain has it', async () => {
    const code = await newContact(world);
    const { contact } = await mutate(
      'contactUpdate',
      { code, reason, phone: '+372.5551234' },
      'contact { phone }',
    );
    expect(contact).toEqual({ phone: '+372.5551234' });
    await newDomain(world, { registrant: code });
    expectRefused(await mutate('contactDelete', { code, reason }, 'code'), 2305);
    const free = await newContact(world);
    expectDone(await mutate('contactDelete', { code: free, reason }, 'code'));
    expectRefused(await mutate('contactDelete', { code: free, reason }, 'code'), 2303);
  });

  it.runIf(onServer)('acts after another operator or the registrar, never at the same moment', async () => {
    const name = await newDomain(world);
    const both = await Promise.all([as('domainLock', name), as('domainLock', name)]);
    expect(both.map(({ userErrors }) => userErrors.length).sort()).toEqual([0, 1]);
    const other = await newDomain(world);
    const [moved, held] = await Promise.all([
      as('domainTransfer', other, { registrar: 'BETA' }),
      mutate('domainClientHoldSet', { name: other }, select, alpha),
    ]);
    expectDone(moved);
    expect([[], [2303]]).toContainEqual(held.userErrors.map(({ resultCode }) => resultCode as number));
  });
});
