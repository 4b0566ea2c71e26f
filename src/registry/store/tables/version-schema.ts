import type { Money } from '../../../core/money.ts';

export interface VersionTables {
  domain_versions: DomainVersionTable;
  domain_terms: DomainTermTable;
  contact_versions: ContactVersionTable;
}

type DomainEventKind =
  | 'REGISTERED'
  | 'RENEWED'
  | 'TRANSFERRED'
  | 'REGISTRANT_CHANGED'
  | 'UPDATED'
  | 'DELETED';

/** How long a domain was one registrar's with one date of expiry; the database writes it with the versions. */
interface DomainTermTable {
  domain_id: number;
  registrar_id: number;
  name: string;
  expires_at: Date | null;
  created_at: Date | null;
  valid_from: Date;
  valid_to: Date;
}

/** An entry in the history of a domain, and when it held; the database writes it with the entry. */
interface DomainVersionTable {
  /** The id of the entry in history. */
  id: number;
  domain_id: number;
  name: string;
  name_puny: string;
  zone_id: number | null;
  /** Null: no event. */
  kind: DomainEventKind | null;
  /** After the entry; of what is gone, before it. */
  registrar_id: number | null;
  /** Null unless the registrar is another one than before. */
  from_registrar_id: number | null;
  registrant_code: string | null;
  statuses: string[];
  expires_at: Date | null;
  created_at: Date | null;
  hostnames: string[];
  signed: boolean;
  months: number | null;
  price: Money | null;
  /** When it happened. */
  valid_from: Date;
  /** Infinity while it holds; `valid_from` where the domain is gone. */
  valid_to: Date;
  /** `valid_to`, where it held for more than a day after the domain had expired. */
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
