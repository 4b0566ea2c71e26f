-- What registrars look after themselves: money, users, certificates, addresses.

alter table registrars
  add column iban text,
  add column vat_no text,
  -- percent; only of a registrar abroad that has no VAT number
  add column vat_rate numeric(5, 2) check (vat_rate >= 0 and vat_rate < 100),
  add column street text,
  add column city text,
  add column state text,
  add column zip text,
  -- none: counts as domestic
  add column country_code text check (country_code ~ '^[A-Z]{2}$'),
  -- what its prepayments and bank transfers carry
  add column reference_no text constraint registrars_reference_no_unique unique
    references reference_numbers (reference_number),
  add column accept_pdf_invoices boolean not null default true,
  add column auto_reload_amount numeric(12, 2) check (auto_reload_amount > 0),
  add column auto_reload_threshold numeric(12, 2) check (auto_reload_threshold >= 0),
  -- the last invoice that was issued by itself: no other one follows while this can still be paid
  add column auto_reload_invoice_id integer references invoices,
  add column test_registrar boolean not null default false,
  add column accreditation_date timestamptz(3),
  add column accreditation_expire_date timestamptz(3),
  add constraint registrars_auto_reload_is_whole
    check ((auto_reload_amount is null) = (auto_reload_threshold is null));

update registrars set reference_no = (
  select reference_number from reference_numbers
  where registrar_id = registrars.id order by id limit 1);

alter table invoices
  add column kind text not null default 'other'
    check (kind in ('prepayment', 'monthly_summary', 'reservation', 'deposit', 'other')),
  add column issue_date date,
  add column due_date date,
  add column cancelled_at timestamptz(3),
  add column subtotal numeric(12, 2),
  -- percent
  add column vat_rate numeric(5, 2) check (vat_rate >= 0 and vat_rate < 100),
  add column vat_amount numeric(12, 2),
  -- as they were when it was issued
  add column seller jsonb,
  add column buyer jsonb,
  add column pdf_sent_at timestamptz(3),
  add constraint invoices_due_after_issue check (due_date >= issue_date);

create table invoice_lines (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices,
  description text not null,
  unit text not null,
  quantity integer not null check (quantity > 0),
  price numeric(13, 3) not null,
  -- of a monthly summary: what was bought, and for how long
  product_id text,
  years integer check (years > 0)
);
create index invoice_lines_invoice on invoice_lines (invoice_id, id);

-- What was a prepayment until now was credited whole, so nothing of it was tax.
update invoices set
  kind = case
    when registrar_id is not null then 'prepayment'
    when affiliation = 'auction_deposit' then 'deposit'
    when initiator = 'business_registry' then 'reservation'
    else 'other' end,
  cancelled_at = case when status = 'cancelled' then updated_at end;
update invoices set
  issue_date = (created_at at time zone 'Europe/Tallinn')::date,
  due_date = (created_at at time zone 'Europe/Tallinn')::date + 14,
  subtotal = amount,
  vat_rate = 0,
  vat_amount = 0,
  seller = '{}',
  buyer = (select jsonb_build_object('name', name) from registrars where id = registrar_id)
  where kind = 'prepayment';
insert into invoice_lines (invoice_id, description, unit, quantity, price)
  select id, 'prepayment', 'piece', 1, amount from invoices where kind = 'prepayment' order by id;

alter table invoices
  add constraint invoices_of_registrars_are_whole check (
    kind not in ('prepayment', 'monthly_summary')
    or (registrar_id is not null and issue_date is not null and due_date is not null and subtotal is not null
      and vat_rate is not null and vat_amount is not null and seller is not null and buyer is not null)),
  -- a month's summary moves no money
  add constraint invoices_sum_up check (subtotal is null or amount = subtotal + vat_amount);
create unique index invoices_monthly_once on invoices (registrar_id, issue_date) where kind = 'monthly_summary';
create index invoices_due on invoices (due_date, id) where kind = 'prepayment' and status in ('unpaid', 'failed', 'overdue');

-- Money that came to the bank account, once for each of the bank's own references.
create table bank_transfers (
  id integer generated always as identity primary key,
  bank_reference text not null constraint bank_transfers_once unique,
  reference_number text,
  registrar_id integer references registrars,
  invoice_id integer references invoices,
  sum numeric(12, 2) not null check (sum > 0),
  description text not null,
  received_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);

alter table api_users
  add column uuid uuid not null default gen_random_uuid() unique,
  add column email text,
  add column identity_code text check (identity_code <> ''),
  add column subject text check (subject <> ''),
  add column ident_request_sent_at timestamptz(3),
  add column verification_id text,
  add column verification_pending_at timestamptz(3),
  add column verification_snapshot jsonb not null default '{}',
  add column created_by text,
  add column updated_by text,
  -- kept for history; the name stays taken
  add column deleted_at timestamptz(3);
create unique index api_users_identity_code_unique on api_users (registrar_id, identity_code) where deleted_at is null;
create unique index api_users_subject_unique on api_users (registrar_id, subject) where deleted_at is null;

create table certificates (
  id integer generated always as identity primary key,
  api_user_id integer not null references api_users,
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
  check (csr is not null or crt is not null),
  check ((crt is null) = (sha256 is null)),
  check ((revoked_at is null) = (revoked_reason is null))
);
create index certificates_user on certificates (api_user_id, id);

-- From where a registrar's users may call; one for the API counts once an operator has committed it.
create table allowed_ips (
  id integer generated always as identity primary key,
  registrar_id integer not null references registrars,
  network cidr not null,
  interfaces text[] not null check (interfaces <@ array['api', 'registrar'] and cardinality(interfaces) > 0),
  committed boolean not null default false,
  created_by text not null,
  updated_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint allowed_ips_unique unique (registrar_id, network)
);
