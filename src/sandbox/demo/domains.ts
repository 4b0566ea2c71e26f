import { groupBy } from '../../core/grouping.ts';
import { domainDocument } from '../../operations/domains/model/domain-document.ts';
import type { DomainDraft } from '../../operations/domains/model/domain-draft.ts';
import { columnsOf } from '../../operations/domains/model/domain-draft.ts';
import { saveParts } from '../../operations/domains/model/save-domain-parts.ts';
import type { DnssecKey } from '../../rules/domain/dnssec.ts';
import { parseDomainName } from '../../rules/domain/domain-name.ts';
import { checkNameserver, type Nameserver, type NameserverInput } from '../../rules/domain/nameserver.ts';
import { insertDomains } from '../../store/registry/domain-writer.ts';
import { writeJournal } from '../../store/runner/journal.ts';
import { lifeOf, type Step } from './domain-steps.ts';
import { invent } from './invent.ts';
import { type DemoDomain, names } from './names.ts';
import { people, registrarOfContact } from './people.ts';
import { contactCalled, requestId, type Stage } from './stage.ts';

/** A domain of the demo world as it is now, and how it came to be so. */
export interface LivedDomain {
  readonly demo: DemoDomain;
  readonly id: number;
  readonly zoneId: number;
  readonly draft: DomainDraft;
  readonly life: readonly [Step, ...Step[]];
}

export async function seedDomains(stage: Stage): Promise<readonly LivedDomain[]> {
  const { db } = stage;
  const planned = names.map((demo) => {
    const life = lifeOf(demo, firstDraft(demo, stage), stage);
    return { demo, life, draft: (life.at(-1) ?? life[0]).draft, ...zoneOf(demo.name, stage) };
  });
  const ids = await insertDomains(
    db,
    planned.map((domain) => rowOf(domain)),
  );
  const domains = planned.map((domain, index) => ({ ...domain, id: ids[index]?.id ?? 0 }));
  await saveParts(
    db,
    domains.map(({ id, puny, draft, life }) => ({ id, puny, after: draft, at: life[0].at })),
    stage.settings,
  );
  await writeLives(stage, domains);
  return domains;
}

function zoneOf(name: string, { zones }: Stage): { zoneId: number; puny: string } {
  const parsed = parseDomainName(
    name,
    zones.map(({ origin }) => origin),
  );
  const zone = parsed.ok && zones.find(({ origin }) => origin === parsed.zone);
  if (!parsed.ok || !zone) throw new Error(`the demo world has no zone for ${name}`);
  return { zoneId: zone.id, puny: parsed.puny };
}

function firstDraft(demo: DemoDomain, stage: Stage): DomainDraft {
  const registrar = registrarOfContact(demo.of);
  const holder = people.find(({ code }) => code === demo.of);
  return {
    registrarId: stage.registrars[registrar].registrarId,
    registrant: contactCalled(stage, demo.of),
    admins: holder?.admin ? [contactCalled(stage, holder.admin)] : [],
    techs: [contactCalled(stage, `${registrar}:TECH`)],
    nameservers: hosting[demo.hosting ?? 'registrar'](demo.name, registrar.toLowerCase()).map((input) =>
      nameserverOf(input, demo.name),
    ),
    keys: Array.from({ length: demo.keys ?? 0 }, (_, index) => keyOf(demo.name, index)),
    statuses: [],
    statusNotes: {},
    transferCode: invent(`transfer code ${demo.name}`, 32),
    months: demo.months ?? 12,
    expiresAt: stage.now,
    outzoneAt: null,
    deleteDate: null,
    removeAt: null,
    remindAt: null,
    forceDelete: null,
  };
}

const hosting: Readonly<
  Record<NonNullable<DemoDomain['hosting']>, (name: string, registrar: string) => NameserverInput[]>
> = {
  registrar: (_, registrar) => [
    { hostname: `ns1.${registrar}.example` },
    { hostname: `ns2.${registrar}.example` },
  ],
  // Inside the domain itself: with addresses, from the blocks that are kept for documents (RFC 5737, RFC 3849).
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
  publicKey: Buffer.from(invent(`key ${index} ${name}`, 128), 'hex').toString('base64'),
});

function rowOf({ demo, draft, life, zoneId, puny }: Omit<LivedDomain, 'id'> & { puny: string }) {
  const setAt = (status: string): Date =>
    life.find((_, index) => life.slice(index).every((later) => later.draft.statuses.includes(status)))?.at ??
    life[0].at;
  return {
    name: demo.name,
    name_puny: puny,
    zone_id: zoneId,
    ...columnsOf(draft),
    status_times: Object.fromEntries(draft.statuses.map((status) => [status, setAt(status).toISOString()])),
    created_at: life[0].at,
    updated_at: (life.at(-1) ?? life[0]).at,
  };
}

/** One statement for each kind of step and who did it; the first steps of all domains come before their second. */
async function writeLives({ db, registrars }: Stage, domains: readonly LivedDomain[]): Promise<void> {
  const codeOf = (id: number): string =>
    Object.values(registrars).find(({ registrarId }) => registrarId === id)?.registrarCode ?? '';
  const steps = domains.flatMap(({ demo, id, life }) =>
    life.map((step, index) => ({ name: demo.name, id, index, step, before: life[index - 1]?.draft })),
  );
  steps.sort((one, other) => one.index - other.index);
  const batches = groupBy(steps, ({ index, step }) => JSON.stringify([index, step.operation, step.by]));
  for (const batch of batches.values()) {
    const [first] = batch;
    if (!first) continue;
    await writeJournal(db, {
      at: first.step.at,
      actor: first.step.by,
      operation: first.step.operation,
      requestId,
      changes: batch.map(({ name, id, step, before }) => ({
        type: 'domain' as const,
        id,
        key: name,
        ...(before && { before: domainDocument(name, codeOf(before.registrarId), before) }),
        after: domainDocument(name, codeOf(step.draft.registrarId), step.draft),
        at: step.at,
      })),
      messages: [],
      outbox: [],
      announcements: [],
    });
  }
}
