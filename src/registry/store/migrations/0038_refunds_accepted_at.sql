-- When the provider has said yes, not only that it has: what was accepted only now may still come.
alter table refunds add column accepted_at timestamptz(3);
update refunds set accepted_at = begun_at where accepted;
alter table refunds drop column accepted;
