-- The database of 1.0.0, ordered by subject. It never changes again: what comes later is a migration of its own
-- (docs/adding.md#a-migration).
--
-- Every time comes from the application's clock, whose moments have milliseconds: nothing here defaults to now(), but for
-- what is kept in real time and says so. Texts have no length but where a check gives one. What must not be broken by two
-- callers at once is a constraint or a trigger.

--
-- Settings and time
--

-- What operators have set, by the name of the setting. Without a row it has its default.
create table settings (
  name text primary key,
  value text not null,
  updated_at timestamptz(3) not null
);

-- Which timelines the primary has written on: a row that only those replicas have that follow it there, and not one that
-- went on along another before a standby was promoted.
create table database_timelines (
  system bigint not null,
  timeline text not null,
  primary key (system, timeline)
);

--
-- Registrars, their users, and what they come with
--

-- Who sells domains. Id 0 is whoever sponsors the contacts of which a facade is not told the registrar.
create table registrars (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  code text not null unique check ((code = upper(code)) and code !~ '[\s:]' and code <> '' and code <> 'CID'),
  name text not null unique,
  reg_no text,
  email text,
  website text,
  phone text,
  billing_email text,
  billing_address text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  iban text,
  vat_no text,
  -- percent; only of a registrar abroad that has no VAT number
  vat_rate numeric(5, 2) check (vat_rate >= 0 and vat_rate < 100),
  street text,
  city text,
  state text,
  zip text,
  -- none: counts as domestic
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  -- what its prepayments and bank transfers carry
  reference_no text constraint registrars_reference_no_unique unique,
  accept_pdf_invoices boolean not null default true,
  auto_reload_amount numeric(12, 2) check (auto_reload_amount > 0),
  auto_reload_threshold numeric(12, 2) check (auto_reload_threshold >= 0),
  -- the last invoice that was issued by itself: no other one follows while this can still be paid
  auto_reload_invoice_id bigint,
  test_registrar boolean not null default false,
  accreditation_date timestamptz(3),
  accreditation_expire_date timestamptz(3),
  -- The last day that a monthly summary has looked at; null: none since the registrar is there.
  summarised_until date,
  -- A registrar that is suspended stays, with all that it has; nobody comes in for it (docs/rules/access.md#suspension).
  suspended_at timestamptz(3),
  suspension_reason text,
  constraint registrars_auto_reload_is_whole check ((auto_reload_amount is null) = (auto_reload_threshold is null)),
  constraint registrars_suspended_for_a_reason check ((suspended_at is null) = (suspension_reason is null))
);

-- Who calls for a registrar.
create table api_users (
  id bigint generated always as identity primary key,
  registrar_id bigint not null references registrars,
  username text not null unique,
  password_hash text not null,
  roles text[] not null check ((roles <@ array['super', 'epp', 'billing']) and (cardinality(roles) > 0)),
  active boolean not null default true,
  verified_at timestamptz(3),
  certificate_fingerprints text[] not null default '{}',
  allowed_ips text[] not null default '{}',
  last_login_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  uuid uuid not null default gen_random_uuid() unique,
  email text,
  identity_code text check (identity_code <> ''),
  subject text check (subject <> ''),
  ident_request_sent_at timestamptz(3),
  verification_id text,
  verification_pending_at timestamptz(3),
  verification_snapshot jsonb not null default '{}',
  created_by text,
  updated_by text,
  -- kept for history; the name stays taken
  deleted_at timestamptz(3),
  -- Portals show a user when it signed in before this time: null at the first one.
  earlier_login_at timestamptz
);
create unique index api_users_identity_code_unique on api_users (registrar_id, identity_code) where deleted_at is null;
create index api_users_person on api_users (subject) where subject is not null and deleted_at is null;
create index api_users_registrar on api_users (registrar_id);
create unique index api_users_subject_unique on api_users (registrar_id, subject) where deleted_at is null;

-- Where users sign in from: somebody else's guessing keeps nobody out at home.
create table sign_in_addresses (
  user_id bigint not null references api_users on delete cascade,
  -- an IPv4 address, or the network of an IPv6 one
  address text not null,
  last_at timestamptz(3) not null,
  primary key (user_id, address)
);

-- Client certificates that users have asked for, and those that were issued for them.
create table certificates (
  id bigint generated always as identity primary key,
  api_user_id bigint not null references api_users,
  interface text not null check (interface in ('api', 'registrar')),
  csr text,
  crt text,
  -- lower-case hexadecimal, without colons
  sha256 text constraint certificates_sha256_unique unique check (sha256 ~ '^[0-9a-f]{64}$'),
  common_name text not null,
  serial text,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  -- RFC 5280: 0 unspecified, 1 key compromise, 5 cessation of operation
  revoked_reason smallint check (revoked_reason in (0, 1, 5)),
  created_by text not null,
  updated_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Registrars are notified once of what ends within 14 days. What was made for a shorter time is not announced: its maker
  -- has just chosen the end.
  end_noticed_at timestamptz(3),
  -- The user, not its name: names change. Null: not known for certain, and counts as somebody else.
  requested_by bigint references api_users,
  check ((csr is not null) or (crt is not null)),
  check ((crt is null) = (sha256 is null)),
  check ((revoked_at is null) = (revoked_reason is null))
);
create index certificates_ending on certificates (expires_at)
  where end_noticed_at is null and revoked_at is null and ((expires_at - created_at) > interval '14 days');
create index certificates_user on certificates (api_user_id, id);

-- From where a registrar's users may call; one for the API counts once an operator has committed it.
create table allowed_ips (
  id bigint generated always as identity primary key,
  registrar_id bigint not null references registrars,
  network cidr not null,
  interfaces text[] not null check (interfaces <@ array['api', 'registrar']),
  committed boolean not null default false,
  created_by text not null,
  updated_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint allowed_ips_unique unique (registrar_id, network)
);

-- What pages, programs and agents come with instead of a password (docs/rules/access.md#access-tokens).
create table access_tokens (
  id bigint generated always as identity primary key,
  -- SHA-256 in hexadecimal digits: the token itself is shown once and kept nowhere
  hash text not null constraint access_tokens_hash_unique unique check (hash ~ '^[0-9a-f]{64}$'),
  name text not null
    constraint access_tokens_name_length check (char_length(name) <= 100),
  -- for whom it acts: a registrar's user, or the operator that goes by this name
  registrar_id bigint references registrars,
  api_user_id bigint references api_users,
  operator text,
  -- none: from signing in, for all that the user may do
  scopes text[] check ((scopes <@ array['READ', 'WRITE', 'SECRETS', 'BILLING']) and (cardinality(scopes) > 0)),
  -- of a sign-in: the SHA-256 of what was kept of the password, so that a changed password ends it
  password_mark text,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- of a session that somebody opened by switching: who signed in with a password
  switched_from bigint references api_users,
  end_noticed_at timestamptz(3),
  -- What a token may do at most, beyond its scopes, and what its writes have charged since the day on which the period
  -- began.
  guards jsonb,
  spent numeric(12, 2) not null default 0,
  spent_from date,
  constraint access_tokens_have_one_owner check ((api_user_id is null) <> (operator is null)),
  constraint access_tokens_of_sign_ins_are_marked check ((scopes is null) = (password_mark is not null)),
  constraint access_tokens_of_users_have_a_registrar check ((api_user_id is null) = (registrar_id is null))
);
create index access_tokens_ending on access_tokens (expires_at)
  where end_noticed_at is null and revoked_at is null and scopes is not null and ((expires_at - created_at) > interval '14 days');
create index access_tokens_expiry on access_tokens (expires_at);
create index access_tokens_listed on access_tokens (registrar_id, id desc) where scopes is not null and revoked_at is null;
create index access_tokens_switched on access_tokens (switched_from) where switched_from is not null;
create index access_tokens_user on access_tokens (api_user_id, id);

-- Who is signed in to the operator console: a cookie whose session is not here opens nothing.
create table console_sessions (
  -- SHA-256 of the id that the cookie holds.
  hash text primary key,
  -- In real time, whatever the registry's clock says.
  ends_at timestamptz(3) not null
);

-- What a facade keeps secret itself: nothing of it is computed from the password of the registry behind.
create table facade_secrets (
  name text primary key,
  -- The secret, or its SHA-256 where it is only compared.
  value text not null,
  made_at timestamptz(3) not null default now()
);

-- Wrong secrets, counted for a caller and an object over both doors.
create table secret_failures (
  caller text not null,
  subject text not null,
  failures integer not null,
  last_failed_at timestamptz(3) not null,
  primary key (caller, subject)
);

-- What each caller has spent of its points within the window that is running.
create table rate_budgets (
  caller text primary key,
  window_start timestamptz(3) not null,
  used integer not null
);
create index rate_budgets_age on rate_budgets (window_start);

--
-- Zones and prices
--

-- Where names are registered.
create table zones (
  id bigint generated always as identity primary key,
  origin text not null unique,
  created_at timestamptz(3) not null,
  -- A closed zone takes no registrations; what is registered in it lives on.
  closed_at timestamptz(3)
);

-- What a registration or a renewal for a number of months costs, from when until when.
create table prices (
  id bigint generated always as identity primary key,
  zone_id bigint not null references zones,
  operation text not null check (operation in ('create', 'renew')),
  months integer not null check (months in (3, 6, 9) or (((months % 12) = 0) and ((months >= 12) and (months <= 120)))),
  price numeric(12, 2) not null check (price >= 0),
  valid_from date not null,
  valid_to date,
  created_at timestamptz(3) not null
);
create index prices_lookup on prices (zone_id, operation, months, valid_from desc);

-- Prices with the names of their zones, for lists.
create view listed_prices as
  select prices.*, zones.origin from prices join zones on zones.id = prices.zone_id;

--
-- Contacts and domains
--

-- People and organisations. A registrar that takes a domain over gets copies of its contacts.
create table contacts (
  id bigint generated always as identity primary key,
  uuid uuid default gen_random_uuid(),
  code text not null constraint contacts_code_unique unique,
  registrar_id bigint not null references registrars,
  name text not null,
  email text,
  phone text,
  ident text,
  ident_type text,
  ident_country_code text,
  auth_info text not null,
  statuses text[] not null default '{}',
  status_notes jsonb not null default '{}',
  disclosed_attributes text[] not null default '{}',
  original_id bigint,
  -- since when no domain uses it; null while one does
  unlinked_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- In a facade: what became of a verification, as the registry tells it.
  verification jsonb,
  -- Postal addresses of contacts (docs/rules/registrar.md#postal-addresses).
  address_street text,
  address_city text,
  address_zip text,
  address_state text,
  address_country_code text
);
create index contacts_created on contacts (created_at desc, id desc);
create index contacts_ident on contacts (ident, registrar_id);
-- Contacts, and domains by their registrants, in the order of the alphabet.
create index contacts_name on contacts (name, id);
create index contacts_registrar on contacts (registrar_id, created_at desc, id desc);
create index contacts_registrar_updated on contacts (registrar_id, updated_at, id);
create index contacts_unlinked on contacts (unlinked_at) where unlinked_at is not null;

create function contact_begins_unlinked() returns trigger language plpgsql as $$
begin
  new.unlinked_at := coalesce(new.unlinked_at, new.created_at);
  return new;
end $$;
create trigger contact_begins_unlinked before insert on contacts
  for each row execute function contact_begins_unlinked();

-- Domains that are registered. Statuses are stored where an operator or a registrar has set them; others follow from dates
-- and rows (docs/decisions/0011).
create table domains (
  id bigint generated always as identity primary key,
  uuid uuid default gen_random_uuid(),
  name text not null constraint domains_name_unique unique,
  name_puny text not null constraint domains_puny_unique unique,
  zone_id bigint not null references zones,
  registrar_id bigint not null references registrars,
  registrant_id bigint not null references contacts,
  -- Shown to whoever sponsors the domain; in a facade empty until it is told.
  transfer_code text not null,
  period integer not null,
  period_unit text not null check (period_unit in ('y', 'm')),
  statuses text[] not null default '{}',
  status_notes jsonb not null default '{}',
  -- Since when a status has held, where that matters.
  status_times jsonb not null default '{}',
  expires_at timestamptz(3) not null,
  outzone_at timestamptz(3),
  delete_date date,
  -- the moment within the delete day at which a deleteCandidate is removed
  remove_at timestamptz(3),
  force_delete_kind text check (force_delete_kind in ('soft', 'fast_track')),
  force_delete_start date,
  force_delete_date date,
  force_delete_reason text,
  force_delete_notes text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- how far a force delete has come: set, begun (its registrar was told), or its warning has run out
  force_delete_stage text check (force_delete_stage in ('set', 'started', 'held')),
  -- the statuses that it brought, which its cancellation takes away again
  force_delete_statuses text[] not null default '{}',
  -- when the registrant is to be reminded that the domain has expired
  remind_at timestamptz(3)
);
-- For operators alone, who say that they want everybody's (`registrar_id > 0`). A registrar's page would come out of these,
-- because they lie in the order of the table: slow for one with few domains among all.
create index domains_created on domains (created_at, id) where registrar_id > 0;
create index domains_delete_date on domains (delete_date) where delete_date is not null;
create index domains_expires on domains (expires_at, id) where registrar_id > 0;
-- Asked for by its date, whatever kind it is.
create index domains_force_delete on domains (force_delete_date) where force_delete_date is not null;
create index domains_force_deleted on domains (force_delete_start) where force_delete_start is not null;
create index domains_outzone on domains (outzone_at) where outzone_at is not null;
create index domains_registrant on domains (registrant_id, registrar_id);
create index domains_registrar on domains (registrar_id, expires_at, created_at desc, id);
create index domains_registrar_created on domains (registrar_id, created_at, id);
-- With ids: a search for two letters reads names and no rows.
create index domains_registrar_name on domains (registrar_id, name) include (id);
-- Whoever keeps a copy asks for what changed since.
create index domains_registrar_updated on domains (registrar_id, updated_at, id);
create index domains_statuses on domains using gin (statuses);
-- What a job waits for, and nothing that it has done already: each asks every ten seconds. A tenth of all domains may have
-- expired and be on their way out.
create index domains_to_expire on domains (expires_at)
  where (not (statuses && array['expired'])) or (outzone_at is null) or (delete_date is null);
create index domains_to_outzone on domains (outzone_at)
  where outzone_at is not null and (not (statuses && array['serverHold', 'serverManualInzone']));
create index domains_to_release on domains (least(delete_date, force_delete_date))
  where coalesce(delete_date, force_delete_date) is not null;
create index domains_to_remind on domains (remind_at) where remind_at is not null;
-- Each job asks for what falls due next.
create index domains_to_remove on domains (remove_at) where remove_at is not null;
create index domains_updated on domains (updated_at, id) where registrar_id > 0;

-- The administrative and technical contacts of domains; the registrant is in the domain itself.
create table domain_contacts (
  id bigint generated always as identity,
  domain_id bigint not null references domains on delete cascade,
  contact_id bigint not null references contacts,
  role text not null check (role in ('admin', 'tech')),
  -- It hides the name of a contact on one domain and tells it on another.
  hides_name boolean not null default false,
  primary key (domain_id, role, contact_id)
);
create index domain_contacts_contact on domain_contacts (contact_id, role);

-- Nameservers of domains. In a facade ids are those of the registry behind it.
create table nameservers (
  id bigint generated by default as identity primary key,
  domain_id bigint not null references domains on delete cascade,
  hostname text not null,
  hostname_puny text not null,
  ipv4 text[] not null default '{}',
  ipv6 text[] not null default '{}',
  created_at timestamptz(3) not null,
  constraint nameservers_hostname_unique unique (domain_id, hostname)
);
create index nameservers_hostname on nameservers (hostname);

-- Keys of domains. In a facade ids are those of the registry behind it.
create table dnssec_keys (
  id bigint generated by default as identity primary key,
  domain_id bigint not null references domains on delete cascade,
  flags integer not null,
  protocol integer not null,
  alg integer not null,
  public_key text not null,
  key_tag integer not null,
  ds_digest_type integer not null,
  ds_digest text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint dnssec_keys_public_key_unique unique (domain_id, public_key)
);
-- Signed domains are found by their keys; the unique index has the keys themselves, and is five times as large.
create index dnssec_keys_domain on dnssec_keys (domain_id);

-- A registrant change or deletion that waits for the registrant's word. Only the token's hash is kept.
create table pending_changes (
  id bigint generated always as identity primary key,
  domain_id bigint not null unique references domains on delete cascade,
  kind text not null check (kind in ('update', 'delete')),
  token_hash text not null unique,
  request jsonb not null,
  requested_by text not null,
  asked_at timestamptz(3) not null
);
create index pending_changes_age on pending_changes (asked_at);

-- Transfers of domains from one registrar to another.
create table domain_transfers (
  id bigint generated always as identity primary key,
  domain_id bigint not null,
  domain_name text not null,
  old_registrar_id bigint not null references registrars,
  new_registrar_id bigint not null references registrars,
  status text not null,
  requested_at timestamptz(3) not null,
  transferred_at timestamptz(3),
  expires_at timestamptz(3) not null
);
create index domain_transfers_domain on domain_transfers (domain_id);

-- What registrars send along to prove what they do: kept as it came, apart from everything else.
create table legal_documents (
  id bigint generated always as identity primary key,
  object_type text not null check (object_type in ('domain', 'contact')),
  -- stays when the object is gone
  object_id bigint not null,
  object_key text not null,
  operation text not null,
  registrar_id bigint not null references registrars,
  actor_name text not null,
  request_id text not null,
  type text not null,
  size integer not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  body bytea not null,
  created_at timestamptz(3) not null
);
-- Documents of these types are compressed already.
alter table legal_documents alter column body set storage external;
create index legal_documents_object on legal_documents (object_type, object_id, id desc);

--
-- Names that are not free
--

-- Names that nobody registers.
create table blocked_names (
  id bigint generated always as identity primary key,
  name text not null unique,
  name_puny text not null unique,
  created_at timestamptz(3) not null
);

-- Names that are disputed: while a dispute is open, only its password registers the name.
create table disputes (
  id bigint generated always as identity primary key,
  name text not null,
  name_puny text not null,
  password text not null,
  starts_at date not null,
  expires_at date not null,
  closed_at timestamptz(3),
  initiator text,
  created_at timestamptz(3) not null
);
create unique index disputes_one_open on disputes (name) where closed_at is null;
create index disputes_open on disputes (expires_at) where closed_at is null;

--
-- Money: accounts and the ledger
--

-- The balance of a registrar, which only the ledger moves: a trigger makes "the balance equals the sum of the ledger" true
-- by construction, and the check makes an overdraft impossible.
create table accounts (
  registrar_id bigint primary key references registrars,
  balance numeric(12, 2) not null default 0,
  currency text not null default 'EUR',
  -- The money of a mirrored account moves elsewhere: its balances are told, not computed.
  mirrored boolean not null default false,
  constraint accounts_balance_not_negative check ((balance >= 0) or mirrored)
);

-- Every movement of money, in order; nothing of it is ever changed. A movement's place is taken while its account is locked.
-- Its id is not: it is drawn before the trigger waits for the account, so of two movements at once the later id may be the
-- earlier movement.
create table ledger (
  id bigint generated always as identity,
  registrar_id bigint not null references accounts,
  activity text not null check (activity in ('create', 'renew', 'add_credit', 'update_credit', 'reversal')),
  description text not null,
  sum numeric(12, 2) not null,
  balance numeric(12, 2) not null default 0,
  domain_id bigint,
  invoice_id bigint,
  request_id text,
  created_at timestamptz(3) not null,
  position bigint not null,
  -- Who of the registrar's users moved the money; null: the house, or somebody else than its users.
  actor_name text,
  -- In which zone money was earned stays known when the domain is gone.
  zone_id bigint references zones,
  -- Whether the entry in history has it. Null: a mirror, which reads charges for themselves.
  priced boolean,
  primary key (id, created_at)
) partition by range (created_at);
create table ledger_rest partition of ledger default;
-- Everybody's movements by month, kind and registrar: added up in the index.
create index ledger_created on ledger (created_at) include (registrar_id, activity, sum);
create index ledger_domain on ledger (domain_id, position desc);
create unique index ledger_order on ledger (position, created_at);
-- What moved in each month, by kind: added up in the index.
create index ledger_registrar on ledger (registrar_id, created_at desc, id desc) include (activity, sum);
create index ledger_registrar_order on ledger (registrar_id, position desc);

create sequence ledger_position owned by ledger.position;

create function ledger_moves_balance() returns trigger language plpgsql as $$
begin
  update accounts set balance = case when mirrored then new.balance else balance + new.sum end
    where registrar_id = new.registrar_id
    returning balance into strict new.balance;
  -- the account is ours until the end of the transaction: nobody can come between
  new.position := nextval('ledger_position');
  new.zone_id := (select zone_id from domains where id = new.domain_id);
  return new;
end $$;
create trigger ledger_moves_balance before insert on ledger for each row execute function ledger_moves_balance();

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_is_append_only before update or delete on ledger
  for each row execute function ledger_is_append_only();

create function balance_follows_ledger() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 and not new.mirrored then
    raise exception 'a balance changes only through the ledger';
  end if;
  return new;
end $$;
create trigger balance_follows_ledger before update of balance on accounts
  for each row when (old.balance is distinct from new.balance) execute function balance_follows_ledger();

--
-- Money: invoices and their numbers
--

-- Invoices: of registrars, of reservations, of auctions, and of billing clients.
create table invoices (
  id bigint generated always as identity primary key,
  number integer not null check (number > 0),
  -- Who reserves; sharers of one number are told apart by it (docs/rules/reservation.md#sharing-a-number).
  user_unique_id text check (user_unique_id <> ''),
  initiator text not null check (initiator in ('registry', 'auction', 'eeid', 'business_registry', 'billing_system')),
  affiliation text not null default 'regular' check (affiliation in ('regular', 'auction_deposit', 'linkpay')),
  status text not null default 'unpaid' check (status in ('unpaid', 'paid', 'cancelled', 'failed', 'refunded', 'overdue')),
  amount numeric(12, 2) not null check (amount >= 0),
  -- the client's own text of the amount: payment links repeat it unchanged
  amount_text text not null,
  description text not null,
  reference_number text,
  customer_name text,
  customer_email text,
  custom_field1 text,
  reserved_names text[] not null default '{}',
  deposit_domain text,
  deposit_user_uuid text,
  deposit_user_email text,
  -- set: a registrar's prepayment, credited to its account while it is paid
  registrar_id bigint references registrars,
  credited boolean not null default false,
  -- one payment for several invoices: its children are in bulk_payment_items
  bulk boolean not null default false,
  payment_reference text,
  provider_snapshot jsonb,
  transaction_time timestamptz(3),
  paid_at timestamptz(3),
  exported_to_accounting_at timestamptz(3),
  accounting_data text,
  sent_as_e_invoice_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  kind text not null default 'other' check (kind in ('prepayment', 'monthly_summary', 'reservation', 'deposit', 'other')),
  issue_date date,
  due_date date,
  cancelled_at timestamptz(3),
  subtotal numeric(12, 2),
  -- percent
  vat_rate numeric(5, 2) check (vat_rate >= 0 and vat_rate < 100),
  vat_amount numeric(12, 2),
  -- as they were when it was issued
  seller jsonb,
  buyer jsonb,
  pdf_sent_at timestamptz(3),
  -- Issued by the registry itself, which then also tells the accounting system; others are told of by their service.
  issued_here boolean not null default false,
  check ((registrar_id is not null) or (not credited)),
  constraint invoices_due_after_issue check (due_date >= issue_date),
  constraint invoices_of_registrars_are_whole check ((kind <> all (array['prepayment', 'monthly_summary']))
    or ((registrar_id is not null) and (issue_date is not null) and (due_date is not null)
      and (subtotal is not null) and (vat_rate is not null) and (vat_amount is not null) and (seller is not null) and (buyer is not null))),
  constraint invoices_sum_up check ((subtotal is null) or (amount = (subtotal + vat_amount)))
);
create index invoices_created on invoices (created_at desc, id desc);
create index invoices_deposit on invoices (deposit_domain, deposit_user_uuid, id desc) where affiliation = 'auction_deposit';
create index invoices_due on invoices (due_date, id) where kind = 'prepayment' and status in ('unpaid', 'failed', 'overdue');
create index invoices_initiator on invoices (initiator, id desc);
create unique index invoices_monthly_once on invoices (registrar_id, issue_date) where kind = 'monthly_summary';
create unique index invoices_number_user_unique on invoices (number, coalesce(user_unique_id, ''));
create index invoices_payment_reference on invoices (payment_reference) where payment_reference is not null;
create index invoices_registrar on invoices (registrar_id, id desc) where registrar_id is not null;
create index invoices_unpaid on invoices (created_at) where status = 'unpaid';
-- Reservations are called off by the id of who made them.
create index invoices_user_unique_id on invoices (user_unique_id) where user_unique_id is not null;
alter table registrars add constraint registrars_auto_reload_invoice_id_fkey foreign key (auto_reload_invoice_id) references invoices;

-- What an invoice is for.
create table invoice_lines (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices,
  description text not null,
  unit text not null,
  quantity integer not null check ((quantity > 0) or (quantity = -1)),
  price numeric(13, 3) not null,
  -- of a monthly summary: what was bought, and for how long
  product_id text,
  years integer check (years > 0)
);
create index invoice_lines_invoice on invoice_lines (invoice_id, id);

-- Which invoices a bulk payment pays for, and which of them it has settled.
create table bulk_payment_items (
  parent_id bigint not null references invoices,
  child_id bigint not null references invoices,
  settled boolean not null default false,
  primary key (parent_id, child_id),
  check (parent_id <> child_id)
);
create index bulk_payment_items_child on bulk_payment_items (child_id, parent_id desc);

-- Reference numbers of payments, and whose they are.
create table reference_numbers (
  id bigint generated always as identity primary key,
  reference_number text not null constraint reference_numbers_unique unique,
  initiator text not null,
  owner text,
  email text,
  -- the registrar whose prepayments carry this number
  registrar_id bigint references registrars,
  created_at timestamptz(3) not null
);
alter table registrars add constraint registrars_reference_no_fkey foreign key (reference_no) references reference_numbers (reference_number);

-- Money that came to the bank account, once for each of the bank's own references.
create table bank_transfers (
  id bigint generated always as identity primary key,
  bank_reference text not null constraint bank_transfers_once unique,
  reference_number text,
  registrar_id bigint references registrars,
  invoice_id bigint references invoices,
  sum numeric(12, 2) not null check (sum > 0),
  description text not null,
  received_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);

-- The last number given out of each range; one row each, so that no two callers get the same.
create table number_counters (
  name text primary key check (name in ('invoice', 'deposit', 'monthly')),
  last_number integer not null
);

-- Numbers that were leapt over, because an import brought a later one: they were never given out, and are when nothing else
-- is left. So nobody ends a range by importing its last number.
create table number_gaps (
  id bigint generated always as identity primary key,
  name text not null references number_counters,
  next_number integer not null,
  last_number integer not null
);
create index number_gaps_open on number_gaps (name, next_number) where next_number <= last_number;

-- To which billing client a number was issued: nobody else can use it up.
create table issued_numbers (
  number integer primary key,
  initiator text not null
);

--
-- Money: payments at the provider
--

-- One row for each payment at the provider, as it was last told.
create table payments (
  id bigint generated always as identity primary key,
  reference text not null constraint payments_reference_unique unique,
  invoice_id bigint references invoices,
  order_reference text,
  state text not null,
  initial_amount numeric(12, 2),
  standing_amount numeric(12, 2),
  payment_link text,
  snapshot jsonb not null default '{}',
  occurred_at timestamptz(3) not null,
  acquiring_completed_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- An operator has asked for it to be given back, all of it or what was too much: since then it pays for nothing more.
  refund_asked_at timestamptz(3)
);
create index payments_invoice on payments (invoice_id, id);

-- Every notification that came in, believed or not.
create table payment_events (
  id bigint generated always as identity primary key,
  payment_reference text not null,
  invoice_id bigint references invoices,
  name text,
  received_at timestamptz(3) not null,
  outcome text not null
);
create index payment_events_invoice on payment_events (invoice_id, id);
create index payment_events_reference on payment_events (payment_reference, id);
create index payment_events_repeated on payment_events (received_at) where outcome in ('unchanged', 'older than known');
create index payment_events_stray on payment_events (received_at) where invoice_id is null;

-- Where the provider's word and our books differ: an operator looks, nothing moves by itself.
create table payment_disagreements (
  id bigint generated always as identity primary key,
  payment_reference text not null,
  invoice_id bigint references invoices,
  kind text not null,
  details jsonb not null,
  raised_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  resolved_by text,
  note text,
  constraint payment_disagreements_once unique (payment_reference, kind)
);
create index payment_disagreements_open on payment_disagreements (id desc) where resolved_at is null;

-- A refund that was begun and whose end is not known yet: one of an invoice at a time. The credit that it gives back is
-- taken from the account when it begins, so that nobody spends what the provider is about to pay out.
create table refunds (
  -- Null: of a payment that pays for no invoice, or of what it has too much.
  invoice_id bigint constraint refunds_invoice unique references invoices,
  payment_reference text not null,
  -- the invoices whose credit it has taken: they get it again when the provider refuses
  taken_from bigint[] not null,
  -- who asks the provider, and until when nobody else does (in real time)
  holder text not null,
  held_until timestamptz(3) not null,
  begun_at timestamptz(3) not null,
  id bigint generated always as identity primary key,
  -- how much of the payment is to stand when it is done
  leaving numeric(12, 2) not null default 0 check (leaving >= 0),
  -- When the provider has said yes, not only that it has: what was accepted only now may still come.
  accepted_at timestamptz(3)
);
create unique index refunds_stray on refunds (payment_reference) where invoice_id is null;

--
-- Reservations
--

-- Names that the business registry's portal reserves, free for a week or paid for a year. Who holds a name now is told by
-- reserved_names alone, whose unique name decides every race; these tables tell who asked for what.
create table reservations (
  id bigint generated always as identity primary key,
  user_unique_id text not null constraint reservations_user_unique_id_unique unique
    check (user_unique_id ~ '^[0-9a-f]{8}-[0-9a-f]$'),
  kind text not null check (kind in ('free', 'paid')),
  invoice_id bigint constraint reservations_invoice_unique unique references invoices,
  -- since when the names are held: at once when free, from the moment payment is known when paid
  held_at timestamptz(3),
  -- when the codes were issued and their time began to run; happens once
  materialised_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- Which portal token made it, by its fingerprint: lists and ids show each portal its own (docs/rules/graph.md#visibility).
  -- Null: asked for by its user_unique_id only.
  made_by text,
  check ((kind = 'paid') or (invoice_id is null)),
  check ((held_at is not null) or ((kind = 'paid') and (materialised_at is null)))
);
-- Lists of reservations, all of them and each portal's own.
create index reservations_created on reservations (created_at desc, id desc);
create index reservations_made_by_created on reservations (made_by, created_at desc, id desc);

-- The names of a reservation.
create table reservation_entries (
  reservation_id bigint not null references reservations,
  position integer not null,
  name text not null,
  -- when the reservation of this name ends or ended; null until it has begun, and for a lost name for good
  expires_at timestamptz(3),
  -- the domain that was registered with this entry's code; it may be long gone
  registered_at timestamptz(3),
  registered_domain_id bigint,
  -- paid for, but somebody else had the name when payment became known
  lost_at timestamptz(3),
  primary key (reservation_id, position),
  unique (reservation_id, name)
);
create index reservation_entries_domain on reservation_entries (registered_domain_id) where registered_domain_id is not null;
create index reservation_entries_name on reservation_entries (name);

-- Names nobody registers without a code (or at all). expires_at null: reserved by the operator for good.
create table reserved_names (
  id bigint generated always as identity primary key,
  name text not null constraint reserved_names_name_unique unique,
  name_puny text not null unique,
  password text not null,
  reservation_id bigint constraint reserved_names_reservation references reservations,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Since when somebody else has found that the name is paid for (docs/rules/reservation.md#sharing-a-number): from then on
  -- it is simply reserved, although its code is issued only when the payer asks.
  found_paid_at timestamptz(3)
);
create index reserved_names_reservation on reserved_names (reservation_id);
create index reserved_names_to_expire on reserved_names (expires_at) where expires_at is not null;

--
-- History, and the registry as of a moment
--

-- What happened, to whom, by whom, in which request.
create table history (
  id bigint generated always as identity,
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_name text not null,
  registrar_id bigint,
  operation text not null,
  request_id text not null,
  object_type text not null,
  object_id bigint not null,
  object_key text not null,
  event text not null check (event in ('create', 'update', 'destroy')),
  changes jsonb not null,
  -- The object as it was after the change; null when it was removed.
  snapshot jsonb,
  -- What an entry is, where the difference does not show it: a mirror meets a domain for the first time, or for the last.
  kind text,
  -- For how much a domain was registered or renewed.
  price numeric(12, 2),
  primary key (id, at)
) partition by range (at);
create table history_rest partition of history default;
-- Days are counted back from what moved since. Rows are only added, in time's order.
create index history_at on history using brin (at);
-- Contacts that are gone and whose names history still has (HISTORY_RETENTION).
create index history_contacts_gone on history (at) where object_type = 'contact' and event = 'destroy' and kind is null;
create index history_key on history (object_type, object_key, id desc);
create index history_object on history (object_type, object_id, id desc);
create index history_of_operators on history (id desc) where actor_kind = 'operator';

-- The registry in time (docs/decisions/0021): each entry in the history of a domain or a contact, with what lists are
-- filtered, sorted and grouped by, and the period in which it held. Events and statistics read it too.
create table domain_versions (
  -- the entry in history
  id bigint not null,
  domain_id bigint not null,
  name text not null,
  name_puny text not null,
  zone_id bigint,
  -- null: no event
  kind text check (kind in ('REGISTERED', 'RENEWED', 'TRANSFERRED', 'REGISTRANT_CHANGED', 'UPDATED', 'DELETED')),
  -- after the entry; of what is gone, before it
  registrar_id bigint,
  -- null unless the registrar is another one than before
  from_registrar_id bigint,
  registrant_code text,
  statuses text[] not null,
  expires_at timestamptz(3),
  created_at timestamptz(3),
  hostnames text[] not null,
  signed boolean not null,
  months integer,
  price numeric(12, 2),
  -- Entries follow each other by id; a clock that was behind another one does not change that.
  valid_from timestamptz(3) not null,
  -- infinity: it holds now; valid_from: it held at no time, because the domain is gone
  valid_to timestamptz(3) not null,
  -- Of domains that stayed for more than a day after they had expired: until when, once that is known. Almost all versions
  -- that expire before the moment of a list are over by then, and only these are looked for among them
  -- (docs/decisions/0021). An update that leaves it null touches no index.
  overdue_until timestamptz(3),
  primary key (id, valid_from),
  check (valid_from <= valid_to)
) partition by range (valid_from);
create table domain_versions_rest partition of domain_versions default with (fillfactor = 90);
-- Events, and those of a period by kind, which are counted in the index.
create index domain_versions_at on domain_versions (valid_from, id) include (kind, price);
create index domain_versions_chain on domain_versions (domain_id, id);
create index domain_versions_from_registrar_at on domain_versions (from_registrar_id, valid_from, id)
  where from_registrar_id is not null;
-- The events of one name.
create index domain_versions_named on domain_versions (name);
create index domain_versions_overdue on domain_versions (overdue_until) include (valid_from, expires_at)
  where overdue_until is not null;
create index domain_versions_registrar_at on domain_versions (registrar_id, valid_from, id);

-- The same for contacts.
create table contact_versions (
  id bigint not null,
  contact_id bigint not null,
  code text not null,
  registrar_id bigint,
  name text,
  ident_type text,
  ident_country_code text,
  created_at timestamptz(3),
  valid_from timestamptz(3) not null,
  valid_to timestamptz(3) not null,
  primary key (id, valid_from),
  check (valid_from <= valid_to)
) partition by range (valid_from);
create table contact_versions_rest partition of contact_versions default with (fillfactor = 90);
create index contact_versions_chain on contact_versions (contact_id, id);
-- Lists as of a moment: of everybody, and of a registrar, whose page shall not come out of the former.
create index contact_versions_code on contact_versions (code, contact_id, valid_from) where registrar_id > 0;
create index contact_versions_created on contact_versions (created_at, contact_id, valid_from) where registrar_id > 0;
create index contact_versions_name on contact_versions (name, contact_id, valid_from) where registrar_id > 0;
create index contact_versions_registrar_code on contact_versions (registrar_id, code, contact_id, valid_from);
create index contact_versions_registrar_created on contact_versions (registrar_id, created_at, contact_id, valid_from);
create index contact_versions_registrar_name on contact_versions (registrar_id, name, contact_id, valid_from);

-- From when until when a domain was one registrar's with one date of expiry. Lists as of a moment go along these: they are
-- fewer than versions, and an index knows of each when it was over. Not divided: one index keeps a domain from having two
-- terms at once, and a page in the order of names would have to be put together from every part.
create table domain_terms (
  -- the version that it began with
  id bigint primary key,
  domain_id bigint not null,
  registrar_id bigint not null,
  name text not null,
  expires_at timestamptz(3),
  created_at timestamptz(3),
  valid_from timestamptz(3) not null,
  -- infinity: it holds now
  valid_to timestamptz(3) not null,
  check (valid_from <= valid_to)
);
create index domain_terms_created on domain_terms (created_at, domain_id, valid_from) include (valid_to)
  where registrar_id > 0;
create index domain_terms_expires on domain_terms (expires_at, domain_id, valid_from) include (valid_to)
  where registrar_id > 0;
-- Of everybody, and of a registrar: its page shall not come out of the former.
create index domain_terms_name on domain_terms (name, domain_id, valid_from) include (valid_to) where registrar_id > 0;
-- One term holds now, whatever became of a domain's last version.
create unique index domain_terms_open on domain_terms (domain_id) where valid_to = 'infinity';
create index domain_terms_registrar_created on domain_terms (registrar_id, created_at, domain_id, valid_from) include (valid_to);
create index domain_terms_registrar_expires on domain_terms (registrar_id, expires_at, domain_id, valid_from) include (valid_to);
create index domain_terms_registrar_name on domain_terms (registrar_id, name, domain_id, valid_from) include (valid_to);

-- In front of a registry a charge may be read before the event that it was for, and waits for it.
create table charges_waiting (
  id bigint generated always as identity primary key,
  domain_id bigint not null,
  sum numeric(12, 2) not null,
  created_at timestamptz(3) not null
);
create index charges_waiting_domain on charges_waiting (domain_id);

-- How a version comes out of an entry of history.

-- An object as an entry left it; as it was before, where it is gone.
create function document_of(entry history) returns jsonb language plpgsql immutable as $$
begin
  if jsonb_typeof(entry.snapshot) = 'object' then return entry.snapshot; end if;
  return (select coalesce(jsonb_object_agg(key, value->'from'), '{}') from jsonb_each(entry.changes));
end $$;

create function registrar_of(code text) returns bigint language plpgsql stable as $$
begin
  return (select registrars.id from registrars where registrars.code = registrar_of.code);
end $$;

create function zone_of(name text) returns bigint language plpgsql stable as $$
begin
  return (select id from zones where origin = substr(zone_of.name, strpos(zone_of.name, '.') + 1));
end $$;

-- Months have their dates, and periods are 3 of them at least.
create function months_between(one timestamptz, other timestamptz) returns integer language sql immutable
  return round(extract(epoch from other - one) / (365.2425 / 12 * 86400));

-- What an entry says by itself, without the one before it.
create function domain_version_of(entry history) returns domain_versions language plpgsql stable as $$
declare
  document jsonb := document_of(entry);
  version domain_versions;
begin
  version.id := entry.id;
  version.domain_id := entry.object_id;
  version.name := entry.object_key;
  version.registrar_id := registrar_of(document->>'registrar');
  version.registrant_code := document->>'registrant';
  version.statuses := array(select jsonb_array_elements_text(jsonb_path_query_array(document, '$.statuses[*]')));
  version.expires_at := document->>'expiresAt';
  version.hostnames := array(
    select jsonb_array_elements_text(jsonb_path_query_array(document, '$.nameservers[*].hostname')));
  version.signed := jsonb_path_exists(document, '$.dnssecKeys[0]');
  version.valid_from := entry.at;
  version.valid_to := case when entry.event = 'destroy' then entry.at else 'infinity' end;
  if entry.event = 'update' and entry.changes->'registrar'->>'to' is not null then
    version.from_registrar_id := registrar_of(entry.changes->'registrar'->>'from');
  end if;
  version.kind := case
    when entry.kind is not null then nullif(entry.kind, 'MET')
    when entry.event = 'create' then 'REGISTERED'
    when entry.event = 'destroy' then 'DELETED'
    when (entry.changes->'expiresAt'->>'to')::timestamptz > (entry.changes->'expiresAt'->>'from')::timestamptz then 'RENEWED'
    when entry.changes ? 'registrar' then 'TRANSFERRED'
    -- Contacts that are merged are one person.
    when entry.changes ? 'registrant' and entry.operation <> 'contact.merge' then 'REGISTRANT_CHANGED'
    else 'UPDATED' end;
  if version.kind = 'RENEWED' then
    version.months := months_between((entry.changes->'expiresAt'->>'from')::timestamptz, version.expires_at);
  end if;
  return version;
end $$;

create function contact_version_of(entry history) returns contact_versions language plpgsql stable as $$
declare
  document jsonb := document_of(entry);
  version contact_versions;
begin
  version.id := entry.id;
  version.contact_id := entry.object_id;
  version.code := entry.object_key;
  version.registrar_id := registrar_of(document->>'registrar');
  version.name := document->>'name';
  version.ident_type := document->'ident'->>'type';
  version.ident_country_code := document->'ident'->>'countryCode';
  version.created_at := document->>'createdAt';
  version.valid_from := entry.at;
  version.valid_to := case when entry.event = 'destroy' then entry.at else 'infinity' end;
  return version;
end $$;

-- What waits for a new event. A charge from before the version that came before was not for it, and waits no longer.
create function charged_for(version domain_versions) returns numeric language plpgsql as $$
declare
  since timestamptz;
  charged numeric;
begin
  select valid_from into since from domain_versions where domain_id = version.domain_id order by id desc limit 1;
  since := coalesce(since, case version.kind when 'REGISTERED' then version.created_at else version.valid_from end) - interval '1 hour';
  with taken as (delete from charges_waiting where domain_id = version.domain_id returning *)
    select -sum(sum) into charged from taken where created_at > since;
  return charged;
end $$;

-- A trigger writes versions, from the entry alone: whoever writes history, of whatever release, writes them too.
create function versions_follow_history() returns trigger language plpgsql as $$
declare
  last domain_versions;
  last_contact contact_versions;
  version domain_versions;
  contact_version contact_versions;
begin
  if new.object_type = 'domain' then
    version := domain_version_of(new);
    if new.event <> 'create' then
      update domain_versions set valid_to = greatest(valid_from, new.at),
        overdue_until = case when new.at > expires_at + interval '1 day' then greatest(valid_from, new.at) end
        where id = (select max(id) from domain_versions where domain_id = new.object_id) and valid_to = 'infinity'
        returning * into last;
    end if;
    if last.id is null then
      select name_puny, zone_id, created_at into version.name_puny, version.zone_id, version.created_at
        from domains where id = new.object_id;
      if not found then
        version.name_puny := new.object_key;
        version.zone_id := zone_of(new.object_key);
        version.created_at := new.at;
      end if;
    else
      version.name_puny := last.name_puny;
      version.zone_id := last.zone_id;
      version.created_at := last.created_at;
      version.valid_from := greatest(last.valid_from, new.at);
      version.valid_to := greatest(version.valid_from, version.valid_to);
    end if;
    if version.kind = 'REGISTERED' then
      version.months := months_between(version.created_at, version.expires_at);
    end if;
    if version.kind in ('REGISTERED', 'RENEWED') then
      version.price := new.price;
      if new.price is null and exists (select from mirror) then
        version.price := charged_for(version);
      end if;
    end if;
    -- One by one: as a whole the row would be taken apart anew for each column.
    insert into domain_versions (id, domain_id, name, name_puny, zone_id, kind, registrar_id, from_registrar_id, registrant_code, statuses,
        expires_at, created_at, hostnames, signed, months, price, valid_from, valid_to)
      values (version.id, version.domain_id, version.name, version.name_puny, version.zone_id, version.kind, version.registrar_id,
        version.from_registrar_id, version.registrant_code, version.statuses, version.expires_at, version.created_at, version.hostnames,
        version.signed, version.months, version.price, version.valid_from, version.valid_to);
    if last.id is null or new.event = 'destroy' or version.registrar_id is distinct from last.registrar_id
      or version.expires_at is distinct from last.expires_at then
      -- What is created has no term to end: it is not looked for.
      if new.event <> 'create' then
        update domain_terms set valid_to = greatest(valid_from, version.valid_from)
          where domain_id = new.object_id and valid_to = 'infinity';
      end if;
      if new.event <> 'destroy' and version.registrar_id is not null then
        insert into domain_terms values (new.id, new.object_id, version.registrar_id, version.name, version.expires_at,
          version.created_at, version.valid_from, 'infinity');
      end if;
    end if;
  else
    contact_version := contact_version_of(new);
    if new.event <> 'create' then
      update contact_versions set valid_to = greatest(valid_from, new.at)
        where id = (select max(id) from contact_versions where contact_id = new.object_id) and valid_to = 'infinity'
        returning * into last_contact;
    end if;
    contact_version.valid_from := greatest(last_contact.valid_from, new.at);
    contact_version.valid_to := greatest(contact_version.valid_from, contact_version.valid_to);
    insert into contact_versions values (contact_version.*);
  end if;
  return new;
end $$;
create trigger versions_follow_history before insert on history
  for each row when (new.object_type in ('domain', 'contact')) execute function versions_follow_history();

-- The event that a charge was for: the first that was seen since, to which several charges may add up (a renewal may be seen
-- with the registration); else one of the same kind of shortly before without a price, because clocks differ. A charge from
-- before the version that came before the event was not for it.
create function versions_have_a_price(charge ledger) returns boolean language plpgsql as $$
begin
  update domain_versions set price = coalesce(price, 0) - charge.sum where id = (
    select id from (
      select id, price, valid_from, coalesce(lag(valid_from) over (order by id), created_at) as since, kind in ('REGISTERED', 'RENEWED') as charged,
        kind = case charge.activity when 'create' then 'REGISTERED' else 'RENEWED' end as matches
      from domain_versions where domain_id = charge.domain_id) own
    where charge.created_at > since - interval '1 hour' and (matches and price is null and valid_from > charge.created_at - interval '1 hour'
      or (matches or charged and charge.activity = 'renew') and valid_from >= charge.created_at)
    order by valid_from < charge.created_at, not matches, price is not null, id limit 1);
  return found;
end $$;

create function versions_follow_ledger() returns trigger language plpgsql as $$
begin
  if not versions_have_a_price(new) and exists (select from mirror) then
    insert into charges_waiting (domain_id, sum, created_at) values (new.domain_id, new.sum, new.created_at);
  end if;
  return new;
end $$;
create trigger versions_follow_ledger before insert on ledger
  for each row when (new.priced is null and new.domain_id is not null and new.activity in ('create', 'renew'))
  execute function versions_follow_ledger();

-- Live lists are continued after the last change that was seen. Ids are given when a row is written, and transactions end in
-- another order: an entry that becomes visible after one with a greater id is noted here, with its place behind that one.
create table late_history (
  -- the entry in history
  id bigint primary key,
  -- the greatest id that was visible before it
  after_id bigint not null,
  -- several may come after the same one
  nth bigint generated always as identity
);
create unique index late_history_place on late_history (after_id, nth);

-- The greatest id that is visible. A sequence, because changing it leaves no dead row; it may be ahead of a transaction
-- that failed at its end, which only makes the next one late. It restarts with the table.
create sequence history_head minvalue 0 start 0 owned by late_history.id;

-- The lock is held until the transaction is visible, so that nobody comes between. It costs no concurrency that is not
-- lost anyway: these transactions notify listeners, which PostgreSQL lets only one do at a time.
create function history_takes_its_place() returns trigger language plpgsql as $$
declare
  head bigint;
begin
  perform pg_advisory_xact_lock(20601, 0);
  select last_value into head from history_head;
  if new.id > head then
    perform setval('history_head', new.id);
  else
    insert into late_history (id, after_id) values (new.id, head);
  end if;
  return null;
end $$;
create constraint trigger history_takes_its_place after insert on history deferrable initially deferred
  for each row when (new.object_type in ('domain', 'contact')) execute function history_takes_its_place();

--
-- Numbers of domains by day
--

-- How many domains each registrar had when a day was over.
create table domain_counts (
  day date not null,
  registrar_id bigint not null references registrars,
  count integer not null check (count >= 0),
  primary key (day, registrar_id)
);

-- How many domains came and went on each day, added up by a job from domain_versions (docs/decisions/0021).
create table domain_flows (
  -- in the time zone of domain_flows_mark
  day date not null,
  -- 0: none
  zone_id bigint not null,
  registrar_id bigint not null,
  registered integer not null,
  renewed integer not null,
  transferred_in integer not null,
  transferred_out integer not null,
  deleted integer not null,
  -- a mirror met them when it was first read
  met integer not null,
  primary key (day, zone_id, registrar_id)
);

-- Up to where domain_versions were added up: all ids up to `id`, but for those that came late (late_history) and later than
-- `nth`.
create table domain_flows_mark (
  one boolean default true primary key check (one),
  time_zone text not null,
  id bigint not null,
  nth bigint not null
);

--
-- Whom operators have looked at
--

-- Whose data operators have looked at: a row for a request and a kind of object, however many of them it showed.
create table access_log (
  id bigint generated always as identity,
  at timestamptz(3) not null,
  actor text not null,
  object_type text not null,
  -- However many a request has shown: they are in access_log_entries one by one.
  object_keys text[] not null check ((cardinality(object_keys) >= 1) and (cardinality(object_keys) <= 999)),
  request_id text not null,
  primary key (id, at)
) partition by range (at);
create table access_log_rest partition of access_log default;
create index access_log_at on access_log (at desc);

-- One row for each object that was shown.
create view access_log_entries as
  select log.id * 1000 + entry.place as id, log.at, log.actor, log.object_type, entry.object_key, log.request_id
  from access_log log cross join lateral unnest(log.object_keys) with ordinality entry (object_key, place);

--
-- What is told: messages, webhooks, mails
--

-- Messages of the registry to a registrar, which it reads and then forgets.
create table notifications (
  id bigint generated always as identity primary key,
  registrar_id bigint not null references registrars,
  kind text not null,
  text text not null,
  attached_obj_type text,
  attached_obj_id bigint,
  read_at timestamptz(3),
  created_at timestamptz(3) not null
);
-- Each page of a list comes out of an index, however long the list is: whoever takes all of it away asks for many.
create index notifications_created on notifications (registrar_id, created_at desc, id desc);
create index notifications_registrar on notifications (registrar_id, id desc);
create index notifications_unread on notifications (registrar_id, created_at desc, id desc) where read_at is null;

-- Where registrars want to be told of what happens to what is theirs (docs/rules/webhooks.md).
create table webhooks (
  id bigint generated always as identity primary key,
  registrar_id bigint not null references registrars,
  url text not null check ((length(url) >= 1) and (length(url) <= 2048)),
  events text[] not null check (cardinality(events) > 0),
  description text
    constraint webhooks_description_length check (char_length(description) <= 255),
  enabled boolean not null default true,
  -- Since when nothing has arrived; null: the last delivery did, or there was none.
  failing_since timestamptz(3),
  secret text not null,
  -- The one before, which signs as well for a while.
  previous_secret text,
  previous_secret_until timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index webhooks_registrar on webhooks (registrar_id, id);

-- What still has to leave the house: mails, webhooks, and what other services are told.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  done_at timestamptz(3),
  dead_at timestamptz(3),
  last_error text,
  -- Who takes an outgoing item has it until then, in the database's own time: the sandbox's clock leaps over leases.
  claimed_until timestamptz(3),
  -- What goes to a webhook waits in the outbox. Not a foreign key: it would lock the webhook in every transaction that has
  -- something to tell, and fail it when the webhook is being deleted. What belongs to none any more is never sent.
  webhook_id bigint,
  first_attempt_at timestamptz(3)
);
create index outbox_dead on outbox (id desc) where dead_at is not null and webhook_id is null;
create index outbox_due on outbox (next_attempt_at, id) where done_at is null and dead_at is null and webhook_id is null;
-- Some kinds keep their order within a subject: the next item waits for the one before it.
create index outbox_waiting on outbox (kind, subject, id) where done_at is null and dead_at is null;
create index outbox_webhook on outbox (webhook_id, id desc) where webhook_id is not null;
-- What is on its way to webhooks, found without looking at all that waits for them.
create index outbox_webhook_claimed on outbox (webhook_id, claimed_until)
  where claimed_until is not null and done_at is null and dead_at is null and webhook_id is not null;
create index outbox_webhook_created on outbox (created_at) where webhook_id is not null;
create index outbox_webhook_due on outbox (webhook_id, next_attempt_at, id)
  where done_at is null and dead_at is null and webhook_id is not null;
-- Which message about an object is a webhook's next: found at once, however many others wait.
create index outbox_webhook_turn on outbox (webhook_id, subject, id)
  where done_at is null and dead_at is null and webhook_id is not null;

--
-- Requests and jobs
--

-- What a request with an idempotency key was answered, so that its repetition is answered the same.
create table idempotency_keys (
  scope text not null,
  key text not null,
  operation text not null,
  input_hash text not null,
  answer jsonb,
  -- of an errand: what its first step left for the next, and until when a process is at it (in real time)
  prepared jsonb,
  held_until timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- What dry runs have shown, as keyed digests, so that a write can say what differs (docs/rules/graph.md#outcomes). The
-- outcome itself proves that nothing does; without its row only the names of the differences are lost.
create table shown_outcomes (
  -- SHA-256 of the outcome.
  hash text primary key,
  -- Whose it is: `registrar:7`, `operator`.
  owner text not null,
  shown_at timestamptz(3) not null,
  -- A short digest of each part, by its name.
  parts jsonb not null,
  -- The rows of a bulk write, and four bytes for each of up to a thousand.
  items_count integer not null,
  items bytea not null
);
create index shown_outcomes_age on shown_outcomes (shown_at);
create index shown_outcomes_owner on shown_outcomes (owner, shown_at);

-- Which process runs a job, and how its last run went.
create table job_leases (
  job text primary key,
  holder text,
  held_until timestamptz(3),
  last_started_at timestamptz(3),
  last_finished_at timestamptz(3),
  last_error text
);

-- Runs of jobs that took something or failed.
create table job_runs (
  id bigint generated always as identity primary key,
  job text not null,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- how many rows were due and taken
  taken integer not null,
  error text
);
create index job_runs_started on job_runs (started_at);

--
-- Published questions
--

-- Questions with an address of their own, which anybody may read who has it.
create table questions (
  id bigint generated always as identity primary key,
  -- SHA-256 in hexadecimal digits: the address itself is shown once and kept nowhere
  hash text not null constraint questions_hash_unique unique check (hash ~ '^[0-9a-f]{64}$'),
  name text not null
    constraint questions_name_length check (char_length(name) <= 100),
  document text not null,
  variables jsonb not null,
  -- how its page shows it; null: as a table
  look jsonb,
  personal_data boolean not null,
  -- with whose rights it is asked: a registrar's user, or who goes by this name
  maker text not null check (maker in ('registrar', 'portal', 'billing', 'operator')),
  maker_name text not null,
  registrar_id bigint references registrars,
  api_user_id bigint references api_users,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_read_at timestamptz(3),
  reads integer not null default 0,
  -- the hour that readings are counted in
  hour_from timestamptz(3),
  hour_reads integer not null default 0,
  end_noticed_at timestamptz(3),
  -- Questions and boards of billing clients end when the secret changes that they were made with; the others name what ends
  -- them already.
  maker_secret text,
  -- What sessions by switching have made ends with the link, as far as such a session is still known.
  switched_from bigint references api_users,
  constraint questions_of_users_have_a_registrar check ((maker = 'registrar') = ((registrar_id is not null) and (api_user_id is not null)))
);
create index questions_ending on questions (expires_at)
  where end_noticed_at is null and revoked_at is null and ((expires_at - created_at) > interval '14 days');
create index questions_expiry on questions (expires_at);
create index questions_of_maker on questions (maker, maker_name) where revoked_at is null;
create index questions_of_registrar on questions (registrar_id, id desc) where revoked_at is null;

-- How often each reader has asked a published question within an hour: one cannot use it up for the others
-- (docs/rules/questions.md#reading).
create table question_readers (
  question_id bigint not null references questions on delete cascade,
  -- a hash of the question's address and the reader's network: nobody is recognised by it
  reader text not null,
  hour_from timestamptz(3) not null,
  hour_reads integer not null,
  primary key (question_id, reader)
);

-- Several published questions on one page, with an address of its own.
create table boards (
  id bigint generated always as identity primary key,
  hash text not null constraint boards_hash_unique unique check (hash ~ '^[0-9a-f]{64}$'),
  name text not null
    constraint boards_name_length check (char_length(name) <= 100),
  -- in the order in which they are shown; one that has ended stays in its place
  question_ids bigint[] not null check (cardinality(question_ids) > 0),
  maker text not null check (maker in ('registrar', 'portal', 'billing', 'operator')),
  maker_name text not null,
  registrar_id bigint references registrars,
  api_user_id bigint references api_users,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  end_noticed_at timestamptz(3),
  maker_secret text,
  switched_from bigint references api_users,
  constraint boards_of_users_have_a_registrar check ((maker = 'registrar') = ((registrar_id is not null) and (api_user_id is not null)))
);
create index boards_ending on boards (expires_at)
  where end_noticed_at is null and revoked_at is null and ((expires_at - created_at) > interval '14 days');
create index boards_expiry on boards (expires_at);
create index boards_of_maker on boards (maker, maker_name) where revoked_at is null;
create index boards_of_registrar on boards (registrar_id, id desc) where revoked_at is null;

--
-- In front of another registry
--

-- What a facade knows of the registry behind it (docs/decisions/0018): its objects stand in the registry's own tables, and
-- here how far the reading of them has come.
create table mirror (
  only_row boolean default true primary key check (only_row),
  registrar_id bigint not null references registrars,
  -- the pass that is under way, null between passes: what it reads, and from where it goes on after a crash
  stage text,
  position integer not null default 0,
  total integer not null default 0,
  began_at timestamptz(3),
  -- everything is at least as new as this: when the last whole pass began
  synced_at timestamptz(3),
  -- why the last pass came to no end
  trouble text
);

-- When each object was last read; what a whole pass has not read is asked for by name.
create table mirror_objects (
  kind text not null check (kind in ('domain', 'contact', 'account', 'notifications')),
  key text not null,
  read_at timestamptz(3) not null,
  -- the place of its last writing, or of the last change of it that was sent on
  written bigint not null default 0,
  -- the registry has said that it is not there: kept a while, so that an older answer does not bring it back
  gone boolean not null default false,
  primary key (kind, key)
);

-- Several processes ask a registry at once, and answers overtake one another. Every question, every answer that is
-- written and every change that was sent takes the next place here: what was asked for before an object was last written
-- is not written over it. A number, because clocks of two machines differ and are set back.
create sequence mirror_order;

--
-- The sandbox: its clock, and stand-ins for those who are told
--

-- How far the sandbox's clock has been moved ahead of real time.
create table sandbox_clock (
  only_row boolean default true primary key check (only_row),
  ahead_ms bigint not null
);

-- Where each move of the sandbox's clock leads: the same move, asked for again after a crash, leads there again.
create table sandbox_clock_moves (
  id uuid primary key,
  target timestamptz(3) not null
);

-- Mails that the sandbox's own SMTP stand-in has received.
create table sandbox_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  links text[] not null,
  sent_at timestamptz(3) not null
);

-- What the sandbox's own receiver has got.
create table sandbox_webhooks (
  id bigint generated always as identity primary key,
  received_at timestamptz(3) not null,
  headers jsonb not null,
  body text not null,
  -- Which webhook signed it; null: none that there is.
  webhook_id bigint,
  answered integer not null
);

-- What agents called in the sandbox, for its page: every process writes here, and only the newest rows are kept.
create table sandbox_agent_calls (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  caller text not null,
  tool text not null,
  arguments text not null,
  result text not null
);

-- Payments at the sandbox's payment provider, as that provider sees them.
create table sandbox_payments (
  id bigint generated always as identity primary key,
  payment_reference text not null unique,
  source text not null check (source in ('oneoff', 'linkpay')),
  account_name text not null,
  order_reference text not null,
  structured_reference text,
  initial_amount numeric(12, 2) not null check (initial_amount >= 0),
  standing_amount numeric(12, 2) not null,
  payment_state text not null,
  payment_method text,
  customer_url text,
  customer_ip text,
  customer_name text,
  customer_email text,
  custom_field_1 text,
  custom_field_2 text,
  -- the customer's money has reached the merchant at some time, whatever became of it later
  succeeded boolean not null default false,
  created_at timestamptz(3) not null,
  transaction_time timestamptz(3),
  check (standing_amount >= 0 and standing_amount <= initial_amount)
);
create index sandbox_payments_order on sandbox_payments (order_reference, id desc);

-- Each request to the provider carries a nonce that it accepts once.
create table sandbox_payment_nonces (
  nonce text primary key,
  used_at timestamptz(3) not null
);
create index sandbox_payment_nonces_age on sandbox_payment_nonces (used_at);

-- Notifications of the sandbox's payment provider, sent until they are answered or given up.
create table sandbox_callbacks (
  id bigint generated always as identity primary key,
  payment_reference text not null,
  order_reference text not null,
  event_name text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  done_at timestamptz(3),
  given_up_at timestamptz(3),
  last_error text
);
create index sandbox_callbacks_due on sandbox_callbacks (next_attempt_at, id) where done_at is null and given_up_at is null;
create index sandbox_callbacks_payment on sandbox_callbacks (payment_reference, id);

--
-- Parts of what only grows
--

-- History, versions, the ledger and the access log are divided by years (docs/decisions/0030): old ones can be moved to other
-- disks or taken off without a stop. What is of no year that has a part is in `_rest`.

-- Makes the parts of a moment's year and of the next (UTC), and returns those that it has made. A start and a job call it. A
-- year of which the rest has rows already gets no part: they stay where they are. It has the rights of the owner, because
-- whoever serves may do nothing else with the schema.
create function make_parts_for(moment timestamptz) returns text[] language plpgsql security definer
  set lock_timeout = '500ms' as $$
declare
  made text[] := '{}';
  one record;
  is_in_rest boolean;
begin
  for one in
    select whole, part, key, options, format('%s-01-01 00:00:00+00', year)::timestamptz as beginning,
      format('%s-01-01 00:00:00+00', year + 1)::timestamptz as ending
    -- In the order in which writes come by.
    from (values (1, 'history', 'at', ''), (2, 'domain_versions', 'valid_from', 'with (fillfactor = 90)'),
        (3, 'contact_versions', 'valid_from', 'with (fillfactor = 90)'), (4, 'ledger', 'created_at', ''),
        (5, 'access_log', 'at', '')) as divided (place, whole, key, options),
      (select extract(year from moment at time zone 'UTC')::integer + ahead as year from generate_series(0, 1) ahead) years,
      format('%s_%s', whole, year) part
    where to_regclass(part) is null
    order by place, year
  loop
    begin
      execute format('select exists (select from %I where %I >= %L and %2$I < %L)', one.whole || '_rest', one.key,
        one.beginning, one.ending) into is_in_rest;
      continue when is_in_rest;
      execute format('create table %I partition of %I for values from (%L) to (%L) %s', one.part, one.whole,
        one.beginning, one.ending, one.options);
      made := made || one.part;
    -- Somebody was quicker, or is at it for longer: the next call comes soon.
    exception when check_violation or duplicate_table or lock_not_available or deadlock_detected then null;
    end;
  end loop;
  return made;
end $$;
-- Temporary tables last: what is named like ours is not read with the owner's rights.
do $$
begin
  execute format('alter function make_parts_for(timestamptz) set search_path = %I, pg_temp', current_schema());
end $$;

--
-- Parts of names
--

-- Whoever knows part of a name finds the rest of it through its trigrams, where the server has them (pg_trgm). Where it
-- has not, all names are looked through: an operator who installs it later calls this once more.
create function index_parts_of_names() returns boolean language plpgsql as $$
declare
  trigrams text;
begin
  begin
    create extension if not exists pg_trgm;
    select format('%I.gin_trgm_ops', pg_namespace.nspname) into trigrams
      from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
    execute format('create index if not exists domains_name_parts on domains using gin (name %s)', trigrams);
    -- Only names with letters beyond a to z differ from their ASCII form.
    execute format('create index if not exists domains_puny_parts on domains using gin (name_puny %s)
      where name_puny <> name', trigrams);
    execute format('create index if not exists contacts_parts on contacts
      using gin (name %1$s, email %1$s, code %1$s, ident %1$s)', trigrams);
    -- A charge that has to sort in what waits holds the account: 256 kB at most wait.
    execute format('create index if not exists ledger_parts on ledger using gin (description %s)
      with (gin_pending_list_limit = 256)', trigrams);
  exception when insufficient_privilege or feature_not_supported or undefined_file then
    return false;
  end;
  return true;
end $$;
select index_parts_of_names();
