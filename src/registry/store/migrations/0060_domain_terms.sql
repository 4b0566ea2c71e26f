-- From when until when a domain was one registrar's with one date of expiry (docs/decisions/0021). Lists as of a moment go along
-- these: they are fewer than versions, and an index knows of each when it was over.
-- Locked in the order in which writes come by: history, the ledger, then the versions that their triggers change. Readers go on; writes wait until it is done.
lock table history, ledger in share row exclusive mode;

create table domain_terms (
  domain_id integer not null,
  registrar_id integer not null,
  name text not null,
  expires_at timestamptz(3),
  created_at timestamptz(3),
  valid_from timestamptz(3) not null,
  -- infinity: it holds now
  valid_to timestamptz(3) not null,
  check (valid_from <= valid_to)
);

insert into domain_terms
select domain_id, registrar_id, name, expires_at, created_at, min(valid_from), max(valid_to)
from (
  select *, count(*) filter (where begins) over chain as term
  from (
    select domain_id, id, registrar_id, name, expires_at, created_at, valid_from, valid_to,
      row(lag(registrar_id) over chain, lag(expires_at) over chain, lag(valid_to) over chain)
        is distinct from row(registrar_id, expires_at, valid_from) as begins
    from domain_versions where registrar_id is not null and valid_from < valid_to
    window chain as (partition by domain_id order by id)) versions
  window chain as (partition by domain_id order by id)) terms
group by domain_id, registrar_id, name, expires_at, created_at, term;

-- One term holds now, whatever became of a domain's last version.
update domain_terms as earlier set valid_to = valid_from where valid_to = 'infinity' and exists (
  select from domain_terms later where later.domain_id = earlier.domain_id and later.valid_to = 'infinity'
    and (later.valid_from, later.ctid) > (earlier.valid_from, earlier.ctid));
create unique index domain_terms_open on domain_terms (domain_id) where valid_to = 'infinity';
-- Of a registrar, and of everybody. A registrar's page shall not come out of the latter (0036).
create index domain_terms_name on domain_terms (name, domain_id, valid_from) include (valid_to) where registrar_id > 0;
create index domain_terms_expires on domain_terms (expires_at, domain_id, valid_from) include (valid_to) where registrar_id > 0;
create index domain_terms_created on domain_terms (created_at, domain_id, valid_from) include (valid_to) where registrar_id > 0;
create index domain_terms_registrar_name on domain_terms (registrar_id, name, domain_id, valid_from) include (valid_to);
create index domain_terms_registrar_expires on domain_terms (registrar_id, expires_at, domain_id, valid_from) include (valid_to);
create index domain_terms_registrar_created on domain_terms (registrar_id, created_at, domain_id, valid_from) include (valid_to);

-- The events of one name.
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
