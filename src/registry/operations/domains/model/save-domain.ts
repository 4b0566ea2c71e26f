import { inBatches } from '../../../../base/batches.ts';
import { settleAll } from '../../../../base/settle-all.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import { withAutomaticStatuses } from '../../../rules/domain/statuses.ts';
import { type AllocatedDomain, insertionOf, updateDomains } from '../../../store/registry/domain-writer.ts';
import { deletePendingChanges } from '../../../store/registry/pending-changes.ts';
import { registrarsById } from '../../../store/registry/registrars.ts';
import type { OperationContext } from '../../operation.ts';
import { domainDocument } from './domain-document.ts';
import type { DomainDraft } from './domain-draft.ts';
import { columnsOf } from './domain-draft.ts';
import type { DomainState } from './domain-state.ts';
import { isSame, newPartsOf, saveParts } from './save-domain-parts.ts';

export interface NewDomain extends AllocatedDomain {
  readonly name: string;
  readonly puny: string;
  readonly zoneId: number;
  readonly draft: DomainDraft;
  /** The time of registration; now by default. */
  readonly at?: Date;
}

/** A stored domain and its new draft. */
export interface DomainChange {
  readonly state: DomainState;
  readonly draft: DomainDraft;
  /** The time of the change; now by default. */
  readonly at?: Date;
}

/**
 * Writes the differences of stored domains and their history: any number of domains, in batches, each in a fixed
 * number of statements, and without a statement if nothing differs. Returns the drafts as they were written.
 */
export const saveDomains = (
  context: OperationContext,
  changes: readonly DomainChange[],
  settings: RegistrySettings,
): Promise<DomainDraft[]> => inBatches(changes, (batch) => saveBatch(context, batch, settings));

async function saveBatch(
  context: OperationContext,
  changes: readonly DomainChange[],
  settings: RegistrySettings,
): Promise<DomainDraft[]> {
  const { db, now } = context;
  const wanted = changes.map(({ state, draft, at = now }) => ({
    state,
    at,
    after: withStatuses(draft, settings),
  }));
  const codeOf = await registrarCodes(
    context,
    wanted.filter(({ state, after }) => after.registrarId !== state.row.registrar_id),
  );
  const written = wanted.flatMap(({ state, after, at }) => {
    const { row, draft: before } = state;
    const documents = {
      before: domainDocument(row.name, row.registrar_code, before),
      after: domainDocument(row.name, codeOf.get(after.registrarId) ?? row.registrar_code, after),
    };
    const isChanged = !isSame(documents.before, documents.after);
    const columns = columnsOf(after);
    // History does not record internal columns.
    if (!isChanged && isSame(columnsOf(before), columns)) return [];
    if (isChanged) context.record({ type: 'domain', id: row.id, key: row.name, ...documents, at });
    const status_times = timesOf(after, at, row.status_times);
    const updated_at = isChanged ? at : row.updated_at;
    return [
      { id: row.id, puny: row.name_puny, state, after, at, values: { ...columns, status_times, updated_at } },
    ];
  });
  context.writing(
    settleAll([
      updateDomains(
        db,
        written.map(({ id, values }) => ({ id, ...values })),
      ),
      saveParts(db, written, settings),
      // A pending change ends with its status, whether by an answer, by time or by an operator.
      deletePendingChanges(
        db,
        written.filter(({ state, after }) => isWaiting(state.draft) && !isWaiting(after)).map(({ id }) => id),
      ),
    ]),
  );
  return wanted.map(({ after }) => after);
}

export async function saveDomain(
  context: OperationContext,
  state: DomainState,
  draft: DomainDraft,
  settings: RegistrySettings,
): Promise<DomainDraft> {
  const [after = draft] = await saveDomains(context, [{ state, draft }], settings);
  return after;
}

/**
 * Inserts any number of new domains in a fixed number of statements. `last`: nothing is read after them, and no
 * webhook is notified.
 */
export async function createDomains(
  context: OperationContext,
  domains: readonly NewDomain[],
  settings: RegistrySettings,
  last = false,
): Promise<void> {
  const { db, now } = context;
  const wanted = domains.map(({ draft, at = now, ...domain }) => ({
    ...domain,
    at,
    after: withStatuses(draft, settings),
  }));
  const rows = wanted.map(({ id, uuid, name, puny, zoneId, after, at }) => ({
    id,
    uuid,
    name,
    name_puny: puny,
    zone_id: zoneId,
    created_at: at,
    updated_at: at,
    status_times: timesOf(after, at),
    ...columnsOf(after),
  }));
  const insertion = insertionOf(rows, newPartsOf(wanted, settings));
  if (last) context.writingLast(insertion);
  else context.writing(db.executeQuery(insertion));
  const codeOf = await registrarCodes(context, wanted);
  for (const { id, name, after, at } of wanted)
    context.record({
      type: 'domain',
      id,
      key: name,
      after: domainDocument(name, codeOf.get(after.registrarId) ?? '', after),
      at,
    });
}

/** The draft as stored: without notes and times of statuses that it does not have. */
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

/** Returns when each status was set: those that were there before keep their time. */
const timesOf = (
  { statuses }: DomainDraft,
  at: Date,
  before: Readonly<Record<string, string>> = {},
): Record<string, string> =>
  Object.fromEntries(statuses.map((name) => [name, before[name] ?? at.toISOString()]));

/** Tells whether the domain waits for the registrant's confirmation (docs/rules/registrar.md#confirmations). */
const isWaiting = ({ statuses }: DomainDraft): boolean =>
  statuses.includes('pendingUpdate') || statuses.includes('pendingDeleteConfirmation');

/** The codes of the registrars that domains go to; the caller's own code needs no lookup. */
async function registrarCodes(
  { db, actor }: OperationContext,
  changes: readonly { readonly after: DomainDraft }[],
): Promise<ReadonlyMap<number, string>> {
  const own = actor.kind === 'registrar' ? [{ id: actor.registrarId, code: actor.registrarCode }] : [];
  const others = new Set(changes.map(({ after }) => after.registrarId));
  for (const { id } of own) others.delete(id);
  const found = others.size > 0 ? await registrarsById(db, [...others]) : [];
  return new Map([...own, ...found].map(({ id, code }) => [id, code]));
}
