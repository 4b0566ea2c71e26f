-- For operators alone, who say that they want everybody's. A registrar's page, planned for any registrar, would come out of
-- these because they lie in the order of the table, and one with few domains would be looked for among all; and a job
-- would look through what has expired already.
drop index domains_created, domains_expires;
create index domains_created on domains (created_at, id) where registrar_id > 0;
create index domains_expires on domains (expires_at, id) where registrar_id > 0;
