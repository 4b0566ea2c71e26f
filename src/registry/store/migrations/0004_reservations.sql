-- Names that the business registry's portal reserves, free for a week or paid for a year. Who holds a name now is
-- told by reserved_names alone, whose unique name decides every race; these tables tell who asked for what.

create table reservations (
  id integer generated always as identity primary key,
  user_unique_id text not null constraint reservations_user_unique_id_unique unique
    check (user_unique_id ~ '^[0-9a-f]{8}-[0-9a-f]$'),
  kind text not null check (kind in ('free', 'paid')),
  invoice_id integer constraint reservations_invoice_unique unique references invoices,
  -- since when the names are held: at once when free, from the moment payment is known when paid
  held_at timestamptz(3),
  -- when the codes were issued and their time began to run; happens once
  materialised_at timestamptz(3),
  created_at timestamptz(3) not null,
  check (kind = 'paid' or invoice_id is null),
  check (held_at is not null or (kind = 'paid' and materialised_at is null))
);

create table reservation_entries (
  reservation_id integer not null references reservations,
  position integer not null,
  name text not null,
  -- when the reservation of this name ends or ended; null until it has begun, and for a lost name for good
  expires_at timestamptz(3),
  -- the domain that was registered with this entry's code; it may be long gone
  registered_at timestamptz(3),
  registered_domain_id integer,
  -- paid for, but somebody else had the name when payment became known
  lost_at timestamptz(3),
  primary key (reservation_id, position),
  unique (reservation_id, name)
);
create index reservation_entries_name on reservation_entries (name);
create index reservation_entries_domain on reservation_entries (registered_domain_id)
  where registered_domain_id is not null;

alter table reserved_names add constraint reserved_names_reservation
  foreign key (reservation_id) references reservations;
