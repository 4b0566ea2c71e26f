-- Apart from 0064, and in the order in which readers come by: whoever reads these tables holds up this alone.
-- An empty table that was analysed (0060) is read from end to end, by connections that planned it then, however much it has grown since.
-- Terms are written with history: no row of a transaction under way can be lost.
lock table history in share row exclusive mode;
do $$
begin
  if not exists (select from domain_terms) then truncate domain_terms; end if;
end $$;
drop index domain_versions_at;
alter index domain_versions_at_kind rename to domain_versions_at;
