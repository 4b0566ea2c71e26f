-- For operators alone, who say that they want everybody's. A registrar's page, planned for any registrar, would come out of
-- the old ones because they lie in the order of the table, and one with few domains would be looked for among all; and a
-- job would look through what has expired already.
create index domains_created_of_all on domains (created_at, id) where registrar_id > 0;
create index domains_expires_of_all on domains (expires_at, id) where registrar_id > 0;
