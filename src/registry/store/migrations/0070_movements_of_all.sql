-- Everybody's movements by month are added up in this index (docs/growth.md). Movements are only ever appended: each is written at its end.
-- The index of ranges that it replaces goes with 0071.
select set_config('maintenance_work_mem', '256MB', true)
  where pg_size_bytes(current_setting('maintenance_work_mem')) < 268435456;
create index ledger_created_sums on ledger (created_at) include (registrar_id, activity, sum);
