-- What leaves the house, and the sandbox's stand-ins for those who receive it.

-- Some kinds keep their order within a subject: the next item waits for the one before it.
create index outbox_waiting on outbox (kind, subject, id) where done_at is null and dead_at is null;
create index outbox_dead on outbox (id desc) where dead_at is not null;

-- Payments at the sandbox's payment provider, as that provider sees them (reference/billing.md 7).
create table sandbox_payments (
  id integer generated always as identity primary key,
  payment_reference text not null unique,
  source text not null check (source in ('oneoff', 'linkpay')),
  account_name text not null,
  order_reference text not null,
  structured_reference text,
  initial_amount numeric(12, 2) not null check (initial_amount >= 0),
  standing_amount numeric(12, 2) not null check (standing_amount between 0 and initial_amount),
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
  transaction_time timestamptz(3)
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
  id integer generated always as identity primary key,
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
create index sandbox_callbacks_due on sandbox_callbacks (next_attempt_at, id)
  where done_at is null and given_up_at is null;
create index sandbox_callbacks_payment on sandbox_callbacks (payment_reference, id);
