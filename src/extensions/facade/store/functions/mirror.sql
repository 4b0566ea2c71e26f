-- Ends the versions of domains that a facade has removed from its mirror without an event.
create or replace function end_versions(removed bigint[], at timestamptz) returns void language sql as $$
  with ended as (
    update domain_versions set valid_to = greatest(valid_from, at)
    where domain_id = any(removed) and valid_to = 'infinity'
      and not exists (select from domains where domains.id = domain_id) returning domain_id, valid_to)
  update domain_terms set valid_to = ended.valid_to from ended
    where domain_terms.domain_id = ended.domain_id and domain_terms.valid_to = 'infinity'
$$;
do $$ begin
  execute format('alter function end_versions(bigint[], timestamptz) security definer set search_path = %I, pg_temp',
    current_schema());
end $$;

-- The balance that the registry behind a facade reports. All other balances follow the ledger.
create or replace function report_balance(account bigint, reported numeric, in_currency text) returns void
  language sql as $$
  update accounts set balance = reported, currency = in_currency
    where registrar_id = account and mirrored and (balance <> reported or currency <> in_currency)
$$;
do $$ begin
  execute format('alter function report_balance(bigint, numeric, text) security definer set search_path = %I, pg_temp',
    current_schema());
end $$;
