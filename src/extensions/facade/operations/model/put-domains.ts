import { isDeepStrictEqual } from 'node:util';
import { domain as domainEntity } from '../../../../registry/entities/domain.ts';
import { clearedByTransfer, draftOf as columnDraft } from '../../../../registry/entities/entity-rows.ts';
import { domainDocument } from '../../../../registry/operations/domains/model/domain-document.ts';
import {
  columnsOf,
  type DomainDraft,
  unchanged,
} from '../../../../registry/operations/domains/model/domain-draft.ts';
import {
  type DomainState,
  domainStates,
} from '../../../../registry/operations/domains/model/domain-state.ts';
import {
  isSame,
  newPartsOf,
  saveParts,
} from '../../../../registry/operations/domains/model/save-domain-parts.ts';
import type { OperationContext } from '../../../../registry/operations/operation.ts';
import { registrySettings } from '../../../../registry/operations/settings.ts';
import type { Contact } from '../../../../registry/store/registry/contacts.ts';
import {
  allocateDomains,
  insertionOf,
  updateDomains,
} from '../../../../registry/store/registry/domain-writer.ts';
import { lockDomains } from '../../../../registry/store/registry/domains.ts';
import { registrarsById } from '../../../../registry/store/registry/registrars.ts';
import { allZones } from '../../../../registry/store/registry/zones.ts';
import { reportedOf, splitLocal } from '../../fields.ts';
import {
  addRegistrars,
  addZones,
  readMirror,
  setDisputed,
  unknownRegistrarCode,
} from '../../store/mirror.ts';
import { hideNames, numberParts, type ReportedName } from '../../store/mirror-parts.ts';
import type { MirroredDomain, MirroredPerson } from './mirrored.ts';
import { isReported, putContactsOfOthers } from './put-contacts.ts';

/** The period is not reported; this value satisfies the column's constraint. */
const unknownPeriod = 12;

/**
 * Writes the differences of domains that the registry reports, ours and others', with history: any number in a fixed
 * number of statements. None of our rules apply: the report is the truth.
 */
export async function putDomains(
  context: OperationContext,
  registrarId: number,
  reported: readonly MirroredDomain[],
): Promise<void> {
  if (reported.length === 0) return;
  const { db, now, calendar } = context;
  const domains = [...new Map(reported.map((domain) => [domain.name, domain])).values()];
  const zones = await zonesOf(context, domains);
  const people = await putContactsOfOthers(
    context,
    domains.flatMap(({ registrant, admins, techs }) => [registrant, ...admins, ...techs]),
  );
  const sponsors = await sponsorsOf(context, registrarId, domains);
  const ids = await lockDomains(
    db,
    domains.map(({ name }) => name),
  );
  const states = new Map(
    (await domainStates(db, ids, calendar.dateOf(now))).map((state) => [state.row.name, state]),
  );
  const wanted = domains.map((domain) => {
    const state = states.get(domain.name);
    const sponsor = sponsors.get(domain.registrar.name) ?? { id: 0, code: '' };
    const after = draftOf(domain, sponsor.id, people, state);
    return { domain, state, after, sponsor, values: valuesOf(domain, after) };
  });

  const added = wanted.filter(({ state }) => !state);
  const allocated = added.length === 0 ? [] : await allocateDomains(db, added.length);
  const idOf = new Map([
    ...added.map(({ domain }, index) => [domain.name, allocated[index]?.id ?? 0] as const),
    ...Array.from(states.values(), ({ row }) => [row.name, row.id] as const),
  ]);
  const idFor = (name: string): number => idOf.get(name) ?? 0;
  const written = wanted.map(({ domain, state, after }) => ({
    id: idFor(domain.name),
    puny: domain.punycode,
    after,
    at: now,
    ...(state && { state }),
  }));
  const settings = await registrySettings(db);
  if (added.length > 0)
    await db.executeQuery(
      insertionOf(
        added.map(({ domain, values }) => ({
          ...values,
          id: idFor(domain.name),
          uuid: null,
          name: domain.name,
          name_puny: domain.punycode,
          zone_id: zones.get(originOf(domain.name)) ?? 0,
          created_at: domain.created_at,
        })),
        newPartsOf(
          written.filter(({ state }) => !state),
          settings,
        ),
      ),
    );
  const changed = wanted.filter(({ state, values }) => state && !isStored(state, values));
  if (changed.length > 0)
    await updateDomains(
      db,
      changed.map(({ domain, values }) => ({ id: idFor(domain.name), ...values })),
    );
  await saveParts(
    db,
    written.filter(({ state }) => state),
    settings,
  );
  for (const [table, part] of [
    ['nameservers', 'nameserverNumbers'],
    ['dnssec_keys', 'keyNumbers'],
  ] as const)
    await numberParts(
      db,
      table,
      domains.flatMap((domain) =>
        domain[part].map((reported) => ({ domain_id: idFor(domain.name), ...reported })),
      ),
    );
  await hideNames(
    db,
    domains.flatMap(({ name, admins, techs }) => [
      ...reportedNamesOf(people, idFor(name), 'admin', admins),
      ...reportedNamesOf(people, idFor(name), 'tech', techs),
    ]),
  );
  await setDisputed(db, domains, now);
  const mirror = added.length === 0 ? undefined : await readMirror(db);
  for (const { domain, state, after, sponsor } of wanted) {
    const before = state && domainDocument(domain.name, state.row.registrar_code, state.draft);
    const document = domainDocument(domain.name, sponsor.code, after);
    if (before && isSame(before, document)) continue;
    // Changes of domains of other registrars are not recorded.
    if (sponsor.id !== registrarId && state?.row.registrar_id !== registrarId) continue;
    const id = idFor(domain.name);
    context.record({
      type: 'domain',
      id,
      key: domain.name,
      ...(before && { before }),
      after: document,
      ...(!state && { kind: kindOfNew(domain, mirror) }),
    });
  }
}

