import type { Money } from '../../../base/money.ts';

export interface VersionTables {
  domain_versions: DomainVersionTable;
  domain_terms: DomainTermTable;
  contact_versions: ContactVersionTable;
}

type DomainEventKind =
  | 'REGISTERED'
  | 'RENEWED'
  | 'TRANSFERRED'
  | 'EXPIRED'
  | 'REGISTRANT_CHANGED'
  | 'UPDATED'
  | 'DELETED';

/** A period in which a domain had one registrar and one expiry date; a trigger writes it with the versions. */
interface DomainTermTable {
  domain_id: number;
  registrar_id: number;
  name: string;
  expires_at: Date | null;
  created_at: Date | null;
  valid_from: Date;
  valid_to: Date;
}

/** A history entry of a domain with its period of validity; a trigger writes it with the entry. */
interface DomainVersionTable {
  /** The id of the history entry. */
  id: number;
  domain_id: number;
  name: string;
  name_puny: string;
  zone_id: number | null;
  /** The kind of the event; null if it is not an event. */
  kind: DomainEventKind | null;
  /** The state after the entry, or before it if the domain was removed. */
  registrar_id: number | null;
  /** The registrar before; null unless the registrar has changed. */
  from_registrar_id: number | null;
  registrant_code: string | null;
  statuses: string[];
  expires_at: Date | null;
  created_at: Date | null;
  hostnames: string[];
  signed: boolean;
  months: number | null;
  price: Money | null;
  /** The moment at which it happened. */
  valid_from: Date;
  /** Infinity while it is valid; `valid_from` if the domain was removed. */
  valid_to: Date;
  /** `valid_to`, if it was valid for more than a day after the domain had expired. */
  overdue_until: Date | null;
}

interface ContactVersionTable {
  id: number;
  contact_id: number;
  code: string;
  registrar_id: number | null;
  name: string | null;
  ident_type: string | null;
  ident_country_code: string | null;
  created_at: Date | null;
  valid_from: Date;
  valid_to: Date;
}
