import { beforeAll, describe, expect, it } from 'vitest';
import type { RegistrarActor } from '#src/base/actor.ts';
import type { Failure } from '#src/base/errors.ts';
import { addDnssecKeys } from '#src/registry/operations/domains/add-dnssec-keys.ts';
import { addDomainContacts } from '#src/registry/operations/domains/add-domain-contacts.ts';
import { addNameservers } from '#src/registry/operations/domains/add-nameservers.ts';
import { bulkRenewDomains } from '#src/registry/operations/domains/bulk-renew-domains.ts';
import { bulkTransferDomains } from '#src/registry/operations/domains/bulk-transfer-domains.ts';
import { deleteDomain } from '#src/registry/operations/domains/delete-domain.ts';
import type { BulkResult } from '#src/registry/operations/domains/model/bulk-result.ts';
import { removeClientHold } from '#src/registry/operations/domains/remove-client-hold.ts';
import { removeDnssecKeys } from '#src/registry/operations/domains/remove-dnssec-keys.ts';
import { removeDomainContacts } from '#src/registry/operations/domains/remove-domain-contacts.ts';
import { removeNameserver } from '#src/registry/operations/domains/remove-nameserver.ts';
import { renewDomain } from '#src/registry/operations/domains/renew-domain.ts';
import { replaceNameserver } from '#src/registry/operations/domains/replace-nameserver.ts';
import { replaceTechContact } from '#src/registry/operations/domains/replace-tech-contact.ts';
import { setClientHold } from '#src/registry/operations/domains/set-client-hold.ts';
import { transferDomain } from '#src/registry/operations/domains/transfer-domain.ts';
import { updateDomain } from '#src/registry/operations/domains/update-domain.ts';
import type { Command } from '#src/registry/operations/operation.ts';
import { domainStatuses } from '#src/registry/rules/domain/statuses.ts';
import { countStatements } from '../../support/database.ts';
import {
  newDomain,
  openDispute,
  setDomainStatuses,
  setSetting,
  storedDomain,
} from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { people, seed } from '../../support/seed.ts';
import { beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let alpha: RegistrarActor;
let other: RegistrarActor;
let adult: string;
let spare: string;

beforeAll(async () => {
  world = await testWorld();
  const registrars = await world.container.database.db
    .selectFrom('registrars')
    .select(['id', 'code'])
    .execute();
  const actor = (code: string): RegistrarActor => ({
    kind: 'registrar',
    userId: 1,
    username: code,
    roles: ['super'],
    registrarId: registrars.find((one) => one.code === code)?.id ?? 0,
    registrarCode: code,
  });
  [alpha, other] = [actor('ALPHA'), actor('BETA')];
  adult = await seed(world).contact({ ident: people.mari });
  spare = await seed(world).contact({ ident: people.peeter });
});

/** A domain that nothing stands against, with everything a domain can have; each has people and hosts of its own. */
interface Subject {
  readonly name: string;
  readonly registrant: string;
  readonly admin: string;
  readonly tech: string;
  readonly host: string;
}

const key = (text: string) => Buffer.from(text).toString('base64');
let made = 0;

async function subject(): Promise<Subject> {
  made += 1;
  const maker = seed(world);
  const [registrant, admin, tech] = [await maker.contact(), await maker.contact(), await maker.contact()];
  const host = `ns1.subject-${made}.example`;
  const name = await newDomain(world, {
    registrant,
    admins: [admin],
    techs: [tech],
    nameservers: [host, ...['ns2', 'ns3'].map((one) => host.replace('ns1', one))],
    keys: [{ flags: '257', protocol: '3', alg: '8', public_key: key('first') }],
  });
  await maker.alter(name, { expires_at: daysAhead(30) });
  return { name, registrant, admin, tech, host };
}

const daysAhead = (days: number): Date => world.container.calendar.plus(world.clock.now(), { days });

/** What a registrar would ask for; a state whose cure is another says so. */
type Variant = 'usual' | 'fewer' | 'shortest';

type Asks = (domain: Subject, variant: Variant) => Promise<readonly Failure[]>;

async function dryRun<I, O>(command: Command<I, O>, input: I, actor = alpha): Promise<readonly Failure[]> {
  const outcome = await world.container.runner.run(command, input, {
    actor,
    dryRun: true,
    request: { id: 'agreement', via: 'graphql' },
  });
  if (!outcome.ok)
    return outcome.failures
      .flatMap((failed) => resultsIn(failed.details) ?? [failed])
      .filter(({ reason }) => reason !== 'of-rows');
  return resultsIn(outcome.value) ?? [];
}

/** Bulk commands tell what stands against each domain, whether they succeed or fail as a whole. */
function resultsIn(value: unknown): readonly Failure[] | undefined {
  const { results, ofEach = results } = (value ?? {}) as Partial<
    Readonly<Record<'results' | 'ofEach', readonly BulkResult[]>>
  >;
  return ofEach?.flatMap((result) => (result.ok ? [] : result.failures));
}

const transferCode = async (name: string): Promise<string> => (await storedDomain(world, name)).transfer_code;
const newKey = { flags: 257, protocol: 3, alg: 8, publicKey: key('second') };
const oldKey = { ...newKey, publicKey: key('first') };

const commands: Readonly<Record<string, readonly Asks[]>> = {
  UPDATE: [({ name }) => dryRun(updateDomain, { name, transferCode: 'another-code' })],
  CHANGE_REGISTRANT: [
    ({ name }) =>
      dryRun(updateDomain, {
        name,
        registrant: { code: adult, verified: true },
        reservationCode: 'dispute-code',
      }),
  ],
  CHANGE_ADMIN_CONTACTS: [
    ({ name, admin }, variant) =>
      variant === 'fewer'
        ? dryRun(removeDomainContacts, { name, contacts: [{ code: admin, role: 'admin' }] })
        : dryRun(addDomainContacts, { name, contacts: [{ code: spare, role: 'admin' }] }),
  ],
  CHANGE_TECH_CONTACTS: [
    ({ name, tech }, variant) =>
      variant === 'fewer'
        ? dryRun(removeDomainContacts, { name, contacts: [{ code: tech, role: 'tech' }] })
        : dryRun(addDomainContacts, { name, contacts: [{ code: spare, role: 'tech' }] }),
  ],
  CHANGE_NAMESERVERS: [
    ({ name, host }, variant) =>
      variant === 'fewer'
        ? dryRun(removeNameserver, { name, hostname: host })
        : dryRun(addNameservers, { name, nameservers: [{ hostname: 'ns9.example.net' }] }),
  ],
  CHANGE_DNSSEC_KEYS: [
    ({ name }, variant) =>
      variant === 'fewer'
        ? dryRun(removeDnssecKeys, { name, dnssecKeys: [oldKey] })
        : dryRun(addDnssecKeys, { name, dnssecKeys: [newKey] }),
  ],
  SET_CLIENT_HOLD: [({ name }) => dryRun(setClientHold, { name })],
  REMOVE_CLIENT_HOLD: [({ name }) => dryRun(removeClientHold, { name })],
  RENEW: [
    async ({ name }, variant) =>
      dryRun(renewDomain, {
        name,
        months: variant === 'shortest' ? 3 : 12,
        expiresOn: world.container.calendar.dateOf((await storedDomain(world, name)).expires_at),
      }),
    ({ name }, variant) =>
      dryRun(bulkRenewDomains, { names: [name], months: variant === 'shortest' ? 3 : 12 }),
  ],
  DELETE: [({ name }) => dryRun(deleteDomain, { name, verified: true })],
  TRANSFER: [
    async ({ name }) => dryRun(transferDomain, { name, transferCode: await transferCode(name) }, other),
    async ({ name }) =>
      dryRun(bulkTransferDomains, { transfers: [{ name, transferCode: await transferCode(name) }] }, other),
  ],
  BULK_TECH_REPLACE: [({ tech }) => dryRun(replaceTechContact, { currentContact: tech, newContact: spare })],
  BULK_NAMESERVER_REPLACE: [
    ({ host }) =>
      dryRun(replaceNameserver, { hostname: host, newNameserver: { hostname: 'ns9.example.net' } }),
  ],
};

interface Shown {
  readonly action: string;
  readonly allowed: boolean;
  readonly reasons: readonly { readonly resultCode: number; readonly message: string }[];
}

const selection = 'allowedActions { action allowed reasons { resultCode message } }';

async function shownActions(name: string): Promise<readonly Shown[]> {
  const { data, errors } = await graph(world, `{ domain(name: "${name}") { id ${selection} } }`);
  expect(errors).toBeUndefined();
  const shown = data.domain.allowedActions as unknown as Shown[];
  // What is read with the document says the same as what is loaded behind a bare row.
  const node = await graph(world, `{ node(id: "${data.domain.id}") { ... on Domain { ${selection} } } }`);
  expect(node.data.node.allowedActions).toEqual(shown);
  return shown;
}

/** Compares every action, and tells which are allowed. */
async function agreement(domain: Subject, variant: Variant = 'usual'): Promise<string[]> {
  const shown = await shownActions(domain.name);
  expect(shown.map(({ action }) => action)).toEqual(Object.keys(commands));
  for (const { action, allowed, reasons } of shown) {
    expect(allowed).toBe(reasons.length === 0);
    for (const ask of commands[action] ?? []) {
      const refusals = await ask(domain, variant);
      const reported = refusals.map(({ resultCode, message }) => ({
        resultCode,
        message: message.replace(/ \[[a-z_]+\]/g, ''),
      }));
      expect({ action, allowed, reported: reported.length > 0 ? reasons : [] }).toEqual({
        action,
        allowed: reported.length === 0,
        reported: expect.arrayContaining(reported),
      });
    }
  }
  return shown.filter(({ allowed }) => allowed).map(({ action }) => action);
}

const sql = () => world.container.database.db;
const spoil = (code: string, columns: object): Promise<unknown> =>
  sql().updateTable('contacts').set(columns).where('code', '=', code).execute();
const without = (...actions: string[]): string[] =>
  Object.keys(commands).filter((action) => action !== 'REMOVE_CLIENT_HOLD' && !actions.includes(action));
const weighed = ['UPDATE', 'SET_CLIENT_HOLD', 'RENEW'];
const changes = Object.keys(commands).filter((action) => action.startsWith('CHANGE_'));
const allBut = (...mending: string[]): string[] =>
  without(...weighed, ...changes.filter((one) => !mending.includes(one)));

async function withSettings<T>(values: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  for (const [name, value] of Object.entries(values)) await setSetting(world, name, value);
  try {
    return await work();
  } finally {
    await sql().deleteFrom('settings').where('name', 'in', Object.keys(values)).execute();
  }
}

describe('allowedActions says what the command would answer', () => {
  it('for a domain that nothing stands against', async () => {
    expect(await agreement(await subject())).toEqual(without());
  });

  describe('with the status', () => {
    let domain: Subject;
    beforeAll(async () => {
      domain = await subject();
    });

    it.each(domainStatuses)('%s', async (status) => {
      await setDomainStatuses(world, domain.name, [status]);
      await agreement(domain);
    });
  });

  it('with several statuses at once', async () => {
    const domain = await subject();
    await setDomainStatuses(world, domain.name, [
      'clientHold',
      'expired',
      'serverHold',
      'serverManualInzone',
    ]);
    expect(await agreement(domain)).toContain('REMOVE_CLIENT_HOLD');
  });

  it('under a dispute', async () => {
    const domain = await subject();
    await openDispute(world, domain.name);
    expect(await agreement(domain)).toEqual(['CHANGE_REGISTRANT', 'SET_CLIENT_HOLD', 'RENEW', 'TRANSFER']);
  });

  it.each([
    ['name', { name: '' }],
    ['e-mail address', { email: 'nobody' }],
    ['phone number', { phone: '12' }],
    ['ident', { ident: '1' }],
  ])('with a registrant whose %s is not valid', async (_, columns) => {
    const domain = await subject();
    await spoil(domain.registrant, columns);
    expect(await agreement(domain)).toEqual(allBut('CHANGE_REGISTRANT'));
  });

  it('with a registrant that is not valid under a dispute', async () => {
    const domain = await subject();
    await spoil(domain.registrant, { email: 'nobody' });
    await openDispute(world, domain.name);
    expect(await agreement(domain)).toEqual(['CHANGE_REGISTRANT', 'TRANSFER']);
  });

  it.each([
    ['a company', { ident_type: 'org', ident: '12345678' }],
    ['a minor', { ident: people.minor }],
  ])('where %s needs an admin contact and has none', async (_, columns) => {
    const domain = await subject();
    await sql()
      .deleteFrom('domain_contacts')
      .where('role', '=', 'admin')
      .where('domain_id', '=', (await storedDomain(world, domain.name)).id)
      .execute();
    await spoil(domain.registrant, columns);
    expect(await agreement(domain)).toEqual(allBut('CHANGE_REGISTRANT', 'CHANGE_ADMIN_CONTACTS'));
  });

  it('with admin and tech contacts that are not valid, which is nobody’s business', async () => {
    const domain = await subject();
    await spoil(domain.admin, { email: 'nobody' });
    await spoil(domain.tech, { email: 'nobody' });
    expect(await agreement(domain)).toEqual(without());
  });

  it('with too few nameservers', async () => {
    const domain = await subject();
    const others = ['ns2', 'ns3'].map((one) => domain.host.replace('ns1', one));
    await sql().deleteFrom('nameservers').where('hostname', 'in', others).execute();
    expect(await agreement(domain)).toEqual(allBut('CHANGE_NAMESERVERS'));
  });

  it.each([
    [{ ns_max_count: '2' }, ['CHANGE_NAMESERVERS']],
    [{ admin_contacts_max_count: '0' }, ['CHANGE_ADMIN_CONTACTS']],
    [{ tech_contacts_max_count: '0' }, ['CHANGE_TECH_CONTACTS']],
    [{ dnskeys_max_count: '0' }, ['CHANGE_DNSSEC_KEYS']],
  ])('with more than the settings %o allow', async (settings, mending) => {
    const domain = await subject();
    await withSettings(settings, async () =>
      expect(await agreement(domain, 'fewer')).toEqual(allBut(...mending)),
    );
  });

  it('with keys from before they were forbidden', async () => {
    const domain = await subject();
    await withSettings({ key_data_allowed: 'false' }, async () =>
      expect(await agreement(domain, 'fewer')).toEqual(without()),
    );
  });

  it('before the time for renewals has come', async () => {
    const domain = await subject();
    await seed(world).alter(domain.name, { expires_at: daysAhead(300) });
    expect(await agreement(domain)).toEqual(without('RENEW'));
  });

  it.each([
    [10 * 366, true],
    [11 * 365, false],
  ])('%i days ahead, where the shortest renewal decides', async (days, renewable) => {
    const domain = await subject();
    await seed(world).alter(domain.name, { expires_at: daysAhead(days) });
    await withSettings({ days_to_renew_domain_before_expire: '0' }, async () =>
      expect(await agreement(domain, 'shortest')).toEqual(renewable ? without() : without('RENEW')),
    );
  });

  it('after it has expired', async () => {
    const domain = await subject();
    await seed(world).alter(domain.name, {
      expires_at: daysAhead(-20),
      outzone_at: daysAhead(-5),
      statuses: ['expired', 'serverHold'],
    });
    expect(await agreement(domain)).toEqual(without());
  });

  it.each(['SOFT', 'FAST_TRACK'])('under a %s force delete', async (kind) => {
    const domain = await subject();
    const { data } = await graph(
      world,
      `mutation { domainForceDelete(input: { name: "${domain.name}", kind: ${kind} }) { userErrors { message } } }`,
      { auth: operator },
    );
    expect(data.domainForceDelete.userErrors).toEqual([]);
    expect(await agreement(domain)).toEqual(without('RENEW', 'TRANSFER'));
  });

  it('after a deletion, and while the registrant is asked about one', async () => {
    for (const verified of [true, false]) {
      const domain = await subject();
      const { body } = await world.request({
        method: 'DELETE',
        url: `/registry/v1/domains/${domain.name}`,
        payload: { domain: { delete: { verified } } },
      });
      expect([1000, 1001]).toContain(body.code);
      await agreement(domain);
    }
  });
});

describe('a page of domains with what is allowed', () => {
  it('costs the same number of statements, however many there are', async () => {
    const page = `query ($first: Int!) { domains(first: $first) { nodes { ${selection} } } }`;
    const statements = async (first: number): Promise<number> => {
      const { count } = await countStatements(world.container.database, async () => {
        const { data, errors } = await graph(world, page, { variables: { first } });
        expect(errors).toBeUndefined();
        expect(data.domains.nodes).toHaveLength(first);
      });
      return count;
    };
    await statements(1);
    expect(await statements(20)).toBe(await statements(1));
    expect(await statements(20)).toBeLessThanOrEqual(5);
  });

  it('is shown to other registrars as well, who may want to take one over', async () => {
    const { name } = await subject();
    const { data } = await graph(world, `{ domain(name: "${name}") { ${selection} } }`, { auth: beta });
    const actions = data.domain.allowedActions as unknown as {
      action: string;
      allowed: boolean;
      reasons: unknown;
    }[];
    expect(actions.filter(({ allowed }) => allowed).map(({ action }) => action)).toEqual([
      'DELETE',
      'TRANSFER',
    ]);
    for (const { action, allowed, reasons } of actions)
      if (!allowed) expect({ action, reasons }).toMatchObject({ reasons: [{ resultCode: 2303 }] });
  });
});

describe('the reasons against an action', () => {
  const explained = async (name: string): Promise<Readonly<Record<string, readonly string[]>>> => {
    const { data } = await graph(
      world,
      `{ domain(name: "${name}") { allowedActions { action reasons { explanation } } } }`,
    );
    const shown = data.domain.allowedActions as unknown as {
      action: string;
      reasons: { explanation: string }[];
    }[];
    return Object.fromEntries(
      shown.map(({ action, reasons }) => [action, reasons.map(({ explanation }) => explanation)]),
    );
  };

  it('are explained: from which day it can be renewed, what is on hold, and which status forbids it', async () => {
    const { name } = await subject();
    await seed(world).alter(name, { expires_at: daysAhead(200) });
    const { calendar } = world.container;
    const from = calendar.plusDays(calendar.dateOf(daysAhead(200)), -89);
    expect(await explained(name)).toMatchObject({
      RENEW: [`It can be renewed from ${from}, in the last 90 days before it expires.`],
      REMOVE_CLIENT_HOLD: ['It is not on hold.'],
      TRANSFER: [],
    });
    await setDomainStatuses(world, name, ['clientHold', 'serverTransferProhibited', 'pendingUpdate']);
    expect(await explained(name)).toMatchObject({
      SET_CLIENT_HOLD: [
        'It is on hold already.',
        'It cannot be done while the domain has the status pendingUpdate.',
      ],
      TRANSFER: [
        'It cannot be done while the domain has the statuses pendingUpdate, serverTransferProhibited.',
      ],
    });
  });
});
