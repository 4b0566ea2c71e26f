-- What a facade keeps secret itself: nothing of it is computed from the password of the registry behind.
create table facade_secrets (
  name text primary key,
  -- The secret, or its SHA-256 where it is only compared.
  value text not null,
  made_at timestamptz(3) not null default now()
);
