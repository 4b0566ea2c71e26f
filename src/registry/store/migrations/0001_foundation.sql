-- The ground: who calls, what they may spend, what happened, what still has to leave the house.
-- Every time comes from the application's clock; nothing here defaults to now().

create table settings (
  name text primary key,
  value text not null,
  updated_at timestamptz(3) not null
);

create table registrars (
  id integer generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  code text not null unique check (code = upper(code) and code !~ '[\s:]' and code <> '' and code <> 'CID'),
  name text not null unique,
  reg_no text,
  email text,
  website text,
  phone text,
  billing_email text,
  billing_address text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table api_users (
  id integer generated always as identity primary key,
  registrar_id integer not null references registrars,
  username text not null unique,
  password_hash text not null,
  roles text[] not null check (roles <@ array['super', 'epp', 'billing'] and cardinality(roles) > 0),
  active boolean not null default true,
  verified_at timestamptz(3),
  certificate_fingerprints text[] not null default '{}',
  allowed_ips text[] not null default '{}',
  last_login_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index api_users_registrar on api_users (registrar_id);

-- Money. The ledger is append-only and the only thing that moves a balance: the trigger below makes
-- "balance equals the sum of the ledger" true by construction, the check makes overdraft impossible.

create table accounts (
  registrar_id integer primary key references registrars,
  balance numeric(12, 2) not null default 0 constraint accounts_balance_not_negative check (balance >= 0),
  currency text not null default 'EUR'
);

create table ledger (
  id bigint generated always as identity primary key,
  registrar_id integer not null references accounts,
  activity text not null check (activity in ('create', 'renew', 'add_credit', 'update_credit', 'reversal')),
  description text not null,
  sum numeric(12, 2) not null,
  balance numeric(12, 2) not null default 0,
  domain_id integer,
  invoice_id integer,
  request_id text,
  created_at timestamptz(3) not null
);
create index ledger_registrar on ledger (registrar_id, created_at desc, id desc);
create index ledger_domain on ledger (domain_id, id desc);

create function ledger_moves_balance() returns trigger language plpgsql as $$
begin
  update accounts set balance = balance + new.sum where registrar_id = new.registrar_id
    returning balance into strict new.balance;
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
  if pg_trigger_depth() < 2 then
    raise exception 'a balance changes only through the ledger';
  end if;
  return new;
end $$;
create trigger balance_follows_ledger before update of balance on accounts
  for each row when (old.balance is distinct from new.balance) execute function balance_follows_ledger();

-- What happened, to whom, by whom, in which request. snapshot is the object as it was after the change
-- (null when it was removed), which is what reading the past needs.

create table history (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_name text not null,
  registrar_id integer,
  operation text not null,
  request_id text not null,
  object_type text not null,
  object_id integer not null,
  object_key text not null,
  event text not null check (event in ('create', 'update', 'destroy')),
  changes jsonb not null,
  snapshot jsonb
);
create index history_object on history (object_type, object_id, id desc);
create index history_key on history (object_type, object_key, id desc);

create table notifications (
  id integer generated always as identity primary key,
  registrar_id integer not null references registrars,
  kind text not null,
  text text not null,
  attached_obj_type text,
  attached_obj_id integer,
  read_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index notifications_unread on notifications (registrar_id, created_at desc, id desc) where read_at is null;
create index notifications_registrar on notifications (registrar_id, id desc);

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

create table rate_budgets (
  caller text primary key,
  window_start timestamptz(3) not null,
  used integer not null
);

-- Wrong secrets, counted for a caller and an object over both doors.
create table secret_failures (
  caller text not null,
  subject text not null,
  failures integer not null,
  last_failed_at timestamptz(3) not null,
  primary key (caller, subject)
);

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
  last_error text
);
create index outbox_due on outbox (next_attempt_at, id) where done_at is null and dead_at is null;

create table job_leases (
  job text primary key,
  holder text,
  held_until timestamptz(3),
  last_started_at timestamptz(3),
  last_finished_at timestamptz(3),
  last_error text
);
