-- The registry: zones and prices, contacts, domains and what hangs on them.

create table zones (
  id integer generated always as identity primary key,
  origin text not null unique,
  created_at timestamptz(3) not null
);

create table prices (
  id integer generated always as identity primary key,
  zone_id integer not null references zones,
  operation text not null check (operation in ('create', 'renew')),
  months integer not null check (months in (3, 6, 9) or (months % 12 = 0 and months between 12 and 120)),
  price numeric(12, 2) not null check (price >= 0),
  valid_from date not null,
  valid_to date,
  created_at timestamptz(3) not null
);
create index prices_lookup on prices (zone_id, operation, months, valid_from desc);

create table contacts (
  id integer generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  code text not null constraint contacts_code_unique unique,
  registrar_id integer not null references registrars,
  name text not null,
  email text not null,
  phone text not null,
  ident text not null,
  ident_type text not null check (ident_type in ('priv', 'org', 'birthday')),
  ident_country_code text not null,
  auth_info text not null,
  statuses text[] not null default '{}',
  status_notes jsonb not null default '{}',
  disclosed_attributes text[] not null default '{}',
  original_id integer,
  -- since when no domain uses it; null while one does
  unlinked_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index contacts_registrar on contacts (registrar_id, created_at desc, id desc);
create index contacts_ident on contacts (ident, registrar_id);

create table domains (
  id integer generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null constraint domains_name_unique unique,
  name_puny text not null constraint domains_puny_unique unique,
  zone_id integer not null references zones,
  registrar_id integer not null references registrars,
  registrant_id integer not null references contacts,
  transfer_code text not null,
  period integer not null,
  period_unit text not null check (period_unit in ('y', 'm')),
  statuses text[] not null default '{}',
  status_notes jsonb not null default '{}',
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
  updated_at timestamptz(3) not null
);
create index domains_registrar on domains (registrar_id, expires_at, created_at desc, id);
create index domains_registrar_newest on domains (registrar_id, id desc);
create index domains_registrar_name on domains (registrar_id, name);
create index domains_registrant on domains (registrant_id);
create index domains_expires on domains (expires_at);
create index domains_outzone on domains (outzone_at) where outzone_at is not null;
create index domains_delete_date on domains (delete_date) where delete_date is not null;
create index domains_force_delete on domains (force_delete_date) where force_delete_kind is not null;
create index domains_statuses on domains using gin (statuses);

create table domain_contacts (
  id integer generated always as identity unique,
  domain_id integer not null references domains on delete cascade,
  contact_id integer not null references contacts,
  role text not null check (role in ('admin', 'tech')),
  primary key (domain_id, role, contact_id)
);
create index domain_contacts_contact on domain_contacts (contact_id, role);

create table nameservers (
  id integer generated always as identity primary key,
  domain_id integer not null references domains on delete cascade,
  hostname text not null,
  hostname_puny text not null,
  ipv4 text[] not null default '{}',
  ipv6 text[] not null default '{}',
  created_at timestamptz(3) not null,
  constraint nameservers_hostname_unique unique (domain_id, hostname)
);
create index nameservers_hostname on nameservers (hostname);

create table dnssec_keys (
  id integer generated always as identity primary key,
  domain_id integer not null references domains on delete cascade,
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

-- A registrant change or deletion that waits for the registrant's word. Only the token's hash is kept.
create table pending_changes (
  id integer generated always as identity primary key,
  domain_id integer not null unique references domains on delete cascade,
  kind text not null check (kind in ('update', 'delete')),
  token_hash text not null unique,
  request jsonb not null,
  requested_by text not null,
  asked_at timestamptz(3) not null
);
create index pending_changes_age on pending_changes (asked_at);

create table domain_transfers (
  id integer generated always as identity primary key,
  domain_id integer not null,
  domain_name text not null,
  old_registrar_id integer not null references registrars,
  new_registrar_id integer not null references registrars,
  status text not null,
  requested_at timestamptz(3) not null,
  transferred_at timestamptz(3),
  expires_at timestamptz(3) not null
);
create index domain_transfers_domain on domain_transfers (domain_id);

-- Names nobody registers without a code (or at all). expires_at null: reserved by the operator for good.
create table reserved_names (
  id integer generated always as identity primary key,
  name text not null constraint reserved_names_name_unique unique,
  name_puny text not null unique,
  password text not null,
  reservation_id integer,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index reserved_names_reservation on reserved_names (reservation_id);

create table blocked_names (
  id integer generated always as identity primary key,
  name text not null unique,
  name_puny text not null unique,
  created_at timestamptz(3) not null
);

create table disputes (
  id integer generated always as identity primary key,
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

-- Mails that the sandbox's own SMTP stand-in has received.
create table sandbox_mails (
  id integer generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  links text[] not null,
  sent_at timestamptz(3) not null
);

-- How far the sandbox's clock has been moved ahead of real time.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null
);
