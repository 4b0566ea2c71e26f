-- Live lists are continued after the last change that was seen. Ids are given when a row is written, and transactions end
-- in another order: an entry that becomes visible after one with a greater id is noted here, with its place behind that one.
create table late_history (
  -- the entry in history
  id bigint not null primary key,
  -- the greatest id that was visible before it
  after_id bigint not null,
  -- several may come after the same one
  nth bigint generated always as identity
);
create unique index late_history_place on late_history (after_id, nth);

-- The greatest id that is visible. A sequence, because changing it leaves no dead row; it may be ahead of a transaction
-- that failed at its end, which only makes the next one late.
create sequence history_head minvalue 0 start 0;
-- Restarts with the table.
alter sequence history_head owned by late_history.id;

-- The lock is held until the transaction is visible, so that nobody comes between. It costs no concurrency that is not
-- lost anyway: these transactions notify listeners, which PostgreSQL lets only one do at a time.
create function history_takes_its_place() returns trigger language plpgsql as $$
declare
  head bigint;
begin
  perform pg_advisory_xact_lock(20601, 0);
  select last_value into head from history_head;
  if new.id > head then
    perform setval('history_head', new.id);
  else
    insert into late_history (id, after_id) values (new.id, head);
  end if;
  return null;
end $$;
create constraint trigger history_takes_its_place after insert on history deferrable initially deferred
  for each row when (new.object_type in ('domain', 'contact')) execute function history_takes_its_place();
