-- To which billing client a number was issued: nobody else can use it up. Numbers from before this have no row, and are
-- taken from whoever brings them.

create table issued_numbers (
  number integer primary key,
  initiator text not null
);
