-- What a facade knows of the registry behind it (docs/decisions/0018): its objects stand in the registry's own tables,
-- and here how far the reading of them has come.

create table mirror (
  only_row boolean primary key default true check (only_row),
  registrar_id integer not null references registrars,
  -- the pass that is under way, null between passes: what it reads, and from where it goes on after a crash
  stage text,
  position integer not null default 0,
  total integer not null default 0,
  began_at timestamptz(3),
  -- everything is at least as new as this: when the last whole pass began
  synced_at timestamptz(3),
  -- why the last pass came to no end
  trouble text
);

-- When each object was last read; what a whole pass has not read is asked for by name.
create table mirror_objects (
  kind text not null check (kind in ('domain', 'contact', 'account', 'notifications')),
  key text not null,
  read_at timestamptz(3) not null,
  primary key (kind, key)
);

-- The money of a mirrored account moves elsewhere: its balances are told, not computed. All others stay as they were.
alter table accounts add column mirrored boolean not null default false;
alter table accounts drop constraint accounts_balance_not_negative;
alter table accounts add constraint accounts_balance_not_negative check (balance >= 0 or mirrored);

create or replace function ledger_moves_balance() returns trigger language plpgsql as $$
begin
  update accounts set balance = case when mirrored then new.balance else balance + new.sum end
    where registrar_id = new.registrar_id
    returning balance into strict new.balance;
  -- the account is ours until the end of the transaction: nobody can come between
  new.position := nextval('ledger_position');
  new.zone_id := (select zone_id from domains where id = new.domain_id);
  return new;
end $$;

create or replace function balance_follows_ledger() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 and not new.mirrored then
    raise exception 'a balance changes only through the ledger';
  end if;
  return new;
end $$;
