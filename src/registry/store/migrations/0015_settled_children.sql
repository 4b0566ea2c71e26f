-- Which of its invoices a bulk payment has settled. Until now the invoice's description told it, which clients can write.

alter table bulk_payment_items add column settled boolean not null default false;
update bulk_payment_items item set settled = true
  from invoices parent, invoices child
  where parent.id = item.parent_id and child.id = item.child_id
    and parent.status in ('paid', 'refunded') and child.description = 'related to ' || parent.number;
