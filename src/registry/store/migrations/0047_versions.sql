-- The registry in time (docs/decisions/0021): each entry in the history of a domain or a contact, with what lists are
-- filtered, sorted and grouped by, and the period in which it held.

-- What an entry is, where the difference does not show it: a mirror meets a domain for the first time, or for the last.
alter table history add column kind text;

create table domain_versions (
  -- the entry in history
  id bigint primary key,
  domain_id integer not null,
  name text not null,
  name_puny text not null,
  zone_id integer,
  -- null: no event
  kind text check (kind in ('REGISTERED', 'RENEWED', 'TRANSFERRED', 'REGISTRANT_CHANGED', 'UPDATED', 'DELETED')),
  -- after the entry; of what is gone, before it
  registrar_id integer,
  -- null unless the registrar is another one than before
  from_registrar_id integer,
  registrant_code text,
  statuses text[] not null,
  expires_at timestamptz(3),
  created_at timestamptz(3),
  hostnames text[] not null,
  signed boolean not null,
  months integer,
  price numeric(12, 2),
  -- Entries follow each other by id; a clock that was behind another one does not change that.
  valid_from timestamptz(3) not null,
  -- infinity: it holds now; valid_from: it held at no time, because the domain is gone
  valid_to timestamptz(3) not null,
  check (valid_from <= valid_to)
) with (fillfactor = 90); -- room for valid_to, which no index may have: it changes once, and costs no index anything

create table contact_versions (
  id bigint primary key,
  contact_id integer not null,
  code text not null,
  registrar_id integer,
  name text,
  ident_type text,
  ident_country_code text,
  created_at timestamptz(3),
  valid_from timestamptz(3) not null,
  valid_to timestamptz(3) not null,
  check (valid_from <= valid_to)
) with (fillfactor = 90);

-- An object as an entry left it; as it was before, where it is gone.
create function document_of(entry history) returns jsonb language plpgsql immutable as $$
begin
  if jsonb_typeof(entry.snapshot) = 'object' then return entry.snapshot; end if;
  return (select coalesce(jsonb_object_agg(key, value->'from'), '{}') from jsonb_each(entry.changes));
end $$;

create function registrar_of(code text) returns integer language plpgsql stable as $$
begin
  return (select registrars.id from registrars where registrars.code = registrar_of.code);
end $$;

-- What an entry says by itself, without the one before it.
create function domain_version_of(entry history) returns domain_versions language plpgsql stable as $$
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
    when (entry.changes->'expiresAt'->>'to')::timestamptz > (entry.changes->'expiresAt'->>'from')::timestamptz then 'RENEWED'
    when entry.changes ? 'registrar' then 'TRANSFERRED'
    -- Contacts that are merged are one person.
    when entry.changes ? 'registrant' and entry.operation <> 'contact.merge' then 'REGISTRANT_CHANGED'
    else 'UPDATED' end;
  if version.kind = 'RENEWED' then
    version.months := months_between((entry.changes->'expiresAt'->>'from')::timestamptz, version.expires_at);
  end if;
  return version;
end $$;

-- Months have their dates, and periods are 3 of them at least.
create function months_between(one timestamptz, other timestamptz) returns integer language sql immutable
  return round(extract(epoch from other - one) / (365.2425 / 12 * 86400));

create function contact_version_of(entry history) returns contact_versions language plpgsql stable as $$
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

-- From here on whatever is written waits.
lock table history, ledger in share row exclusive mode;

-- RFC 3492, for names of which only the history is left.
create function punycode(name text) returns text language plpgsql immutable as $$
declare
  label text;
  letters int[];
  made text;
  labels text[] := '{}';
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  n int; delta int; bias int; done int; plain int; least_left int; letter int; q int; k int; t int;
begin
  foreach label in array string_to_array(name, '.') loop
    if label ~ '^[\x01-\x7f]*$' then
      labels := labels || label;
      continue;
    end if;
    letters := array(select ascii(one) from regexp_split_to_table(label, '') with ordinality as split (one, place) order by place);
    made := regexp_replace(label, '[^\x01-\x7f]', '', 'g');
    plain := length(made); done := plain; n := 128; delta := 0; bias := 72;
    if plain > 0 then made := made || '-'; end if;
    while done < cardinality(letters) loop
      least_left := (select min(one) from unnest(letters) one where one >= n);
      delta := delta + (least_left - n) * (done + 1);
      n := least_left;
      foreach letter in array letters loop
        if letter < n then delta := delta + 1; end if;
        if letter = n then
          q := delta; k := 36;
          loop
            t := least(greatest(k - bias, 1), 26);
            exit when q < t;
            made := made || substr(digits, 1 + t + (q - t) % (36 - t), 1);
            q := (q - t) / (36 - t); k := k + 36;
          end loop;
          made := made || substr(digits, 1 + q, 1);
          delta := case when done = plain then delta / 700 else delta / 2 end;
          delta := delta + delta / (done + 1); k := 0;
          while delta > 455 loop delta := delta / 35; k := k + 36; end loop;
          bias := k + 36 * delta / (delta + 38);
          delta := 0; done := done + 1;
        end if;
      end loop;
      delta := delta + 1; n := n + 1;
    end loop;
    labels := labels || ('xn--' || made);
  end loop;
  return array_to_string(labels, '.');
end $$;

