-- What pages and notebooks come with instead of a password.

create table access_tokens (
  id integer generated always as identity primary key,
  -- SHA-256 in hexadecimal digits: the token itself is shown once and kept nowhere
  hash text not null constraint access_tokens_hash_unique unique check (hash ~ '^[0-9a-f]{64}$'),
  name text not null,
  -- for whom it acts: a registrar's user, or the operator that goes by this name
  registrar_id integer references registrars,
  api_user_id integer references api_users,
  operator text,
  -- none: from signing in, for all that the user may do
  scopes text[] check (scopes <@ array['READ', 'WRITE', 'SECRETS', 'BILLING'] and cardinality(scopes) > 0),
  -- of a sign-in: the SHA-256 of what was kept of the password, so that a changed password ends it
  password_mark text,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint access_tokens_have_one_owner check ((api_user_id is null) <> (operator is null)),
  constraint access_tokens_of_users_have_a_registrar check ((api_user_id is null) = (registrar_id is null)),
  constraint access_tokens_of_sign_ins_are_marked check ((scopes is null) = (password_mark is not null))
);
create index access_tokens_user on access_tokens (api_user_id, id);
create index access_tokens_listed on access_tokens (registrar_id, id desc) where scopes is not null and revoked_at is null;
create index access_tokens_expiry on access_tokens (expires_at);
