-- Where users sign in from: somebody else's guessing keeps nobody out at home.

create table sign_in_addresses (
  user_id integer not null references api_users on delete cascade,
  -- an IPv4 address, or the network of an IPv6 one
  address text not null,
  last_at timestamptz(3) not null,
  primary key (user_id, address)
);
