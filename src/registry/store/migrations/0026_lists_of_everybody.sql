-- Operators page through what everybody has, in the orders that registrars have indexes of their own for.
create index domains_created on domains (created_at, id);
create index contacts_created on contacts (created_at desc, id desc);
