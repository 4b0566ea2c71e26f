-- Makes the parts of a moment's year and of the next (UTC), and returns those that it has made. A start and a job call
-- it. A year of which the rest has rows already gets no part: they stay where they are. It has the rights of the
-- owner, because whoever serves may do nothing else with the schema, and gets parts for this year and the next two,
-- whatever moment it names (docs/operating.md#two-database-roles): it may be ahead of us on New Year's Eve, and needs
-- the year after its own.
create or replace function make_parts_for(moment timestamptz) returns text[] language plpgsql security definer
  set lock_timeout = '500ms' as $$
declare
  made text[] := '{}';
  one record;
  is_in_rest boolean;
  this_year constant integer := extract(year from now() at time zone 'UTC');
begin
  for one in
    select whole, part, key, options, format('%s-01-01 00:00:00+00', year)::timestamptz as beginning,
      format('%s-01-01 00:00:00+00', year + 1)::timestamptz as ending
    -- In the order in which writes come by.
    from (values (1, 'history', 'at', ''), (2, 'domain_versions', 'valid_from', 'with (fillfactor = 90)'),
        (3, 'contact_versions', 'valid_from', 'with (fillfactor = 90)'), (4, 'ledger', 'created_at', ''),
        (5, 'access_log', 'at', '')) as divided (place, whole, key, options),
      (select extract(year from moment at time zone 'UTC')::integer + ahead as year
        from generate_series(0, 1) ahead) years,
      format('%s_%s', whole, year) part
    -- The owner, who may make any table, may have a clock of its own.
    where (session_user = current_user or year between this_year and this_year + 2) and to_regclass(part) is null
    order by place, year
  loop
    begin
      execute format('select exists (select from %I where %I >= %L and %2$I < %L)', one.whole || '_rest', one.key,
        one.beginning, one.ending) into is_in_rest;
      continue when is_in_rest;
      execute format('create table %I partition of %I for values from (%L) to (%L) %s', one.part, one.whole,
        one.beginning, one.ending, one.options);
      made := made || one.part;
    -- Somebody was quicker, or is at it for longer: the next call comes soon.
    exception when check_violation or duplicate_table or lock_not_available or deadlock_detected then null;
    end;
  end loop;
  return made;
end $$;
-- Temporary tables last: what is named like ours is not read with the owner's rights.
do $$ begin
  execute format('alter function make_parts_for(timestamptz) set search_path = %I, pg_temp',
    current_schema());
end $$;
