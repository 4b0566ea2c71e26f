-- Each page of a list comes out of an index, however long the list is: whoever takes all of it away asks for many.
create index notifications_created on notifications (registrar_id, created_at desc, id desc);
create index invoices_created on invoices (created_at desc, id desc);
create index domains_registrar_created on domains (registrar_id, created_at, id);
