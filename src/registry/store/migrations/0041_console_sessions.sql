-- Who is signed in to the operator console: a cookie whose session is not here opens nothing.
create table console_sessions (
  -- SHA-256 of the id that the cookie holds.
  hash text primary key,
  -- In real time, whatever the registry's clock says.
  ends_at timestamptz(3) not null
);
