-- A mirrored account, whose balance is told and not computed, is for a facade, which has no other: nobody makes one beside accounts with money of ours.
create function accounts_with_money_stay_alone() returns trigger language plpgsql as $$
begin
  if exists (select from accounts where not mirrored) then
    raise exception 'an account is mirrored only where no other account has money';
  end if;
  return new;
end $$;
create trigger accounts_with_money_stay_alone before insert or update of mirrored on accounts
  for each row when (new.mirrored) execute function accounts_with_money_stay_alone();

-- The reference of a transfer as it is compared; null where two transfers of before had one that reads the same (docs/rules/self-service.md#bank-transfers).
alter table bank_transfers add column reference_key text constraint bank_transfers_once_as_read unique;
update bank_transfers set reference_key = normalize(btrim(bank_reference), nfkc) where id in (
  select min(id) from bank_transfers group by normalize(btrim(bank_reference), nfkc));

-- The access token with which it was done, beside the person whose token it is (docs/rules/access.md#operators).
alter table history add column token_id bigint, add column token_name text;
