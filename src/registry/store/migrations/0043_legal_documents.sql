-- What registrars send along to prove what they do: kept as it came, apart from everything else.

create table legal_documents (
  id integer generated always as identity primary key,
  object_type text not null check (object_type in ('domain', 'contact')),
  -- stays when the object is gone
  object_id integer not null,
  object_key text not null,
  operation text not null,
  registrar_id integer not null references registrars,
  actor_name text not null,
  request_id text not null,
  type text not null,
  size integer not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  body bytea not null,
  created_at timestamptz(3) not null
);
create index legal_documents_object on legal_documents (object_type, object_id, id desc);
-- Documents of these types are compressed already.
alter table legal_documents alter column body set storage external;
