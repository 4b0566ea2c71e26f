-- Who takes an outgoing item has it until then, in the database's own time: the sandbox's clock leaps over leases.
alter table outbox add column claimed_until timestamptz(3);

-- Where each move of the sandbox's clock leads: the same move, asked for again after a crash, leads there again.
create table sandbox_clock_moves (
  id uuid primary key,
  target timestamptz(3) not null
);
