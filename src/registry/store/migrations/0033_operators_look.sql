-- What operators look through: prices with the zone they are for, and what jobs have done or failed to do.
create view listed_prices as
  select prices.*, zones.origin from prices join zones on zones.id = prices.zone_id;

create table job_runs (
  id bigint generated always as identity primary key,
  job text not null,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- how many rows were due and taken
  taken integer not null,
  error text
);
create index job_runs_started on job_runs (started_at);
