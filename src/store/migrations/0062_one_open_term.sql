-- A domain has one term that holds now (0060), whatever became of its last version; and an index has the events of one name.
-- Locked in the order in which writes come by: history, the ledger. Writes wait until the index is built.
lock table history, ledger in share row exclusive mode;

drop index domain_terms_open;
update domain_terms as earlier set valid_to = valid_from where valid_to = 'infinity' and exists (
  select from domain_terms later where later.domain_id = earlier.domain_id and later.valid_to = 'infinity'
    and (later.valid_from, later.ctid) > (earlier.valid_from, earlier.ctid));
create unique index domain_terms_open on domain_terms (domain_id) where valid_to = 'infinity';

create index domain_versions_named on domain_versions (name);
analyze domain_terms;

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
    if last.id is null or new.event = 'destroy' or version.registrar_id is distinct from last.registrar_id
      or version.expires_at is distinct from last.expires_at then
      update domain_terms set valid_to = greatest(valid_from, version.valid_from)
        where domain_id = new.object_id and valid_to = 'infinity';
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
