-- A trigger writes the past of domains and contacts from the entries of history (docs/decisions/0021).

-- An object as an entry left it; as it was before, where it is gone.
create or replace function document_of(entry history) returns jsonb language plpgsql immutable as $$
begin
  if jsonb_typeof(entry.snapshot) = 'object' then return entry.snapshot; end if;
  return (select coalesce(jsonb_object_agg(key, value->'from'), '{}') from jsonb_each(entry.changes));
end $$;

create or replace function registrar_of(code text) returns bigint language plpgsql stable as $$
begin
  return (select registrars.id from registrars where registrars.code = registrar_of.code);
end $$;

create or replace function zone_of(name text) returns bigint language plpgsql stable as $$
begin
  return (select id from zones where origin = substr(zone_of.name, strpos(zone_of.name, '.') + 1));
end $$;

-- Months have their dates, and periods are 3 of them at least.
create or replace function months_between(one timestamptz, other timestamptz) returns integer language sql immutable
  return round(extract(epoch from other - one) / (365.2425 / 12 * 86400));

-- What an entry says by itself, without the one before it. Which kind of event a change is, is decided here and nowhere
-- else, from what differs; an entry has a kind only where the difference does not show it.
create or replace function domain_version_of(entry history) returns domain_versions language plpgsql stable as $$
declare
  document jsonb := document_of(entry);
  version domain_versions;
begin
  version.id := entry.id;
  version.domain_id := entry.object_id;
  version.name := entry.object_key;
  version.registrar_id := registrar_of(document->>'registrar');
  version.registrant_code := document->>'registrant';
  version.statuses := array(select jsonb_array_elements_text(jsonb_path_query_array(document, '$.statuses[*]')));
  version.expires_at := document->>'expiresAt';
  version.hostnames := array(
    select jsonb_array_elements_text(jsonb_path_query_array(document, '$.nameservers[*].hostname')));
  version.signed := jsonb_path_exists(document, '$.dnssecKeys[0]');
  version.valid_from := entry.at;
  version.valid_to := case when entry.event = 'destroy' then entry.at else 'infinity' end;
  if entry.event = 'update' and entry.changes->'registrar'->>'to' is not null then
    version.from_registrar_id := registrar_of(entry.changes->'registrar'->>'from');
  end if;
  version.kind := case
    when entry.kind is not null then nullif(entry.kind, 'MET')
    when entry.event = 'create' then 'REGISTERED'
    when entry.event = 'destroy' then 'DELETED'
    when (entry.changes->'expiresAt'->>'to')::timestamptz > (entry.changes->'expiresAt'->>'from')::timestamptz
      then 'RENEWED'
    when not entry.changes ? 'expiresAt' and entry.changes->'statuses'->'to' ? 'expired'
      and not entry.changes->'statuses'->'from' ? 'expired' then 'EXPIRED'
    when entry.changes ? 'registrar' then 'TRANSFERRED'
    -- Contacts that are merged are one person.
    when entry.changes ? 'registrant' and entry.operation <> 'contact.merge' then 'REGISTRANT_CHANGED'
    else 'UPDATED' end;
  if version.kind = 'RENEWED' then
    version.months := months_between((entry.changes->'expiresAt'->>'from')::timestamptz, version.expires_at);
  end if;
  return version;
end $$;

create or replace function contact_version_of(entry history) returns contact_versions language plpgsql stable as $$
declare
  document jsonb := document_of(entry);
  version contact_versions;
begin
  version.id := entry.id;
  version.contact_id := entry.object_id;
  version.code := entry.object_key;
  version.registrar_id := registrar_of(document->>'registrar');
  version.name := document->>'name';
  version.ident_type := document->'ident'->>'type';
  version.ident_country_code := document->'ident'->>'countryCode';
  version.created_at := document->>'createdAt';
  version.valid_from := entry.at;
  version.valid_to := case when entry.event = 'destroy' then entry.at else 'infinity' end;
  return version;
end $$;

-- A trigger writes versions, from the entry alone: whoever writes history, of whatever release, writes them too.
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
    insert into domain_versions (id, domain_id, name, name_puny, zone_id, kind, registrar_id, from_registrar_id,
        registrant_code, statuses, expires_at, created_at, hostnames, signed, months, price, valid_from, valid_to)
      values (version.id, version.domain_id, version.name, version.name_puny, version.zone_id, version.kind,
        version.registrar_id, version.from_registrar_id, version.registrant_code, version.statuses, version.expires_at,
        version.created_at, version.hostnames, version.signed, version.months, version.price, version.valid_from,
        version.valid_to);
    if last.id is null or new.event = 'destroy' or version.registrar_id is distinct from last.registrar_id
      or version.expires_at is distinct from last.expires_at then
      -- What is created has no term to end: it is not looked for.
      if new.event <> 'create' then
        update domain_terms set valid_to = greatest(valid_from, version.valid_from)
          where domain_id = new.object_id and valid_to = 'infinity';
      end if;
      if new.event <> 'destroy' and version.registrar_id is not null then
        insert into domain_terms values (new.id, new.object_id, version.registrar_id, version.name, version.expires_at,
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
do $$ begin
  execute format('alter function versions_follow_history() security definer set search_path = %I, pg_temp',
    current_schema());
end $$;
create or replace trigger versions_follow_history before insert on history
  for each row when (new.object_type in ('domain', 'contact')) execute function versions_follow_history();
