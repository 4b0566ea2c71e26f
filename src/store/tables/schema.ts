import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { UserRole } from '../../core/actor.ts';
import type { Money } from '../../core/money.ts';
import type { contact } from '../../entities/contact.ts';
import type { domain } from '../../entities/domain.ts';
import type { LedgerActivity } from '../../rules/money/charges.ts';
import type { AccessLogTables } from './access-log-schema.ts';
import type { BillingTables } from './billing-schema.ts';
import type { TableOf } from './entity-table.ts';
import type { IntegrationTables } from './integrations-schema.ts';
import type { Json } from './json.ts';
import type { LegalDocumentTables } from './legal-document-schema.ts';
import type { MirrorTables } from './mirror-schema.ts';
import type { PriceTables } from './price-schema.ts';
import type { ReservationTables } from './reservation-schema.ts';
import type { SelfServiceTables } from './self-service-schema.ts';
import type { VersionTables } from './version-schema.ts';
import type { WebhookTables } from './webhook-schema.ts';

/** The tables as Kysely sees them; src/store/migrations is where they are made. */
export interface Tables
  extends RegistryTables,
    ReservationTables,
    BillingTables,
    IntegrationTables,
    SelfServiceTables,
    WebhookTables,
    MirrorTables,
    AccessLogTables,
    PriceTables,
    LegalDocumentTables,
    VersionTables {}

interface RegistryTables {
  settings: SettingTable;
  registrars: RegistrarTable;
  api_users: ApiUserTable;
  accounts: AccountTable;
  ledger: LedgerTable;
  history: HistoryTable;
  notifications: NotificationTable;
  idempotency_keys: IdempotencyKeyTable;
  rate_budgets: RateBudgetTable;
  secret_failures: SecretFailureTable;
  job_leases: JobLeaseTable;
  job_runs: JobRunTable;
  zones: ZoneTable;
  contacts: ContactTable;
  domains: DomainTable;
  domain_contacts: DomainContactTable;
  nameservers: NameserverTable;
  dnssec_keys: DnssecKeyTable;
  pending_changes: PendingChangeTable;
  domain_transfers: DomainTransferTable;
  reserved_names: ReservedNameTable;
  blocked_names: BlockedNameTable;
  disputes: DisputeTable;
  sandbox_mails: SandboxMailTable;
  sandbox_clock: SandboxClockTable;
  sandbox_clock_moves: SandboxClockMoveTable;
}

interface SettingTable {
  name: string;
  value: string;
  updated_at: Date;
}

export interface RegistrarTable {
  id: GeneratedAlways<number>;
  uuid: Generated<string>;
  code: string;
  name: string;
  reg_no: string | null;
  email: string | null;
  website: string | null;
  phone: string | null;
  billing_email: string | null;
  billing_address: string | null;
  iban: Generated<string | null>;
  vat_no: Generated<string | null>;
  /** Percent, such as `20.00`; only of a registrar abroad that has no VAT number. */
  vat_rate: Generated<string | null>;
  street: Generated<string | null>;
  city: Generated<string | null>;
  state: Generated<string | null>;
  zip: Generated<string | null>;
  country_code: Generated<string | null>;
  /** What its prepayments and bank transfers carry. */
  reference_no: Generated<string | null>;
  accept_pdf_invoices: Generated<boolean>;
  auto_reload_amount: Generated<Money | null>;
  auto_reload_threshold: Generated<Money | null>;
  auto_reload_invoice_id: Generated<number | null>;
  test_registrar: Generated<boolean>;
  accreditation_date: Generated<Date | null>;
  accreditation_expire_date: Generated<Date | null>;
  /** The last day that a monthly summary has looked at; null: none since it is there. */
  summarised_until: Generated<string | null>;
  suspended_at: Generated<Date | null>;
  suspension_reason: Generated<string | null>;
  created_at: Date;
  updated_at: Date;
}

export interface ApiUserTable {
  id: GeneratedAlways<number>;
  registrar_id: number;
  username: string;
  password_hash: string;
  roles: UserRole[];
  active: Generated<boolean>;
  verified_at: Date | null;
  certificate_fingerprints: Generated<string[]>;
  allowed_ips: Generated<string[]>;
  last_login_at: Date | null;
  earlier_login_at: Generated<Date | null>;
  uuid: Generated<string>;
  email: Generated<string | null>;
  identity_code: Generated<string | null>;
  /** The identity code, once an operator has confirmed it: users that have the same are linked. */
  subject: Generated<string | null>;
  ident_request_sent_at: Generated<Date | null>;
  verification_id: Generated<string | null>;
  verification_pending_at: Generated<Date | null>;
  verification_snapshot: ColumnType<Record<string, unknown>, string | undefined, string>;
  created_by: Generated<string | null>;
  updated_by: Generated<string | null>;
  /** Kept for history; the name stays taken. */
  deleted_at: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
}

