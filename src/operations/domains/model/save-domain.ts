import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import { periodAndUnit } from '../../../rules/domain/period.ts';
import { withAutomaticStatuses } from '../../../rules/domain/statuses.ts';
import { insertDomain, updateDomain } from '../../../store/registry/domains.ts';
import { deletePendingChange } from '../../../store/registry/pending-changes.ts';
import { registrarsById } from '../../../store/registry/registrars.ts';
import type { OperationContext } from '../../operation.ts';
import { domainDocument } from './domain-document.ts';
import type { DomainDraft, DomainState } from './domain-state.ts';
import { writeKeys, writeLinks, writeNameservers } from './save-domain-parts.ts';

export interface NewDomain {
  readonly name: string;
  readonly puny: string;
  readonly zoneId: number;
}

/** Writes what a change of a stored domain amounts to, and its history. Nothing is written when nothing differs. */
export async function saveDomain(
  context: OperationContext,
  state: DomainState,
  wanted: DomainDraft,
  settings: RegistrySettings,
): Promise<DomainDraft> {
  const { row, draft: before } = state;
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
  await writeNameservers(context, row.id, after, state);
  await writeKeys(context, { id: row.id, puny: row.name_puny }, after, settings, state);
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
  await writeKeys(context, { id, puny }, draft, settings);
  await writeLinks(context, id, draft);
  const registrar = await registrarCode(context, draft.registrarId);
  context.record({ type: 'domain', id, key: name, after: domainDocument(name, registrar, draft) });
  return { id, uuid };
}

/** A note or a time without its status says nothing. */
export function withStatuses(draft: DomainDraft, settings: RegistrySettings): DomainDraft {
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
    force_delete_stage: draft.forceDelete?.stage ?? null,
    force_delete_statuses: [...(draft.forceDelete?.statuses ?? [])],
    updated_at: now,
  };
}

/** For the registrant's word (docs/rules/registrar.md#confirmations). */
const isWaiting = ({ statuses }: DomainDraft): boolean =>
  statuses.includes('pendingUpdate') || statuses.includes('pendingDeleteConfirmation');

async function registrarCode({ db, actor }: OperationContext, id: number): Promise<string> {
  if (actor.kind === 'registrar' && actor.registrarId === id) return actor.registrarCode;
  const [registrar] = await registrarsById(db, [id]);
  return registrar?.code ?? '';
}
