-- Where registrars want to be told of what happens to what is theirs (docs/rules/webhooks.md).
create table webhooks (
  id integer generated always as identity primary key,
  registrar_id integer not null references registrars,
  url text not null check (length(url) between 1 and 2048),
  events text[] not null check (cardinality(events) > 0),
  description text,
  enabled boolean not null default true,
  -- Since when nothing has arrived; null: the last delivery did, or there was none.
  failing_since timestamptz(3),
  secret text not null,
  -- The one before, which signs as well for a while.
  previous_secret text,
  previous_secret_until timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index webhooks_registrar on webhooks (registrar_id, id);

-- What goes to a webhook waits in the outbox. Not a foreign key: it would lock the webhook in every transaction that has
-- something to tell, and fail it when the webhook is being deleted. What belongs to none any more is never sent.
alter table outbox add column webhook_id integer, add column first_attempt_at timestamptz(3);

-- Whatever waits for registrars' receivers, nothing else has to look past it.
drop index outbox_due, outbox_dead;
create index outbox_due on outbox (next_attempt_at, id)
  where done_at is null and dead_at is null and webhook_id is null;
create index outbox_dead on outbox (id desc) where dead_at is not null and webhook_id is null;
create index outbox_webhook_due on outbox (webhook_id, next_attempt_at, id)
  where done_at is null and dead_at is null and webhook_id is not null;
create index outbox_webhook on outbox (webhook_id, id desc) where webhook_id is not null;
create index outbox_webhook_created on outbox (created_at) where webhook_id is not null;

-- What the sandbox's own receiver has got.
create table sandbox_webhooks (
  id integer generated always as identity primary key,
  received_at timestamptz(3) not null,
  headers jsonb not null,
  body text not null,
  -- Which webhook signed it; null: none that there is.
  webhook_id integer,
  answered integer not null
);
