-- Billing: invoices, their numbers, and what the payment provider has told of them.

create table invoices (
  id integer generated always as identity primary key,
  number integer not null check (number > 0),
  -- who reserves; sharers of one number are told apart by it (design/rulings.md "invoice number shared")
  user_unique_id text check (user_unique_id <> ''),
  initiator text not null
    check (initiator in ('registry', 'auction', 'eeid', 'business_registry', 'billing_system')),
  affiliation text not null default 'regular' check (affiliation in ('regular', 'auction_deposit', 'linkpay')),
  status text not null default 'unpaid'
    check (status in ('unpaid', 'paid', 'cancelled', 'failed', 'refunded', 'overdue')),
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
  registrar_id integer references registrars,
  credited boolean not null default false check (registrar_id is not null or not credited),
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
  updated_at timestamptz(3) not null
);
create unique index invoices_number_user_unique on invoices (number, coalesce(user_unique_id, ''));
create index invoices_initiator on invoices (initiator, id desc);
create index invoices_deposit on invoices (deposit_domain, deposit_user_uuid, id desc)
  where affiliation = 'auction_deposit';
create index invoices_registrar on invoices (registrar_id, id desc) where registrar_id is not null;
create index invoices_payment_reference on invoices (payment_reference) where payment_reference is not null;

create table bulk_payment_items (
  parent_id integer not null references invoices,
  child_id integer not null references invoices,
  primary key (parent_id, child_id),
  check (parent_id <> child_id)
);
create index bulk_payment_items_child on bulk_payment_items (child_id, parent_id desc);

-- The last number given out of each range; one row each, so that no two callers get the same.
create table number_counters (
  name text primary key check (name in ('invoice', 'deposit', 'monthly')),
  last_number integer not null
);

create table reference_numbers (
  id integer generated always as identity primary key,
  reference_number text not null constraint reference_numbers_unique unique,
  initiator text not null,
  owner text,
  email text,
  -- the registrar whose prepayments carry this number
  registrar_id integer references registrars,
  created_at timestamptz(3) not null
);

-- One row for each payment at the provider, as it was last told.
create table payments (
  id integer generated always as identity primary key,
  reference text not null constraint payments_reference_unique unique,
  invoice_id integer references invoices,
  order_reference text,
  state text not null,
  initial_amount numeric(12, 2),
  standing_amount numeric(12, 2),
  payment_link text,
  snapshot jsonb not null default '{}',
  occurred_at timestamptz(3) not null,
  acquiring_completed_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index payments_invoice on payments (invoice_id, id);

-- Every notification that came in, believed or not.
create table payment_events (
  id bigint generated always as identity primary key,
  payment_reference text not null,
  invoice_id integer references invoices,
  name text,
  received_at timestamptz(3) not null,
  outcome text not null
);
create index payment_events_invoice on payment_events (invoice_id, id);
create index payment_events_reference on payment_events (payment_reference, id);

-- Where the provider's word and our books differ: an operator looks, nothing moves by itself.
create table payment_disagreements (
  id integer generated always as identity primary key,
  payment_reference text not null,
  invoice_id integer references invoices,
  kind text not null,
  details jsonb not null,
  raised_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  resolved_by text,
  note text,
  constraint payment_disagreements_once unique (payment_reference, kind)
);
create index payment_disagreements_open on payment_disagreements (id desc) where resolved_at is null;
