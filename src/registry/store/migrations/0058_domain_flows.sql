-- How many domains came and went on each day, added up by a job from domain_versions (docs/decisions/0021).
create table domain_flows (
  -- in the time zone of domain_flows_mark
  day date not null,
  -- 0: none
  zone_id integer not null,
  registrar_id integer not null,
  registered integer not null,
  renewed integer not null,
  transferred_in integer not null,
  transferred_out integer not null,
  deleted integer not null,
  -- a mirror met them when it was first read
  met integer not null,
  primary key (day, zone_id, registrar_id)
);

-- Up to where domain_versions were added up: all ids up to `id`, but for those that came late (0050) and later than `nth`.
create table domain_flows_mark (
  one boolean primary key default true check (one),
  time_zone text not null,
  id bigint not null,
  nth bigint not null
);

-- Statistics are read from domain_flows. What is not in it yet is found by id.
drop index domain_versions_counted;

-- What is created has no version to end: it is not looked for.
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
    insert into domain_versions values (version.*);
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
