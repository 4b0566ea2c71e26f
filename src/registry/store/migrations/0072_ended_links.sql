-- Whoever sets how somebody else signs in ends the link between the users of that person (docs/rules/self-service.md#switching-users).

-- The user, not its name: names change. Who asked before is not known for certain, and counts as somebody else.
alter table certificates add column requested_by integer references api_users;

-- What sessions by switching have made ends with the link, as far as such a session is still known.
alter table questions add column switched_from integer references api_users;
alter table boards add column switched_from integer references api_users;
update access_tokens as made set switched_from = opened.switched_from from access_tokens as opened
  where made.scopes is not null and made.switched_from is null and opened.scopes is null
    and opened.switched_from is not null and opened.api_user_id = made.api_user_id
    and made.created_at between opened.created_at and opened.expires_at;
update questions as made set switched_from = opened.switched_from from access_tokens as opened
  where opened.scopes is null and opened.switched_from is not null and opened.api_user_id = made.api_user_id
    and made.created_at between opened.created_at and opened.expires_at;
update boards as made set switched_from = opened.switched_from from access_tokens as opened
  where opened.scopes is null and opened.switched_from is not null and opened.api_user_id = made.api_user_id
    and made.created_at between opened.created_at and opened.expires_at;
