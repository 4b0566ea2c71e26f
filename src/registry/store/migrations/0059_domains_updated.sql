-- Operators' list of what was changed last; for operators alone, as 0036 says.
create index domains_updated on domains (updated_at, id) where registrar_id > 0;
