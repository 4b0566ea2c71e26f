-- Writes of access tokens with the guard approvalNeeded, which wait for a person of the registrar (docs/rules/access.md#approvals).
create table approvals (
  id bigint generated always as identity primary key,
  registrar_id bigint not null references registrars,
  -- null when the token is forgotten
  token_id bigint references access_tokens on delete set null,
  token_name text not null,
  asked_user_id bigint not null references api_users,
  asked_by text not null,
  asked_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  operation text not null,
  -- a keyed digest of the input, to recognise a repetition
  input_hash text not null,
  idempotency_key text,
  -- the input and its outcome, encrypted; null once nothing can be done with it any more
  sealed text,
  price numeric(12, 2),
  -- what the person sees, without secrets
  shown jsonb not null,
  state text not null check (state in ('WAITING', 'APPROVED', 'DECLINED', 'ENDED', 'VOID')),
  -- how often somebody has begun to do it: each attempt has an idempotency key of its own
  attempts integer not null default 0,
  first_approver_id bigint references api_users,
  first_approved_by text,
  decider_id bigint references api_users,
  decided_by text,
  decided_at timestamptz(3),
  reason text check (char_length(reason) <= 500),
  -- why the approved write was refused, or the objects that it has changed
  refusal jsonb,
  result jsonb,
  mailed boolean not null default false
);
create index approvals_of_registrar on approvals (registrar_id, id desc);
create index approvals_waiting on approvals (registrar_id, token_id) where state = 'WAITING';
create index approvals_of_token on approvals (token_id);
create index approvals_ends on approvals (ends_at);
create unique index approvals_of_key on approvals (registrar_id, idempotency_key);

-- Writes above this price need a second person; null: never.
alter table registrars add column approvals_second_above numeric(12, 2) check (approvals_second_above >= 0);

-- Whose access token asked for the change, if a person approved it.
alter table history add column asked_by text;
