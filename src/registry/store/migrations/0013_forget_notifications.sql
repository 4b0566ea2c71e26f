-- Anybody can send a notification: those that led to nothing are found by their age and forgotten.

create index payment_events_stray on payment_events (received_at) where invoice_id is null;
create index payment_events_repeated on payment_events (received_at) where outcome in ('unchanged', 'older than known');
create index rate_budgets_age on rate_budgets (window_start);
