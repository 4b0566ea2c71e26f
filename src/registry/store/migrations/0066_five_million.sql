-- What five million domains are asked within two seconds (docs/growth.md). What these indexes replace goes with 0067.

-- All of them first, in the order in which writes come by: what is built is not lost to somebody who holds the next table.
lock table contacts, domains, dnssec_keys, ledger in share mode;
select set_config('maintenance_work_mem', '256MB', true)
  where pg_size_bytes(current_setting('maintenance_work_mem')) < 268435456;

-- With ids: a search for two letters reads names and no rows.
create index domains_registrar_name_id on domains (registrar_id, name) include (id);

-- What moved in each month, by kind: added up in the index.
create index ledger_registrar_sums on ledger (registrar_id, created_at desc, id desc) include (activity, sum);

-- Signed domains are found by their keys; the unique index has the keys themselves, and is five times as large.
create index dnssec_keys_domain on dnssec_keys (domain_id);

-- Movements by words of their descriptions, such as the name of a domain.
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
select index_parts_of_names();
