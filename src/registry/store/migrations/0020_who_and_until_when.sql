-- Who of the registrar's users moved the money; null: the house, or somebody else than its users.
alter table ledger add column actor_name text;

-- The last day that a monthly summary has looked at; null: none since the registrar is there. What was before this
-- build had none and gets none.
alter table registrars add column summarised_until date;
update registrars set summarised_until = (date_trunc('month', now()) - interval '1 day')::date;

-- Issued by the registry itself, which then also tells the accounting system; others are told of by their service.
alter table invoices add column issued_here boolean not null default false;

-- A summary takes what was prepaid off again: its last line.
alter table invoice_lines drop constraint invoice_lines_quantity_check,
  add constraint invoice_lines_quantity_check check (quantity > 0 or quantity = -1);
