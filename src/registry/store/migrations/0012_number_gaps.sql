-- Numbers that were leapt over, because an import brought a later one: they were never given out, and are when nothing
-- else is left. So nobody ends a range by importing its last number.

create table number_gaps (
  id integer generated always as identity primary key,
  name text not null references number_counters,
  next_number integer not null,
  last_number integer not null
);
create index number_gaps_open on number_gaps (name, next_number) where next_number <= last_number;