create function zone_of(name text) returns integer language plpgsql stable as $$
begin
  return (select id from zones where origin = substr(zone_of.name, strpos(zone_of.name, '.') + 1));
end $$;

insert into domain_versions
select version.id, version.domain_id, version.name, coalesce(domains.name_puny, punycode(version.name)),
  coalesce(domains.zone_id, zone_of(version.name)), version.kind, version.registrar_id, version.from_registrar_id,
  version.registrant_code, version.statuses, version.expires_at, created.at, version.hostnames, version.signed,
  case version.kind when 'REGISTERED' then months_between(created.at, version.expires_at) else version.months end, null,
  since,
  case version.valid_to when 'infinity' then coalesce(until, 'infinity') else since end
from (
  select entry, since, first_at, lead(since) over (partition by object_id order by id) as until
  from (
    select history as entry, id, object_id, max(at) over chain as since, first_value(at) over chain as first_at
    from history where object_type = 'domain' window chain as (partition by object_id order by id)) chained) entries
  cross join lateral domain_version_of(entry) version
  left join domains on domains.id = version.domain_id
  cross join lateral (select coalesce(domains.created_at, first_at) as at) created;

insert into contact_versions
select version.id, contact_id, code, registrar_id, name, ident_type, ident_country_code, created_at, since,
  case valid_to when 'infinity' then coalesce(until, 'infinity') else since end
from (
  select entry, since, lead(since) over (partition by object_id order by id) as until
  from (
    select history as entry, id, object_id, max(at) over (partition by object_id order by id) as since
    from history where object_type = 'contact') chained) entries
  cross join lateral contact_version_of(entry) version;

drop function punycode;

create index domain_versions_chain on domain_versions (domain_id, id);
-- Lists as of a moment: of a registrar, and of everybody. A registrar's page shall not come out of the latter (0036).
create index domain_versions_name on domain_versions (name, domain_id, valid_from) where registrar_id > 0;
create index domain_versions_expires on domain_versions (expires_at, domain_id, valid_from) where registrar_id > 0;
create index domain_versions_created on domain_versions (created_at, domain_id, valid_from) where registrar_id > 0;
create index domain_versions_registrar_name on domain_versions (registrar_id, name, domain_id, valid_from);
create index domain_versions_registrar_expires on domain_versions (registrar_id, expires_at, domain_id, valid_from);
create index domain_versions_registrar_created on domain_versions (registrar_id, created_at, domain_id, valid_from);
-- Events.
create index domain_versions_at on domain_versions (valid_from, id);
create index domain_versions_registrar_at on domain_versions (registrar_id, valid_from, id);
create index domain_versions_from_registrar_at on domain_versions (from_registrar_id, valid_from, id)
  where from_registrar_id is not null;

create index contact_versions_chain on contact_versions (contact_id, id);
create index contact_versions_code on contact_versions (code, contact_id, valid_from) where registrar_id > 0;
create index contact_versions_name on contact_versions (name, contact_id, valid_from) where registrar_id > 0;
create index contact_versions_created on contact_versions (created_at, contact_id, valid_from) where registrar_id > 0;
create index contact_versions_registrar_code on contact_versions (registrar_id, code, contact_id, valid_from);
create index contact_versions_registrar_name on contact_versions (registrar_id, name, contact_id, valid_from);
create index contact_versions_registrar_created on contact_versions (registrar_id, created_at, contact_id, valid_from);

-- A trigger, so that a process of the release before, which knows nothing of versions, leaves none out.
create function versions_follow_history() returns trigger language plpgsql as $$
declare
  last domain_versions;
  last_contact contact_versions;
  version domain_versions;
  contact_version contact_versions;
begin
  if new.object_type = 'domain' then
    version := domain_version_of(new);
    update domain_versions set valid_to = greatest(valid_from, new.at)
      where id = (select max(id) from domain_versions where domain_id = new.object_id) and valid_to = 'infinity'
      returning * into last;
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
    insert into domain_versions values (version.*);
  else
    contact_version := contact_version_of(new);
    update contact_versions set valid_to = greatest(valid_from, new.at)
      where id = (select max(id) from contact_versions where contact_id = new.object_id) and valid_to = 'infinity'
      returning * into last_contact;
    contact_version.valid_from := greatest(last_contact.valid_from, new.at);
    contact_version.valid_to := greatest(contact_version.valid_from, contact_version.valid_to);
    insert into contact_versions values (contact_version.*);
  end if;
  return new;
end $$;
create trigger versions_follow_history before insert on history
  for each row when (new.object_type in ('domain', 'contact')) execute function versions_follow_history();

-- For how much it was registered or renewed: the account is charged after history was written.
create function versions_have_a_price(charge ledger) returns void language plpgsql as $$
begin
  update domain_versions set price = -charge.sum where id = (
    select id from domain_versions where domain_id = charge.domain_id and valid_from >= charge.created_at and price is null
      and kind = case charge.activity when 'create' then 'REGISTERED' else 'RENEWED' end
    order by id limit 1);
end $$;
create function versions_follow_ledger() returns trigger language plpgsql as $$
begin
  perform versions_have_a_price(new);
  return new;
end $$;
select versions_have_a_price(ledger) from ledger
  where domain_id is not null and activity in ('create', 'renew') order by id;
create trigger versions_follow_ledger before insert on ledger
  for each row when (new.domain_id is not null and new.activity in ('create', 'renew'))
  execute function versions_follow_ledger();
