-- What a token may do at most, beyond its scopes, and what its writes have charged since the day on which the period began.
alter table access_tokens add column guards jsonb;
alter table access_tokens add column spent numeric(12, 2) not null default 0;
alter table access_tokens add column spent_from date;
