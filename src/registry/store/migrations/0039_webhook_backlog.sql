-- What is on its way to webhooks, found without looking at all that waits for them.
create index outbox_webhook_claimed on outbox (webhook_id, claimed_until)
  where claimed_until is not null and done_at is null and dead_at is null and webhook_id is not null;
