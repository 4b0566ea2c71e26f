-- Which message about an object is a webhook's next: found at once, however many others wait.
create index outbox_webhook_turn on outbox (webhook_id, subject, id)
  where done_at is null and dead_at is null and webhook_id is not null;
