-- Which timelines the primary has written on: a row that only those replicas have that follow it there, and not one
-- that went on along another before a standby was promoted.
create table database_timelines (
  system bigint not null,
  timeline text not null,
  primary key (system, timeline)
);
