-- A refund may also be of a payment that pays for no invoice, or of what it has too much: then it is known by the payment alone.
alter table refunds drop constraint refunds_pkey;
alter table refunds add column id integer generated always as identity primary key;
alter table refunds alter column invoice_id drop not null;
alter table refunds add constraint refunds_invoice unique (invoice_id);
create unique index refunds_stray on refunds (payment_reference) where invoice_id is null;
-- how much of the payment is to stand when it is done
alter table refunds add column leaving numeric(12, 2) not null default 0 check (leaving >= 0);

-- An operator has asked for it to be given back, all of it or what was too much: since then it pays for nothing more.
alter table payments add column refund_asked_at timestamptz(3);
