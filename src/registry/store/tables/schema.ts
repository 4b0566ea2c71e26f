import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Money } from '../../../base/money.ts';
import type { apiUser } from '../../entities/api-user.ts';
import type { contact } from '../../entities/contact.ts';
import type { domain } from '../../entities/domain.ts';
import type { historyEntry } from '../../entities/history-entry.ts';
import type { jobRun } from '../../entities/job-run.ts';
import type { blockedName, dispute, reservedName } from '../../entities/names.ts';
import type { notification } from '../../entities/notification.ts';
import type { registrar } from '../../entities/registrar.ts';
import type { transaction } from '../../entities/transaction.ts';
import type { Nameserver } from '../../rules/domain/nameserver.ts';
import type { AccessLogTables } from './access-log-schema.ts';
import type { BillingTables } from './billing-schema.ts';
import type { TableOf } from './entity-table.ts';
import type { IntegrationTables } from './integrations-schema.ts';
import type { Json } from './json.ts';
import type { LegalDocumentTables } from './legal-document-schema.ts';
import type { PriceTables } from './price-schema.ts';
import type { ReservationTables } from './reservation-schema.ts';
import type { SelfServiceTables } from './self-service-schema.ts';
import type { VersionTables } from './version-schema.ts';
import type { WebhookTables } from './webhook-schema.ts';

/**
 * The tables as Kysely sees them; src/registry/store/migrations creates them. An extension declares its own beside its
 * SQL.
 */
export interface Tables
  extends RegistryTables,
    ReservationTables,
    BillingTables,
    IntegrationTables,
    SelfServiceTables,
    WebhookTables,
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
  shown_outcomes: ShownOutcomeTable;
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
}

interface SettingTable {
  name: string;
  value: string;
  updated_at: Date;
}

export interface RegistrarTable extends TableOf<typeof registrar> {}

export interface ApiUserTable extends TableOf<typeof apiUser> {}

interface AccountTable {
  registrar_id: number;
  balance: ColumnType<Money, never, never>;
  currency: Generated<string>;
  /** The balance is the one that another registry reports, not the sum of the movements. */
  mirrored: Generated<boolean>;
}

export interface LedgerTable extends TableOf<typeof transaction> {}

export interface HistoryTable extends TableOf<typeof historyEntry> {}

export interface NotificationTable extends TableOf<typeof notification> {}

export interface ShownOutcomeTable {
  hash: string;
  owner: string;
  shown_at: Date;
  parts: Json<Readonly<Record<string, string>>>;
  items_count: number;
  items: Buffer;
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

export interface JobRunTable extends TableOf<typeof jobRun> {}

export interface ZoneTable {
  id: GeneratedAlways<number>;
  origin: string;
  closed_at: Generated<Date | null>;
  created_at: Date;
  nameservers: ColumnType<readonly Nameserver[], string | undefined, string>;
  /** An e-mail address; null: `hostmaster` at the zone. */
  hostmaster: Generated<string | null>;
  soa_refresh: Generated<number>;
  soa_retry: Generated<number>;
  soa_expire: Generated<number>;
  negative_ttl: Generated<number>;
  ttl: Generated<number>;
}

export interface ContactTable extends TableOf<typeof contact> {}

export interface DomainTable extends TableOf<typeof domain> {}

export interface DomainContactTable {
  id: GeneratedAlways<number>;
  domain_id: number;
  contact_id: number;
  role: 'admin' | 'tech';
  /** True if another registry hides the name on this domain. */
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

export interface ReservedNameTable extends TableOf<typeof reservedName> {}

export interface BlockedNameTable extends TableOf<typeof blockedName> {}

export interface DisputeTable extends TableOf<typeof dispute> {}
