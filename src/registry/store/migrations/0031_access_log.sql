-- Whose data operators have looked at: a row for a request and a kind of object, however many of them it showed.
create table access_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  actor text not null,
  object_type text not null,
  object_keys text[] not null check (cardinality(object_keys) between 1 and 999),
  request_id text not null
);
create index access_log_at on access_log (at desc);

-- One line for each object: who asks, asks about one person.
create view access_log_entries as
  select log.id * 1000 + entry.place as id, log.at, log.actor, log.object_type, entry.object_key, log.request_id
  from access_log log cross join lateral unnest(log.object_keys) with ordinality as entry (object_key, place);

create index history_of_operators on history (id desc) where actor_kind = 'operator';
