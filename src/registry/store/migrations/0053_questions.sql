-- Questions and boards with an address of their own, which anybody may read who has it.

create table questions (
  id integer generated always as identity primary key,
  -- SHA-256 in hexadecimal digits: the address itself is shown once and kept nowhere
  hash text not null constraint questions_hash_unique unique check (hash ~ '^[0-9a-f]{64}$'),
  name text not null,
  document text not null,
  variables jsonb not null,
  -- how its page shows it; null: as a table
  look jsonb,
  personal_data boolean not null,
  -- with whose rights it is asked: a registrar's user, or who goes by this name
  maker text not null check (maker in ('registrar', 'portal', 'billing', 'operator')),
  maker_name text not null,
  registrar_id integer references registrars,
  api_user_id integer references api_users,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_read_at timestamptz(3),
  reads integer not null default 0,
  -- the hour that readings are counted in
  hour_from timestamptz(3),
  hour_reads integer not null default 0,
  constraint questions_of_users_have_a_registrar check ((maker = 'registrar') = (registrar_id is not null and api_user_id is not null))
);
create index questions_of_registrar on questions (registrar_id, id desc) where revoked_at is null;
create index questions_of_maker on questions (maker, maker_name) where revoked_at is null;
create index questions_expiry on questions (expires_at);

create table boards (
  id integer generated always as identity primary key,
  hash text not null constraint boards_hash_unique unique check (hash ~ '^[0-9a-f]{64}$'),
  name text not null,
  -- in the order in which they are shown; one that has ended stays in its place
  question_ids integer[] not null check (cardinality(question_ids) > 0),
  maker text not null check (maker in ('registrar', 'portal', 'billing', 'operator')),
  maker_name text not null,
  registrar_id integer references registrars,
  api_user_id integer references api_users,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  constraint boards_of_users_have_a_registrar check ((maker = 'registrar') = (registrar_id is not null and api_user_id is not null))
);
create index boards_of_registrar on boards (registrar_id, id desc) where revoked_at is null;
create index boards_of_maker on boards (maker, maker_name) where revoked_at is null;
create index boards_expiry on boards (expires_at);
