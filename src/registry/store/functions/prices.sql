-- A trigger gives events the prices of charges that history does not have.

-- What waits for a new event. A charge from before the version that came before was not for it, and waits no longer.
create or replace function charged_for(version domain_versions) returns numeric language plpgsql as $$
declare
  since timestamptz;
  charged numeric;
begin
  select valid_from into since from domain_versions where domain_id = version.domain_id order by id desc limit 1;
  since := coalesce(since, case version.kind when 'REGISTERED' then version.created_at else version.valid_from end)
    - interval '1 hour';
  with taken as (delete from charges_waiting where domain_id = version.domain_id returning *)
    select -sum(sum) into charged from taken where created_at > since;
  return charged;
end $$;

-- The event that a charge was for: the first that was seen since, to which several charges may add up (a renewal may
-- be seen with the registration); else one of the same kind of shortly before without a price, because clocks differ.
-- A charge from before the version that came before the event was not for it.
create or replace function versions_have_a_price(charge ledger) returns boolean language plpgsql as $$
begin
  update domain_versions set price = coalesce(price, 0) - charge.sum where id = (
    select id from (
      select id, price, valid_from, coalesce(lag(valid_from) over (order by id), created_at) as since,
        kind in ('REGISTERED', 'RENEWED') as charged,
        kind = case charge.activity when 'create' then 'REGISTERED' else 'RENEWED' end as matches
      from domain_versions where domain_id = charge.domain_id) own
    where charge.created_at > since - interval '1 hour'
      and (matches and price is null and valid_from > charge.created_at - interval '1 hour'
      or (matches or charged and charge.activity = 'renew') and valid_from >= charge.created_at)
    order by valid_from < charge.created_at, not matches, price is not null, id limit 1);
  return found;
end $$;

create or replace function versions_follow_ledger() returns trigger language plpgsql as $$
begin
  if not versions_have_a_price(new) and exists (select from mirror) then
    insert into charges_waiting (domain_id, sum, created_at) values (new.domain_id, new.sum, new.created_at);
  end if;
  return new;
end $$;
do $$ begin
  execute format('alter function versions_follow_ledger() security definer set search_path = %I, pg_temp',
    current_schema());
end $$;
create or replace trigger versions_follow_ledger before insert on ledger
  for each row when (new.priced is null and new.domain_id is not null and new.activity in ('create', 'renew'))
  execute function versions_follow_ledger();
