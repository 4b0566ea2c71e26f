-- Groups by registrant are counted in this index, of one registrar or of all (docs/growth.md). Its entries are no larger than those of
-- domains_registrant, which goes with 0069.
select set_config('maintenance_work_mem', '256MB', true)
  where pg_size_bytes(current_setting('maintenance_work_mem')) < 268435456;
create index domains_registrant_whose on domains (registrant_id, registrar_id);
