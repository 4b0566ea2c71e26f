import type { RegistrarActor } from '../../../base/actor.ts';
import { type DomainDraft, unchanged } from '../../../registry/operations/domains/model/domain-draft.ts';
import { domainStates } from '../../../registry/operations/domains/model/domain-state.ts';
import { renewed } from '../../../registry/operations/domains/model/renewal.ts';
import { createDomains, saveDomains } from '../../../registry/operations/domains/model/save-domain.ts';
import { registerDomain } from '../../../registry/operations/domains/register-domain.ts';
import { renewDomain } from '../../../registry/operations/domains/renew-domain.ts';
import type { DnssecKey } from '../../../registry/rules/domain/dnssec.ts';
import { parseDomainName } from '../../../registry/rules/domain/domain-name.ts';
import {
  checkNameserver,
  type Nameserver,
  type NameserverInput,
} from '../../../registry/rules/domain/nameserver.ts';
import { allocateDomains } from '../../../registry/store/registry/domain-writer.ts';
import { deterministicHex } from './deterministic-hex.ts';
import { type DemoDomain, names } from './names.ts';
import { people, registrarOfContact } from './people.ts';
import { contactCalled, type Demo, job, other, ownerOf } from './world.ts';

/** A registered domain of the demo world, and its charges. */
export interface RegisteredDomain {
  readonly demo: DemoDomain;
  readonly id: number;
  readonly zoneId: number;
  /** The registrar that registered it. */
  readonly by: RegistrarActor;
  readonly at: Date;
  readonly renewals: readonly Renewal[];
}

interface Renewal {
  readonly at: Date;
  readonly expiresAt: Date;
}

/** The transfer code that it was registered with. */
export const transferCodeOf = (name: string): string => deterministicHex(`transfer code ${name}`, 32);

const hour = 60 * 60 * 1000;

/** Inserts all registrations and renewals at once: running the operations one by one would take seconds. */
export async function seedDomains(world: Demo): Promise<readonly RegisteredDomain[]> {
  const { runner, settings, db, calendar, now } = world;
  const planned = names.map((demo) => ({ demo, ...datesOf(demo, world), ...zoneOf(demo.name, world) }));
  const byOf = (name: string) => planned.find(({ demo }) => demo.name === name)?.by ?? job('demo');
  const options = { at: now, by: job('demo'), byOf };
  const drawn = await allocateDomains(db, planned.length);
  const domains = planned.map((domain, index) => ({
    ...domain,
    id: drawn[index]?.id ?? 0,
    uuid: drawn[index]?.uuid ?? '',
  }));
  await runner.runTogether({ ...options, operation: registerDomain.name }, (context) =>
    createDomains(
      context,
      domains.map(({ id, uuid, demo, by, at, expiresAt, zoneId, puny }) => {
        const draft = { ...firstDraft(demo, world), registrarId: by.registrarId, expiresAt };
        return { id, uuid, name: demo.name, puny, zoneId, draft, at };
      }),
      settings,
    ),
  );
  for (let round = 0; ; round += 1) {
    const due = new Map(
      domains.flatMap(({ id, renewals }) => (renewals[round] ? [[id, renewals[round]]] : [])),
    );
    if (due.size === 0) return domains;
    const states = await domainStates(db, [...due.keys()], calendar.dateOf(now));
    await runner.runTogether({ ...options, operation: renewDomain.name }, (context) =>
      saveDomains(
        context,
        states.flatMap((state) => {
          const { at, expiresAt } = due.get(state.row.id) ?? {};
          const draft = renewed(state.draft, state.draft.months, context);
          return at && expiresAt ? [{ state, draft: { ...draft, expiresAt }, at }] : [];
        }),
        settings,
      ),
    );
  }
}

/** Counted back from the day on which it expires. */
function datesOf(demo: DemoDomain, world: Demo) {
  const { calendar } = world;
  const { months = 12, renewed = 0 } = demo;
  const owner = ownerOf(world, demo.of);
  const lastExpiry = calendar.startOf(calendar.plusDays(calendar.dateOf(world.now), demo.in));
  const expiry = (period: number): Date =>
    calendar.minus(lastExpiry, { months: months * (renewed - period) });
  return {
    by: demo.condition === 'transferred' ? world.registrars[other(registrarOfContact(demo.of))] : owner,
    // During working hours, at a different time for each name.
    at: new Date(
      expiry(-1).getTime() - hour * (6 + (Number.parseInt(deterministicHex(demo.name, 4), 16) % 900) / 100),
    ),
    expiresAt: expiry(0),
    renewals: Array.from({ length: renewed }, (_, index) => ({
      at: new Date(calendar.minus(expiry(index), { days: 17 }).getTime() + 11.4 * hour),
      expiresAt: expiry(index + 1),
    })),
  };
}

function zoneOf(name: string, { zones }: Demo): { zoneId: number; puny: string } {
  const parsed = parseDomainName(
    name,
    zones.map(({ origin }) => origin),
  );
  const zone = parsed.ok && zones.find(({ origin }) => origin === parsed.zone);
  if (!parsed.ok || !zone) throw new Error(`the demo world has no zone for ${name}`);
  return { zoneId: zone.id, puny: parsed.puny };
}

function firstDraft(demo: DemoDomain, world: Demo): Omit<DomainDraft, 'registrarId' | 'expiresAt'> {
  const registrar = registrarOfContact(demo.of);
  const holder = people.find(({ code }) => code === demo.of);
  return {
    registrant: contactCalled(world, demo.of),
    admins: holder?.admin ? [contactCalled(world, holder.admin)] : [],
    techs: [contactCalled(world, `${registrar}:TECH`)],
    nameservers: hosting[demo.hosting ?? 'registrar'](demo.name, registrar.toLowerCase()).map((input) =>
      nameserverOf(input, demo.name),
    ),
    keys: Array.from({ length: demo.keys ?? 0 }, (_, index) => keyOf(demo.name, index)),
    ...unchanged,
    transferCode: transferCodeOf(demo.name),
    months: demo.months ?? 12,
  };
}

const hosting: Readonly<
  Record<NonNullable<DemoDomain['hosting']>, (name: string, registrar: string) => NameserverInput[]>
> = {
  registrar: (_, registrar) => [
    { hostname: `ns1.${registrar}.example` },
    { hostname: `ns2.${registrar}.example` },
  ],
  // Nameservers inside the domain need addresses, from the documentation blocks (RFC 5737, RFC 3849).
  glue: (name) => [
    { hostname: `ns1.${name}`, ipv4: ['192.0.2.53'], ipv6: ['2001:DB8::53'] },
    { hostname: `ns2.${name}`, ipv4: ['198.51.100.53'] },
  ],
  elsewhere: () => ['a', 'b', 'c'].map((letter) => ({ hostname: `${letter}.dns.example` })),
  none: () => [],
};

function nameserverOf(input: NameserverInput, domain: string): Nameserver {
  const checked = checkNameserver(input, domain);
  if (!checked.ok) throw new Error(`the demo world's ${input.hostname}: ${checked.failures[0].message}`);
  return checked.nameserver;
}

/** Curve P-256 (RFC 6605): a key signing key first, a zone signing key after it. */
const keyOf = (name: string, index: number): DnssecKey => ({
  flags: index === 0 ? 257 : 256,
  protocol: 3,
  alg: 13,
  publicKey: Buffer.from(deterministicHex(`key ${index} ${name}`, 128), 'hex').toString('base64'),
});
