import type { OperationContext } from '../../core/operation.ts';
import { dsDigest, keyTag } from '../../rules/dnssec.ts';
import type { RegistrySettings } from '../../rules/domain-settings.ts';
import { periodAndUnit } from '../../rules/period.ts';
import { withAutomaticStatuses } from '../../rules/statuses.ts';
import {
  type ContactLink,
  deleteDnssecKeys,
  deleteNameservers,
  insertDnssecKeys,
  insertNameservers,
  linkContacts,
  noteLinks,
  unlinkContacts,
} from '../../store/domain-relations.ts';
import { insertDomain, updateDomain } from '../../store/domains.ts';
import { deletePendingChange } from '../../store/pending-changes.ts';
import { registrarsById } from '../../store/registrars.ts';
import { domainDocument } from './domain-document.ts';
import type { DomainDraft, DomainState } from './domain-state.ts';

export interface NewDomain {
  readonly name: string;
  readonly puny: string;
  readonly zoneId: number;
}

/** Writes what a change of a stored domain amounts to, and its history. Nothing is written when nothing differs. */
export async function saveDomain(
  context: OperationContext,
  { row, draft: before, nameserverIds, keyIds }: DomainState,
  wanted: DomainDraft,
  settings: RegistrySettings,
): Promise<DomainDraft> {
  const after = withStatuses(wanted, settings);
  const registrar =
    after.registrarId === row.registrar_id
      ? row.registrar_code
      : await registrarCode(context, after.registrarId);
  const documentBefore = domainDocument(row.name, row.registrar_code, before);
  const documentAfter = domainDocument(row.name, registrar, after);
  if (JSON.stringify(documentBefore) === JSON.stringify(documentAfter)) return after;

  await updateDomain(context.db, row.id, {
    ...columnsOf(after, context, row.status_times),
    registrar_id: after.registrarId,
  });
  const removed = before.nameservers.filter((one) => !after.nameservers.some((other) => isSame(one, other)));
  await deleteNameservers(
    context.db,
    idsOf(
      removed.map(({ hostname }) => hostname),
      nameserverIds,
    ),
  );
  await writeNameservers(context, row.id, after, before);
  const keysGone = before.keys.filter((one) => !after.keys.some((other) => isSame(one, other)));
  await deleteDnssecKeys(
    context.db,
    idsOf(
      keysGone.map(({ publicKey }) => publicKey),
      keyIds,
    ),
  );
  await writeKeys(context, row.id, row.name_puny, after, settings, before);
  await writeLinks(context, row.id, after, before);
  // Whatever takes the status away (an answer, time, an operator) takes the question with it.
  if (isWaiting(before) && !isWaiting(after)) await deletePendingChange(context.db, row.id);
  context.record({ type: 'domain', id: row.id, key: row.name, before: documentBefore, after: documentAfter });
  return after;
}

export async function createDomain(
  context: OperationContext,
  { name, puny, zoneId }: NewDomain,
  wanted: DomainDraft,
  settings: RegistrySettings,
): Promise<{ id: number; uuid: string }> {
  const draft = withStatuses(wanted, settings);
  const { id, uuid } = await insertDomain(context.db, {
    name,
    name_puny: puny,
    zone_id: zoneId,
    registrar_id: draft.registrarId,
    created_at: context.now,
    ...columnsOf(draft, context, {}),
  });
  await writeNameservers(context, id, draft);
  await writeKeys(context, id, puny, draft, settings);
  await writeLinks(context, id, draft);
  const registrar = await registrarCode(context, draft.registrarId);
  context.record({ type: 'domain', id, key: name, after: domainDocument(name, registrar, draft) });
  return { id, uuid };
}

/** A note or a time without its status says nothing. */
function withStatuses(draft: DomainDraft, settings: RegistrySettings): DomainDraft {
  const statuses = withAutomaticStatuses(draft.statuses, {
    nameserverCount: draft.nameservers.length,
    nameserverRequired: settings.nameserverRequired,
    nameserverMin: settings.nsMinCount,
  });
  const statusNotes = Object.fromEntries(
    Object.entries(draft.statusNotes).filter(([name]) => statuses.includes(name)),
  );
  return { ...draft, statuses, statusNotes };
}

