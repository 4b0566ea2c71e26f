-- Domains that stayed for more than a day after they had expired: until when, once that is known. Almost all versions that expire
-- before the moment of a list are over by then, and only these are looked for among them (docs/decisions/0021). An update that
-- leaves it null touches no index.
alter table domain_versions add column overdue_until timestamptz(3);
