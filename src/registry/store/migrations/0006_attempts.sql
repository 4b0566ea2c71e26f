-- Which of those who approve a write at the same moment does it. It is written in the transaction of the write itself, so that a write which was done is never
-- done again, and one that has not begun can still be ended (docs/rules/access.md#approvals).
alter table approvals add column performer text;

-- Where operators sign in from, and the wrong one-time codes that came with a right password: of the person's own networks each, and of all others
-- together in the row of the empty network. In real time, like the codes (docs/decisions/0013-guessed-passwords-are-throttled.md).
create table operator_networks (
  operator_id bigint not null references operators on delete cascade,
  -- an IPv4 address, or the network of an IPv6 one
  network text not null,
  last_at timestamptz(3) not null,
  wrong_codes integer not null default 0,
  wrong_code_at timestamptz(3),
  primary key (operator_id, network)
);

-- Whom the provider has named as the person with this address, as a hash: an address that gets to somebody else there signs nobody in here.
alter table operators add column provider_subject text;

-- A keyed digest of the network that a sign-in for an app was begun from, to count what comes from there; null for codes and refresh tokens.
alter table oauth_records add column begun_from text;
create index oauth_records_network on oauth_records (begun_from) where begun_from is not null;