function columnsOf(draft: DomainDraft, { now }: OperationContext, times: Readonly<Record<string, string>>) {
  const { period, unit } = periodAndUnit(draft.months);
  return {
    registrant_id: draft.registrant.id,
    transfer_code: draft.transferCode,
    period,
    period_unit: unit,
    statuses: [...draft.statuses],
    status_notes: JSON.stringify(draft.statusNotes),
    status_times: JSON.stringify(
      Object.fromEntries(draft.statuses.map((name) => [name, times[name] ?? now.toISOString()])),
    ),
    expires_at: draft.expiresAt,
    outzone_at: draft.outzoneAt,
    delete_date: draft.deleteDate,
    remove_at: draft.removeAt,
    force_delete_kind: draft.forceDelete?.kind ?? null,
    force_delete_start: draft.forceDelete?.start ?? null,
    force_delete_date: draft.forceDelete?.date ?? null,
    force_delete_reason: draft.forceDelete?.reason ?? null,
    force_delete_notes: draft.forceDelete?.notes ?? null,
    updated_at: now,
  };
}

async function writeNameservers(
  { db, now }: OperationContext,
  id: number,
  after: DomainDraft,
  before?: DomainDraft,
): Promise<void> {
  const added = after.nameservers.filter((one) => !before?.nameservers.some((other) => isSame(one, other)));
  await insertNameservers(
    db,
    added.map(({ hostname, hostnamePuny, ipv4, ipv6 }) => ({
      domain_id: id,
      hostname,
      hostname_puny: hostnamePuny,
      ipv4: [...ipv4],
      ipv6: [...ipv6],
      created_at: now,
    })),
  );
}

async function writeKeys(
  { db, now }: OperationContext,
  id: number,
  owner: string,
  after: DomainDraft,
  { dsDigestType }: RegistrySettings,
  before?: DomainDraft,
): Promise<void> {
  const added = after.keys.filter((one) => !before?.keys.some((other) => isSame(one, other)));
  await insertDnssecKeys(
    db,
    added.map((key) => ({
      domain_id: id,
      flags: key.flags,
      protocol: key.protocol,
      alg: key.alg,
      public_key: key.publicKey,
      key_tag: keyTag(key.flags, key.protocol, key.alg, key.publicKey),
      ds_digest_type: dsDigestType,
      ds_digest: dsDigest(owner, key, dsDigestType),
      created_at: now,
      updated_at: now,
    })),
  );
}

async function writeLinks(
  { db, now }: OperationContext,
  id: number,
  after: DomainDraft,
  before?: DomainDraft,
): Promise<void> {
  const wanted = linksOf(id, after);
  const present = before ? linksOf(id, before) : [];
  const gone = present.filter((link) => !wanted.some((other) => isSame(link, other)));
  const added = wanted.filter((link) => !present.some((other) => isSame(link, other)));
  await unlinkContacts(db, gone);
  await linkContacts(db, added);
  const touched = [...gone, ...added].map((link) => link.contactId);
  if (before?.registrant.id !== after.registrant.id)
    touched.push(after.registrant.id, ...(before ? [before.registrant.id] : []));
  await noteLinks(db, [...new Set(touched)], now);
}

function linksOf(domainId: number, { admins, techs }: DomainDraft): ContactLink[] {
  return [
    ...admins.map(({ id }) => ({ domainId, contactId: id, role: 'admin' as const })),
    ...techs.map(({ id }) => ({ domainId, contactId: id, role: 'tech' as const })),
  ];
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

const idsOf = (keys: readonly string[], ids: ReadonlyMap<string, number>): number[] =>
  keys.map((key) => ids.get(key)).filter((id) => id !== undefined);

/** For the registrant's word (reference/registrar.md 7.2, 7.3). */
const isWaiting = ({ statuses }: DomainDraft): boolean =>
  statuses.includes('pendingUpdate') || statuses.includes('pendingDeleteConfirmation');

async function registrarCode({ db, actor }: OperationContext, id: number): Promise<string> {
  if (actor.kind === 'registrar' && actor.registrarId === id) return actor.registrarCode;
  const [registrar] = await registrarsById(db, [id]);
  return registrar?.code ?? '';
}
