-- Whoever knows part of a name finds the rest of it through its trigrams, where the server has them (pg_trgm). Where it
-- has not, all names are looked through: an operator who installs it later calls this once more.
create or replace function index_parts_of_names() returns boolean language plpgsql as $$
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
    -- A charge that has to sort in what waits holds the account: 256 kB at most wait.
    execute format('create index if not exists ledger_parts on ledger using gin (description %s)
      with (gin_pending_list_limit = 256)', trigrams);
  exception when insufficient_privilege or feature_not_supported or undefined_file then
    return false;
  end;
  return true;
end $$;