interface AccountTable {
  registrar_id: number;
  balance: ColumnType<Money, never, never>;
  currency: Generated<string>;
  /** Of a registry behind us: what it tells counts, not what the movements add up to. */
  mirrored: Generated<boolean>;
}

export interface LedgerTable {
  id: GeneratedAlways<number>;
  /** Its place among all movements; on one account, the order in which they moved the balance. */
  position: ColumnType<number, never, never>;
  registrar_id: number;
  activity: LedgerActivity;
  description: string;
  sum: Money;
  balance: ColumnType<Money, never, never>;
  domain_id: number | null;
  zone_id: ColumnType<number | null, never, never>;
  invoice_id: number | null;
  request_id: string | null;
  /** Who of the registrar's users it was; null: somebody else. */
  actor_name: Generated<string | null>;
  created_at: Date;
}

export interface HistoryTable {
  id: GeneratedAlways<number>;
  at: Date;
  actor_kind: string;
  actor_name: string;
  registrar_id: number | null;
  operation: string;
  request_id: string;
  object_type: string;
  object_id: number;
  object_key: string;
  event: 'create' | 'update' | 'destroy';
  changes: Json<Record<string, { from: unknown; to: unknown }>>;
  snapshot: Json<Record<string, unknown> | null>;
  /** What it is, where the difference does not show it (`Change.kind`). */
  kind: string | null;
}

export interface NotificationTable {
  id: GeneratedAlways<number>;
  registrar_id: number;
  kind: string;
  text: string;
  attached_obj_type: string | null;
  attached_obj_id: number | null;
  read_at: Date | null;
  created_at: Date;
}

interface IdempotencyKeyTable {
  scope: string;
  key: string;
  operation: string;
  input_hash: string;
  answer: Json<unknown>;
  prepared: Json<{ value: unknown } | null>;
  held_until: Date | null;
  created_at: Date;
}

interface RateBudgetTable {
  caller: string;
  window_start: Date;
  used: number;
}

interface SecretFailureTable {
  caller: string;
  subject: string;
  failures: number;
  last_failed_at: Date;
}

export interface JobLeaseTable {
  job: string;
  holder: string | null;
  held_until: Date | null;
  last_started_at: Date | null;
  last_finished_at: Date | null;
  last_error: string | null;
}

export interface JobRunTable {
  id: GeneratedAlways<number>;
  job: string;
  started_at: Date;
  /** Null: it failed. */
  finished_at: Date | null;
  taken: number;
  error: string | null;
}

export interface ZoneTable {
  id: GeneratedAlways<number>;
  origin: string;
  closed_at: Generated<Date | null>;
  created_at: Date;
}

export interface ContactTable extends TableOf<typeof contact> {}

export interface DomainTable extends TableOf<typeof domain> {}

export interface DomainContactTable {
  id: GeneratedAlways<number>;
  domain_id: number;
  contact_id: number;
  role: 'admin' | 'tech';
  /** Another registry does not tell it on this domain. */
  hides_name: Generated<boolean>;
}

export interface NameserverTable {
  id: ColumnType<number, never, never>;
  domain_id: number;
  hostname: string;
  hostname_puny: string;
  ipv4: string[];
  ipv6: string[];
  created_at: Date;
}

export interface DnssecKeyTable {
  id: ColumnType<number, never, never>;
  domain_id: number;
  flags: number;
  protocol: number;
  alg: number;
  public_key: string;
  key_tag: number;
  ds_digest_type: number;
  ds_digest: string;
  created_at: Date;
  updated_at: Date;
}

export interface PendingChangeTable {
  id: GeneratedAlways<number>;
  domain_id: number;
  kind: 'update' | 'delete';
  token_hash: string;
  request: Json<Record<string, unknown>>;
  requested_by: string;
  asked_at: Date;
}

export interface DomainTransferTable {
  id: GeneratedAlways<number>;
  domain_id: number;
  domain_name: string;
  old_registrar_id: number;
  new_registrar_id: number;
  status: string;
  requested_at: Date;
  transferred_at: Date | null;
  expires_at: Date;
}

export interface ReservedNameTable {
  id: GeneratedAlways<number>;
  name: string;
  name_puny: string;
  password: string;
  reservation_id: number | null;
  expires_at: Date | null;
  /** Paid for, and somebody else has been notified of it. */
  found_paid_at: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
}

export interface BlockedNameTable {
  id: GeneratedAlways<number>;
  name: string;
  name_puny: string;
  created_at: Date;
}

export interface DisputeTable {
  id: GeneratedAlways<number>;
  name: string;
  name_puny: string;
  password: string;
  starts_at: string;
  expires_at: string;
  closed_at: Date | null;
  initiator: string | null;
  created_at: Date;
}

export interface SandboxMailTable {
  id: GeneratedAlways<number>;
  recipient: string;
  subject: string;
  text: string;
  links: string[];
  sent_at: Date;
}

interface SandboxClockTable {
  only_row: Generated<boolean>;
  ahead_ms: number;
}

interface SandboxClockMoveTable {
  id: string;
  target: Date;
}
