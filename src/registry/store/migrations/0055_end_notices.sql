-- Registrars are notified once of what ends within 14 days. What was made for a shorter time is not announced: its maker has just chosen
-- the end.
alter table certificates add column end_noticed_at timestamptz(3);
alter table access_tokens add column end_noticed_at timestamptz(3);
alter table questions add column end_noticed_at timestamptz(3);
alter table boards add column end_noticed_at timestamptz(3);

create index certificates_ending on certificates (expires_at)
  where end_noticed_at is null and revoked_at is null and expires_at - created_at > interval '14 days';
create index access_tokens_ending on access_tokens (expires_at)
  where end_noticed_at is null and revoked_at is null and scopes is not null and expires_at - created_at > interval '14 days';
create index questions_ending on questions (expires_at)
  where end_noticed_at is null and revoked_at is null and expires_at - created_at > interval '14 days';
create index boards_ending on boards (expires_at)
  where end_noticed_at is null and revoked_at is null and expires_at - created_at > interval '14 days';
