-- What the head of a zone file says (docs/rules/zone-files.md): nameservers as [{ hostname, hostnamePuny, ipv4, ipv6 }], and periods in seconds.
alter table zones
  add column nameservers jsonb not null default '[]' check (jsonb_typeof(nameservers) = 'array'),
  add column hostmaster text check (char_length(hostmaster) <= 254),
  add column soa_refresh integer not null default 3600 check (soa_refresh between 60 and 604800),
  add column soa_retry integer not null default 900 check (soa_retry between 60 and 604800),
  add column soa_expire integer not null default 1209600 check (soa_expire between 3600 and 31536000),
  add column negative_ttl integer not null default 3600 check (negative_ttl between 0 and 86400),
  add column ttl integer not null default 86400 check (ttl between 60 and 604800);

-- The newest file of each zone: its serial stays until its content is another one.
create table zone_files (
  zone_id bigint primary key references zones,
  serial bigint not null check (serial between 1 and 4294967295),
  -- SHA-256 of the file without the serial
  digest text not null,
  -- of the zone and the zones below it, as they were
  declaration text not null,
  -- how far domain_versions and late_history had come
  version_id bigint not null,
  late_nth bigint not null,
  made_at timestamptz(3) not null
);
