-- Fills overdue_until (0052) and keeps it. Locked in the order in which writes come by: history, the ledger, then the versions that
-- their triggers change. Readers go on.
lock table history, ledger in share row exclusive mode;

create or replace function versions_follow_history() returns trigger language plpgsql as $$
declare
  last domain_versions;
  last_contact contact_versions;
  version domain_versions;
  contact_version contact_versions;
begin
  if new.object_type = 'domain' then
    version := domain_version_of(new);
    update domain_versions set valid_to = greatest(valid_from, new.at),
      overdue_until = case when new.at > expires_at + interval '1 day' then greatest(valid_from, new.at) end
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

update domain_versions set overdue_until = valid_to
  where valid_to < 'infinity' and valid_to > expires_at + interval '1 day' and valid_to > valid_from;
create index domain_versions_overdue on domain_versions (overdue_until) include (valid_from, expires_at)
  where overdue_until is not null;
