-- A version has its price from the beginning (docs/decisions/0021). Before, it was written twice, the second time when the account was charged.
lock table history, ledger in share row exclusive mode;

-- For how much a domain was registered or renewed.
alter table history add column price numeric(12, 2);
-- Whether the entry in history has it. Null: a process of the release before, or a mirror, which reads charges for themselves.
alter table ledger add column priced boolean;
drop trigger versions_follow_ledger on ledger;
create trigger versions_follow_ledger before insert on ledger
  for each row when (new.priced is null and new.domain_id is not null and new.activity in ('create', 'renew'))
  execute function versions_follow_ledger();

-- The event that a charge was for: the first that was seen since, to which several charges may add up (a renewal may be seen with the registration);
-- else one of the same kind of shortly before without a price, because clocks differ. A charge from before the version that came before the event was not for it.
drop function versions_have_a_price(ledger);
create function versions_have_a_price(charge ledger) returns boolean language plpgsql as $$
begin
  update domain_versions set price = coalesce(price, 0) - charge.sum where id = (
    select id from (
      select id, price, valid_from, coalesce(lag(valid_from) over (order by id), created_at) as since, kind in ('REGISTERED', 'RENEWED') as charged,
        kind = case charge.activity when 'create' then 'REGISTERED' else 'RENEWED' end as matches
      from domain_versions where domain_id = charge.domain_id) own
    where charge.created_at > since - interval '1 hour' and (matches and price is null and valid_from > charge.created_at - interval '1 hour'
      or (matches or charged and charge.activity = 'renew') and valid_from >= charge.created_at)
    order by valid_from < charge.created_at, not matches, price is not null, id limit 1);
  return found;
end $$;

-- In front of a registry a charge may be read before the event that it was for, and waits for it.
create table charges_waiting (
  domain_id integer not null,
  sum numeric(12, 2) not null,
  created_at timestamptz(3) not null
);
create index charges_waiting_domain on charges_waiting (domain_id);
create or replace function versions_follow_ledger() returns trigger language plpgsql as $$
begin
  if not versions_have_a_price(new) and exists (select from mirror) then
    insert into charges_waiting values (new.domain_id, new.sum, new.created_at);
  end if;
  return new;
end $$;

-- What waits for a new event. A charge from before the version that came before was not for it, and waits no longer.
create function charged_for(version domain_versions) returns numeric language plpgsql as $$
declare
  since timestamptz;
  charged numeric;
begin
  select valid_from into since from domain_versions where domain_id = version.domain_id order by id desc limit 1;
  since := coalesce(since, case version.kind when 'REGISTERED' then version.created_at else version.valid_from end) - interval '1 hour';
  with taken as (delete from charges_waiting where domain_id = version.domain_id returning *)
    select -sum(sum) into charged from taken where created_at > since;
  return charged;
end $$;

create or replace function versions_follow_history() returns trigger language plpgsql as $$
declare
  last domain_versions;
  last_contact contact_versions;
  version domain_versions;
  contact_version contact_versions;
begin
  if new.object_type = 'domain' then
    version := domain_version_of(new);
    if new.event <> 'create' then
      update domain_versions set valid_to = greatest(valid_from, new.at),
        overdue_until = case when new.at > expires_at + interval '1 day' then greatest(valid_from, new.at) end
        where id = (select max(id) from domain_versions where domain_id = new.object_id) and valid_to = 'infinity'
        returning * into last;
    end if;
    if last.id is null then
      select name_puny, zone_id, created_at into version.name_puny, version.zone_id, version.created_at
        from domains where id = new.object_id;
      if not found then
        version.name_puny := new.object_key;
        version.zone_id := zone_of(new.object_key);
        version.created_at := new.at;
      end if;
    else
      version.name_puny := last.name_puny;
      version.zone_id := last.zone_id;
      version.created_at := last.created_at;
      version.valid_from := greatest(last.valid_from, new.at);
      version.valid_to := greatest(version.valid_from, version.valid_to);
    end if;
    if version.kind = 'REGISTERED' then
      version.months := months_between(version.created_at, version.expires_at);
    end if;
    if version.kind in ('REGISTERED', 'RENEWED') then
      version.price := new.price;
      if new.price is null and exists (select from mirror) then
        version.price := charged_for(version);
      end if;
    end if;
    -- One by one: as a whole the row would be taken apart anew for each column.
    insert into domain_versions (id, domain_id, name, name_puny, zone_id, kind, registrar_id, from_registrar_id, registrant_code, statuses,
        expires_at, created_at, hostnames, signed, months, price, valid_from, valid_to)
      values (version.id, version.domain_id, version.name, version.name_puny, version.zone_id, version.kind, version.registrar_id,
        version.from_registrar_id, version.registrant_code, version.statuses, version.expires_at, version.created_at, version.hostnames,
        version.signed, version.months, version.price, version.valid_from, version.valid_to);
    if last.id is null or new.event = 'destroy' or version.registrar_id is distinct from last.registrar_id
      or version.expires_at is distinct from last.expires_at then
      -- What is created has no term to end: it is not looked for.
      if new.event <> 'create' then
        update domain_terms set valid_to = greatest(valid_from, version.valid_from)
          where domain_id = new.object_id and valid_to = 'infinity';
      end if;
      if new.event <> 'destroy' and version.registrar_id is not null then
        insert into domain_terms values (new.object_id, version.registrar_id, version.name, version.expires_at,
          version.created_at, version.valid_from, 'infinity');
      end if;
    end if;
  else
    contact_version := contact_version_of(new);
    if new.event <> 'create' then
      update contact_versions set valid_to = greatest(valid_from, new.at)
        where id = (select max(id) from contact_versions where contact_id = new.object_id) and valid_to = 'infinity'
        returning * into last_contact;
    end if;
    contact_version.valid_from := greatest(last_contact.valid_from, new.at);
    contact_version.valid_to := greatest(contact_version.valid_from, contact_version.valid_to);
    insert into contact_versions values (contact_version.*);
  end if;
  return new;
end $$;
