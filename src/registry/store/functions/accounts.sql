-- Balances follow the ledger, which only grows.

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
do $$ begin
  execute format('alter function ledger_moves_balance() security definer set search_path = %I, pg_temp',
    current_schema());
end $$;
create or replace trigger ledger_moves_balance before insert on ledger
  for each row execute function ledger_moves_balance();

create or replace function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create or replace trigger ledger_is_append_only before update or delete on ledger
  for each row execute function ledger_is_append_only();

create or replace function balance_follows_ledger() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 and not new.mirrored then
    raise exception 'a balance changes only through the ledger';
  end if;
  return new;
end $$;
create or replace trigger balance_follows_ledger before update of balance on accounts
  for each row when (old.balance is distinct from new.balance) execute function balance_follows_ledger();

-- A mirrored account, whose balance is told and not computed, is for a facade, which has no other: nobody makes one
-- beside accounts with money of ours.
create or replace function accounts_with_money_stay_alone() returns trigger language plpgsql as $$
begin
  if exists (select from accounts where not mirrored) then
    raise exception 'an account is mirrored only where no other account has money';
  end if;
  return new;
end $$;
create or replace trigger accounts_with_money_stay_alone before insert or update of mirrored on accounts
  for each row when (new.mirrored) execute function accounts_with_money_stay_alone();