const reportedNamesOf = (
  known: ReadonlyMap<string, Contact>,
  domain_id: number,
  role: ReportedName['role'],
  people: readonly MirroredPerson[],
): ReportedName[] =>
  people.map(({ code, name }) => ({
    domain_id,
    contact_id: known.get(code)?.id ?? 0,
    role,
    hides_name: !isReported(name),
  }));

/**
 * The event of a domain that is new here: created since the last read, or else transferred in; none in the first
 * pass.
 */
function kindOfNew(
  { created_at }: MirroredDomain,
  mirror: Awaited<ReturnType<typeof readMirror>>,
): 'REGISTERED' | 'TRANSFERRED' | 'MET' {
  const since = mirror?.synced_at ?? mirror?.began_at;
  if (since && created_at && created_at > since) return 'REGISTERED';
  return mirror?.synced_at ? 'TRANSFERRED' : 'MET';
}

const originOf = (name: string): string => name.slice(name.indexOf('.') + 1);

async function zonesOf(
  { db, now }: OperationContext,
  domains: readonly MirroredDomain[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Set(domains.map(({ name }) => originOf(name)));
  const known = async () => new Map((await allZones(db)).map(({ origin, id }) => [origin, id]));
  const zones = await known();
  const missing = [...wanted].filter((origin) => !zones.has(origin));
  if (missing.length === 0) return zones;
  await addZones(db, missing, now);
  return known();
}

/** Finds the registrar by name, which is all that a domain reports of it; a domain with a transfer code is ours. */
async function sponsorsOf(
  { db, now }: OperationContext,
  registrarId: number,
  domains: readonly MirroredDomain[],
): Promise<ReadonlyMap<string, { readonly id: number; readonly code: string }>> {
  const [own] = await registrarsById(db, [registrarId]);
  const others = new Map(
    domains
      .filter(({ registrar, transferCode }) => registrar.name !== own?.name && transferCode === undefined)
      .map(({ registrar }) => [registrar.name, registrar]),
  );
  const found =
    others.size === 0
      ? new Map()
      : await addRegistrars(
          db,
          [...others.values()].map(({ name, website }) => ({ code: codeFor(name), name, website })),
          now,
        );
  const ours = domains.filter(({ registrar }) => !others.has(registrar.name));
  return new Map([
    ...found,
    ...ours.map(({ registrar }) => [registrar.name, { id: registrarId, code: own?.code ?? '' }] as const),
  ]);
}

/** Codes of other registrars are not reported, and some do not exist. */
export const codeFor = (name: string): string => {
  const code = name.toUpperCase().replace(/[\s:]+/g, '-');
  return ['', 'CID', unknownRegistrarCode].includes(code) ? 'REGISTRAR' : code;
};

function draftOf(
  domain: MirroredDomain,
  registrarId: number,
  people: ReadonlyMap<string, Contact>,
  state: DomainState | undefined,
): DomainDraft {
  const person = ({ code }: { readonly code: string }): Contact => {
    const found = people.get(code);
    if (!found) throw new Error(`nobody was written for ${code}`);
    return found;
  };
  return {
    registrarId,
    registrant: person(domain.registrant),
    admins: domain.admins.map(person),
    techs: domain.techs.map(person),
    nameservers: domain.nameservers,
    keys: domain.keys,
    ...unchanged,
    ...(state && splitLocal(domainEntity, state.draft).local),
    ...(state && state.row.registrar_id !== registrarId && clearedByTransfer(domainEntity)),
    ...columnDraft(domainEntity, domain),
    // The registry may hide it from an access token.
    transferCode: domain.transferCode ?? '',
    months: state?.draft.months ?? unknownPeriod,
  };
}

function valuesOf(domain: MirroredDomain, draft: DomainDraft) {
  const { created_at: _, ...reported } = reportedOf(domain);
  // The registry does not report when it was set.
  return { ...columnsOf(draft), ...reported, status_times: {} };
}

const isStored = ({ row }: DomainState, values: object): boolean =>
  Object.entries(values).every(([name, value]) => isDeepStrictEqual(row[name as keyof typeof row], value));
