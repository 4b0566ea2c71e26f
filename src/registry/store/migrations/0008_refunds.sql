-- A refund that was begun and whose end is not known yet: one of an invoice at a time. The credit that it gives back is
-- taken from the account when it begins, so that nobody spends what the provider is about to pay out.

create table refunds (
  invoice_id integer primary key references invoices,
  payment_reference text not null,
  -- the invoices whose credit it has taken: they get it again when the provider refuses
  taken_from integer[] not null,
  -- the provider has said yes; that the money is back is still to be seen
  accepted boolean not null default false,
  -- who asks the provider, and until when nobody else does (in real time)
  holder text not null,
  held_until timestamptz(3) not null,
  begun_at timestamptz(3) not null
);
