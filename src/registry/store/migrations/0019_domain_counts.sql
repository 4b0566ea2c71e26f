-- How many domains each registrar had when a day was over.
create table domain_counts (
  day date not null,
  registrar_id integer not null references registrars,
  count integer not null check (count >= 0),
  primary key (day, registrar_id)
);
