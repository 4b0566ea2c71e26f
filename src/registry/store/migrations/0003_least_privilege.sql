-- A server may use a role that only adds to the past and cannot rewrite it (docs/operating.md#two-database-roles). What must still change there is done by
-- functions that run with the rights of the tables' owner: the triggers behind ledger and history, and the four below.

-- Whether a document is the same as another one but for values that are hidden now.
create function only_hides(before jsonb, after jsonb) returns boolean language plpgsql immutable as $$
begin
  if before is not distinct from after or after in ('null'::jsonb, '"N/A"'::jsonb) then
    return true;
  end if;
  if jsonb_typeof(before) is distinct from 'object' or jsonb_typeof(after) is distinct from 'object' then
    return false;
  end if;
  return not exists (
    select from jsonb_each(before) one full join jsonb_each(after) other using (key)
    where other.value is null or not only_hides(one.value, other.value));
end $$;

-- The history of deleted contacts without personal data: { id, changes, snapshot } of each entry.
create function erase_history(entries jsonb) returns void language plpgsql as $$
begin
  if exists (
    select from jsonb_to_recordset(entries) as given (id bigint, changes jsonb, snapshot jsonb) join history using (id)
    where history.object_type <> 'contact' or not only_hides(history.changes, given.changes)
      or not only_hides(history.snapshot, coalesce(given.snapshot, 'null'))
      or not exists (select from history gone where gone.object_type = 'contact' and gone.object_id = history.object_id
        and gone.event = 'destroy')) then
    raise exception 'only personal data of deleted contacts leave history';
  end if;
  update contact_versions set name = 'N/A' where contact_id in (
    select object_id from jsonb_to_recordset(entries) as given (id bigint) join history using (id));
  update history set changes = given.changes, snapshot = coalesce(given.snapshot, 'null'),
      kind = case when event = 'destroy' then 'FORGOTTEN' else kind end
    from jsonb_to_recordset(entries) as given (id bigint, changes jsonb, snapshot jsonb) where history.id = given.id;
end $$;

-- Entries are kept for two years. Only the owner, with a clock of its own in a sandbox, may remove younger ones.
create function forget_access_log(before timestamptz) returns void language sql as $$
  delete from access_log where at <= case when session_user = current_user then before
    else least(before, now() - interval '729 days') end
$$;

-- Ends the versions of domains that a facade has removed from its mirror without an event.
create function end_versions(removed bigint[], at timestamptz) returns void language sql as $$
  with ended as (
    update domain_versions set valid_to = greatest(valid_from, at)
    where domain_id = any(removed) and valid_to = 'infinity'
      and not exists (select from domains where domains.id = domain_id) returning domain_id, valid_to)
  update domain_terms set valid_to = ended.valid_to from ended
    where domain_terms.domain_id = ended.domain_id and domain_terms.valid_to = 'infinity'
$$;

-- The balance that the registry behind a facade reports. All other balances follow the ledger.
create function report_balance(account bigint, reported numeric, in_currency text) returns void language sql as $$
  update accounts set balance = reported, currency = in_currency
    where registrar_id = account and mirrored and (balance <> reported or currency <> in_currency)
$$;

-- With a path of their own, or a caller's temporary tables would be taken for the registry's.
do $$
declare
  one regprocedure;
begin
  foreach one in array array['ledger_moves_balance()', 'versions_follow_history()', 'versions_follow_ledger()', 'history_takes_its_place()',
    'erase_history(jsonb)', 'forget_access_log(timestamptz)', 'end_versions(bigint[], timestamptz)',
    'report_balance(bigint, numeric, text)']::regprocedure[]
  loop
    execute format('alter function %s security definer set search_path = %I, pg_temp', one, current_schema());
  end loop;
end $$;
