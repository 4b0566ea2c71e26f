-- Whether a document is the same as another one but for values that are hidden now.
create or replace function only_hides(before jsonb, after jsonb) returns boolean language plpgsql immutable as $$
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

-- What stays of an entry's changes or of its snapshot. The rest is personal data of contacts that are gone, and what
-- people wrote into published questions and boards, which may name a person (docs/rules/people.md#erasure).
create or replace function not_personal(document jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(document) = 'object'
    then document - array['name', 'email', 'phone', 'ident', 'address', 'verification', 'document', 'variables',
      'cards']
    else document end
$$;

-- Writes history without personal data, { id, changes, snapshot } of each entry: that is all that a role which serves
-- may take out of it (docs/operating.md#two-database-roles).
create or replace function erase_history(entries jsonb) returns void language plpgsql as $$
begin
  if exists (
    select from jsonb_to_recordset(entries) as given (id bigint, changes jsonb, snapshot jsonb) join history using (id)
    where history.object_type not in ('contact', 'question', 'board') or not only_hides(history.changes, given.changes)
      or not only_hides(history.snapshot, coalesce(given.snapshot, 'null'))
      or not_personal(history.changes) is distinct from not_personal(given.changes)
      or not_personal(coalesce(history.snapshot, 'null'))
        is distinct from not_personal(coalesce(given.snapshot, 'null'))
      or history.object_type = 'contact' and (exists (select from contacts where contacts.id = history.object_id)
        or not exists (select from history gone where gone.object_type = 'contact'
          and gone.object_id = history.object_id and gone.event = 'destroy'))) then
    raise exception 'only personal data of deleted contacts and the texts of questions leave history';
  end if;
  update contact_versions set name = 'N/A' where contact_id in (
    select object_id from jsonb_to_recordset(entries) as given (id bigint) join history using (id)
    where object_type = 'contact');
  update history set changes = given.changes, snapshot = coalesce(given.snapshot, 'null'),
      kind = case when event = 'destroy' and object_type = 'contact' then 'FORGOTTEN' else kind end,
      -- A reason may name the person; that of the erasure was asked for without.
      reason = case when operation = 'person.erase' then reason end
    from jsonb_to_recordset(entries) as given (id bigint, changes jsonb, snapshot jsonb) where history.id = given.id;
end $$;
do $$ begin
  execute format('alter function erase_history(jsonb) security definer set search_path = %I, pg_temp',
    current_schema());
end $$;

-- Entries are kept for two years. Only the owner, with a clock of its own in a sandbox, may remove younger ones.
create or replace function forget_access_log(before timestamptz) returns void language sql as $$
  delete from access_log where at <= case when session_user = current_user then before
    else least(before, now() - interval '729 days') end
$$;
do $$ begin
  execute format('alter function forget_access_log(timestamptz) security definer set search_path = %I, pg_temp',
    current_schema());
end $$;
