import type { RegistrySettings } from '../../rules/domain/domain-settings.ts';
import { writeDatedDomains } from '../../store/registry/domain-dates.ts';
import { domainDocument } from '../domains/model/domain-document.ts';
import type { DomainDraft } from '../domains/model/domain-state.ts';
import { withStatuses } from '../domains/model/save-domain.ts';
import type { OperationContext } from '../operation.ts';
import type { DueState } from './domain-job.ts';

export interface DatedDraft extends DueState {
  /** Differs from the domain as it is stored in statuses, dates and the stage of a force delete only. */
  readonly draft: DomainDraft;
  /** When to remind the registrant; unchanged when left out. */
  readonly remindAt?: Date | null;
}

/** The same as saveDomain, for many domains at once, each at its own moment. */
export async function saveDatedDomains(
  { db, record }: OperationContext,
  dated: readonly DatedDraft[],
  settings: RegistrySettings,
): Promise<void> {
  const rows = dated.map(({ state, draft, moment, remindAt = state.row.remind_at }) => {
    const { row, draft: before } = state;
    const after = withStatuses(draft, settings);
    const times = after.statuses.map((name) => [name, row.status_times[name] ?? moment.toISOString()]);
    const documents = {
      before: domainDocument(row.name, row.registrar_code, before),
      after: domainDocument(row.name, row.registrar_code, after),
    };
    const changed = JSON.stringify(documents.before) !== JSON.stringify(documents.after);
    if (changed) record({ type: 'domain', id: row.id, key: row.name, ...documents, at: moment });
    return {
      id: row.id,
      statuses: after.statuses,
      status_notes: after.statusNotes,
      status_times: Object.fromEntries(times),
      outzone_at: after.outzoneAt?.toISOString() ?? null,
      delete_date: after.deleteDate,
      remove_at: after.removeAt?.toISOString() ?? null,
      remind_at: remindAt?.toISOString() ?? null,
      force_delete_stage: after.forceDelete?.stage ?? null,
      force_delete_statuses: after.forceDelete?.statuses ?? [],
      updated_at: (changed ? moment : row.updated_at).toISOString(),
    };
  });
  await writeDatedDomains(db, rows);
}
