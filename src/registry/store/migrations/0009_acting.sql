-- Why an operator did it, where a reason is asked for (docs/rules/access.md#acting-for-registrars).
alter table history add column reason text,
  add constraint history_reason_check check (char_length(reason) <= 500) not valid;

-- Work of operators on many objects, done row by row by the job "bulk" (docs/rules/access.md#bulk-work).
create table bulk_works (
  id bigint generated always as identity primary key,
  operation text not null,
  -- what the operation is given besides the name of each object
  input jsonb not null,
  -- the registrar whose portfolio moves, and the one that it moves to
  registrar_id bigint references registrars,
  to_registrar_id bigint references registrars,
  reason text check (char_length(reason) <= 500),
  started_by text not null,
  -- who started it: the rights are looked up again as it goes on
  operator jsonb not null,
  started_at timestamptz(3) not null,
  state text not null check (state in ('RUNNING', 'DONE', 'STOPPED')),
  -- why it was stopped
  stopped text check (char_length(stopped) <= 500),
  finished_at timestamptz(3),
  total integer not null check (total >= 0),
  done integer not null default 0,
  refused integer not null default 0,
  constraint bulk_works_end check ((state = 'RUNNING') = (finished_at is null))
);
create index bulk_works_running on bulk_works (id) where finished_at is null;
-- A portfolio moves to one registrar at a time.
create unique index bulk_works_portfolio on bulk_works (registrar_id) where finished_at is null and registrar_id is not null;

create table bulk_rows (
  id bigint generated always as identity primary key,
  work_id bigint not null references bulk_works on delete cascade,
  -- what it is about, as people name it
  subject text not null,
  -- the fields of the operation's input that name it
  names jsonb not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'REFUSED')),
  -- why it was refused
  message text,
  -- its registrar when the work began
  registrar_id bigint,
  done_at timestamptz(3)
);
create index bulk_rows_of_work on bulk_rows (work_id, id);
create index bulk_rows_waiting on bulk_rows (work_id, id) where state = 'WAITING';
create index bulk_rows_refused on bulk_rows (work_id, id) where state = 'REFUSED';
