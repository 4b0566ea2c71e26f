-- Apps that sign registrars' users in (docs/rules/access.md#apps). Everything here is in real time, whatever the registry's clock says.

create table oauth_clients (
  id text primary key,
  metadata jsonb not null,
  -- A keyed digest of the network that has registered it, to count what comes from there.
  registered_from text not null,
  created_at timestamptz(3) not null,
  -- When somebody last let it in; null: nobody has yet.
  used_at timestamptz(3)
);
create index oauth_clients_network on oauth_clients (registered_from, created_at);
create index oauth_clients_age on oauth_clients (created_at);

-- What a person has agreed to. Its codes and refresh tokens end with it.
create table oauth_grants (
  id text primary key,
  client_id text not null references oauth_clients on delete cascade,
  payload jsonb not null,
  ends_at timestamptz(3) not null
);
create index oauth_grants_client on oauth_grants (client_id);
create index oauth_grants_end on oauth_grants (ends_at);

-- Sign-ins under way, codes and refresh tokens.
create table oauth_records (
  -- SHA-256: whoever reads the database can use nothing of it.
  hash text primary key,
  kind text not null,
  grant_id text references oauth_grants on delete cascade,
  payload jsonb not null,
  consumed_at timestamptz(3),
  ends_at timestamptz(3) not null
);
create index oauth_records_grant on oauth_records (grant_id);
create index oauth_records_end on oauth_records (ends_at);

-- The access token that belongs to what a person has agreed to: a refresh replaces its secret, not its row.
alter table access_tokens add column oauth_grant text;
create unique index access_tokens_grant on access_tokens (oauth_grant) where oauth_grant is not null;
