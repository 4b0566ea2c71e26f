-- Millions of domains: what is found by an index then, and what each index is for (docs/growth.md).

-- Whoever knows part of a name finds the rest of it through its trigrams, where the server has them (pg_trgm). Where it
-- has not, all names are looked through, as before: an operator who installs it later calls this once more.
create function index_parts_of_names() returns boolean language plpgsql as $$
declare
  trigrams text;
begin
  begin
    create extension if not exists pg_trgm;
    select format('%I.gin_trgm_ops', pg_namespace.nspname) into trigrams
      from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
    execute format('create index if not exists domains_name_parts on domains using gin (name %s)', trigrams);
    -- Only names with letters beyond a to z differ from their ASCII form.
    execute format('create index if not exists domains_puny_parts on domains using gin (name_puny %s)
      where name_puny <> name', trigrams);
    execute format('create index if not exists contacts_parts on contacts
      using gin (name %1$s, email %1$s, code %1$s, ident %1$s)', trigrams);
  exception when insufficient_privilege or feature_not_supported or undefined_file then
    return false;
  end;
  return true;
end $$;
select index_parts_of_names();

-- Contacts, and domains by their registrants, in the order of the alphabet.
create index contacts_name on contacts (name, id);

-- What a job waits for, and nothing that it has done already: each asks every ten seconds. A tenth of all domains may
-- have expired and be on their way out.
create index domains_to_expire on domains (expires_at)
  where not statuses && array['expired'] or outzone_at is null or delete_date is null;
create index domains_to_outzone on domains (outzone_at)
  where outzone_at is not null and not statuses && array['serverHold', 'serverManualInzone'];

-- Days are counted back from what moved since. Rows are only added, in time's order.
create index history_at on history using brin (at);

-- Asked for by its date, whatever kind it is.
create index domains_force_delete_by_date on domains (force_delete_date) where force_delete_date is not null;
