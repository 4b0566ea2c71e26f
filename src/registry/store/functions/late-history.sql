-- The lock is held until the transaction is visible, so that nobody comes between. It costs no concurrency that is not
-- lost anyway: these transactions notify listeners, which PostgreSQL lets only one do at a time.
create or replace function history_takes_its_place() returns trigger language plpgsql as $$
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
do $$ begin
  execute format('alter function history_takes_its_place() security definer set search_path = %I, pg_temp',
    current_schema());
end $$;
-- PostgreSQL replaces no constraint trigger.
drop trigger if exists history_takes_its_place on history;
create constraint trigger history_takes_its_place after insert on history deferrable initially deferred
  for each row when (new.object_type in ('domain', 'contact')) execute function history_takes_its_place();
