import type { LocalDate } from '../../../../base/calendar.ts';
import { domain, type ForceDeleteStage } from '../../../entities/domain.ts';
import { columnsOfDraft, type DraftOf, draftOf, emptyDraft } from '../../../entities/entity-rows.ts';
import type { DnssecKey } from '../../../rules/domain/dnssec.ts';
import type { Nameserver } from '../../../rules/domain/nameserver.ts';
import { periodAndUnit } from '../../../rules/domain/period.ts';
import type { Contact } from '../../../store/registry/contacts.ts';
import type { DomainValues } from '../../../store/registry/domain-writer.ts';

/**
 * The part of a domain that operations change. A change is made by writing a new draft from the old one and saving
 * it: save-domain.ts finds out what differs, check-domain.ts what would be wrong with it.
 */
export interface DomainDraft extends DraftOf<typeof domain> {
  readonly registrant: Contact;
  readonly admins: readonly Contact[];
  readonly techs: readonly Contact[];
  readonly nameservers: readonly Nameserver[];
  readonly keys: readonly DnssecKey[];
  readonly months: number;
  readonly forceDelete: ForceDelete | null;
}

interface ForceDelete {
  readonly kind: 'soft' | 'fast_track';
  readonly start: LocalDate | null;
  readonly date: LocalDate | null;
  readonly reason: string | null;
  readonly notes: string | null;
  readonly stage: ForceDeleteStage;
  /** The statuses that it set, which its cancellation removes. */
  readonly statuses: readonly string[];
}

/** The draft values of a newly registered domain, except for the three that the registration sets. */
export const unchanged = {
  ...emptyDraft(domain, 'registrarId', 'transferCode', 'expiresAt'),
  forceDelete: null,
};

/** Stored in the columns `force_delete_...`. */
const forceDeleteFields = ['kind', 'start', 'date', 'reason', 'notes', 'stage', 'statuses'] as const;

type ForceDeleteColumn = `force_delete_${keyof ForceDelete}`;

/** The columns that follow from a draft alone. */
type DraftColumns = Omit<DomainValues, 'status_times' | 'updated_at'>;

/** The part of a draft that is stored in the domain's own row. */
export type OwnDraft = DraftOf<typeof domain> & Pick<DomainDraft, 'months' | 'forceDelete'>;

export function columnsOf(draft: OwnDraft & { readonly registrant: { readonly id: number } }): DraftColumns {
  const { period, unit } = periodAndUnit(draft.months);
  return {
    ...columnsOfDraft(domain, draft),
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
    ...draftOf(domain, row),
    months: row.period_unit === 'y' ? row.period * 12 : row.period,
    forceDelete:
      row.force_delete_kind &&
      (Object.fromEntries(
        forceDeleteFields.map((field) => [field, row[`force_delete_${field}`]]),
      ) as unknown as ForceDelete),
  };
}
