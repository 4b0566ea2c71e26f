-- Which user of a registrar has made another, or has set its password, certificate or role, and when last: for a while the two are no two people who can both
-- approve a write (docs/rules/access.md#approvals).
create table user_makers (
  user_id bigint not null references api_users on delete cascade,
  maker_id bigint not null references api_users on delete cascade,
  made_at timestamptz(3) not null,
  primary key (user_id, maker_id)
);

insert into user_makers (user_id, maker_id, made_at)
select made.id, maker.id, made.created_at from api_users made
join api_users maker on maker.username = made.created_by and maker.registrar_id = made.registrar_id
  and maker.id <> made.id;
