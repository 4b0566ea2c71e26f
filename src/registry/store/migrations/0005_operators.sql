-- The people who run the registry, beside the machines of OPERATOR_TOKENS.
create table operators (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) between 3 and 254),
  role text not null check (role in ('VIEWER', 'SUPPORT', 'FINANCE', 'ADMIN')),
  -- None before the first sign-in, and for those who sign in at a provider.
  password_hash text,
  -- Shared with the person's authenticator (RFC 6238), in base32.
  code_key text,
  -- The time step of the last code: a code signs in once.
  code_step bigint not null default 0,
  -- SHA-256 of the link with which the person chooses a password.
  link_hash text constraint operators_link_unique unique,
  link_ends_at timestamptz(3),
  last_sign_in_at timestamptz(3),
  disabled_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  constraint operators_links_end check ((link_hash is null) = (link_ends_at is null))
);
-- Somebody who comes back is added again.
create unique index operators_email_unique on operators (lower(email)) where disabled_at is null;
create unique index operators_name_unique on operators (lower(name)) where disabled_at is null;

-- Set if it acts for a person; `operator` is then person:<id>.
alter table access_tokens add column operator_id bigint references operators;
-- The role that its maker gave it; none: that of its maker.
alter table access_tokens add column operator_role text check (operator_role in ('VIEWER', 'SUPPORT', 'FINANCE', 'ADMIN'));
create index access_tokens_operator on access_tokens (operator_id) where operator_id is not null;

-- The person behind an operator's name: two people, or a person and a token, may have had the same.
alter table history add column operator_id bigint;
alter table access_log add column operator_id bigint;
create or replace view access_log_entries as
  select log.id * 1000 + entry.place as id, log.at, log.actor, log.object_type, entry.object_key, log.request_id, log.operator_id
  from access_log log cross join lateral unnest(log.object_keys) with ordinality as entry (object_key, place);
