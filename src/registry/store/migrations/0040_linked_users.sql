-- Users of one person go on as one another: by the identity code that an operator has confirmed (docs/rules/self-service.md#switching-users).

create index api_users_person on api_users (subject) where subject is not null and deleted_at is null;

-- of a session that somebody opened by switching: who signed in with a password
alter table access_tokens add column switched_from integer references api_users;
create index access_tokens_switched on access_tokens (switched_from) where switched_from is not null;
