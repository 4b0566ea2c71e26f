import type { LocalDate } from '../../../core/calendar.ts';
import type { DnssecKey } from '../../../rules/domain/dnssec.ts';
import type { Nameserver } from '../../../rules/domain/nameserver.ts';
import { periodAndUnit } from '../../../rules/domain/period.ts';
import type { Contact } from '../../../store/registry/contacts.ts';
import type { DomainValues } from '../../../store/registry/domain-writer.ts';
import type { ForceDeleteStage } from '../../../store/tables/schema.ts';

/**
 * The part of a domain that operations change. A change is made by writing a new draft from the old one and saving
 * it: save-domain.ts finds out what differs, check-domain.ts what would be wrong with it.
 */
export interface DomainDraft {
  readonly registrarId: number;
  readonly registrant: Contact;
  readonly admins: readonly Contact[];
  readonly techs: readonly Contact[];
  readonly nameservers: readonly Nameserver[];
  readonly keys: readonly DnssecKey[];
  readonly statuses: readonly string[];
  readonly statusNotes: Readonly<Record<string, string | null>>;
  readonly transferCode: string;
  readonly months: number;
  readonly expiresAt: Date;
  readonly outzoneAt: Date | null;
  readonly deleteDate: LocalDate | null;
  readonly removeAt: Date | null;
  /** When to remind the registrant that it has expired; null: not any more. */
  readonly remindAt: Date | null;
  readonly forceDelete: ForceDelete | null;
}

export interface ForceDelete {
  readonly kind: 'soft' | 'fast_track';
  readonly start: LocalDate | null;
  readonly date: LocalDate | null;
  readonly reason: string | null;
  readonly notes: string | null;
  readonly stage: ForceDeleteStage;
  /** Those that it brought, which its cancellation takes away again. */
  readonly statuses: readonly string[];
}

/**
 * Which column of a domain keeps which field of its draft. Everything that reads a draft or writes one goes by this
 * file; the compiler sees to it that no column and no field is missing.
 */
const plainColumns = {
  registrar_id: 'registrarId',
  transfer_code: 'transferCode',
  statuses: 'statuses',
  status_notes: 'statusNotes',
  expires_at: 'expiresAt',
  outzone_at: 'outzoneAt',
  delete_date: 'deleteDate',
  remove_at: 'removeAt',
  remind_at: 'remindAt',
} as const satisfies Readonly<Partial<Record<keyof DomainValues, keyof DomainDraft>>>;

type PlainColumn = keyof typeof plainColumns;
type PlainField = (typeof plainColumns)[PlainColumn];

/** Each in a column `force_delete_...` of its own. */
const forceDeleteFields = ['kind', 'start', 'date', 'reason', 'notes', 'stage', 'statuses'] as const;

type ForceDeleteColumn = `force_delete_${keyof ForceDelete}`;

/** The columns that follow from a draft alone. */
type DraftColumns = Omit<DomainValues, 'status_times' | 'updated_at'>;

/** The part of a draft that stands in the domain's own row. */
export type OwnDraft = Pick<DomainDraft, PlainField | 'months' | 'forceDelete'>;

export function columnsOf(draft: OwnDraft & { readonly registrant: { readonly id: number } }): DraftColumns {
  const { period, unit } = periodAndUnit(draft.months);
  return {
    ...(Object.fromEntries(
      Object.entries(plainColumns).map(([column, field]) => [column, draft[field]]),
    ) as Pick<DraftColumns, PlainColumn>),
    ...(Object.fromEntries(
      forceDeleteFields.map((field) => [`force_delete_${field}`, draft.forceDelete?.[field] ?? null]),
    ) as Pick<DraftColumns, ForceDeleteColumn>),
    force_delete_statuses: [...(draft.forceDelete?.statuses ?? [])],
    registrant_id: draft.registrant.id,
    period,
    period_unit: unit,
  };
}

export function ownDraft(row: DraftColumns): OwnDraft {
  return {
    ...(Object.fromEntries(
      Object.entries(plainColumns).map(([column, field]) => [field, row[column as PlainColumn]]),
    ) as unknown as Pick<OwnDraft, PlainField>),
    months: row.period_unit === 'y' ? row.period * 12 : row.period,
    forceDelete:
      row.force_delete_kind &&
      (Object.fromEntries(
        forceDeleteFields.map((field) => [field, row[`force_delete_${field}`]]),
      ) as unknown as ForceDelete),
  };
}
