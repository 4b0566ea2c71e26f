-- In which zone money was earned stays known when the domain is gone.

alter table ledger add column zone_id integer references zones;
alter table ledger disable trigger ledger_is_append_only;
update ledger set zone_id = domains.zone_id from domains where domains.id = ledger.domain_id;
-- Of a domain that is gone the history knows the name.
update ledger set zone_id = (
  select zones.id from zones where right(named.name, length(zones.origin) + 1) = '.' || zones.origin
  order by length(zones.origin) desc limit 1)
from (
  select distinct on (object_id) object_id, object_key as name
  from history where object_type = 'domain' order by object_id, id) named
where ledger.zone_id is null and ledger.domain_id = named.object_id;
alter table ledger enable trigger ledger_is_append_only;

create or replace function ledger_moves_balance() returns trigger language plpgsql as $$
begin
  update accounts set balance = balance + new.sum where registrar_id = new.registrar_id
    returning balance into strict new.balance;
  -- the account is ours until the end of the transaction: nobody can come between
  new.position := nextval('ledger_position');
  new.zone_id := (select zone_id from domains where id = new.domain_id);
  return new;
end $$;

-- Rows are only added, in time's order: a few pages tell where a month stands.
create index ledger_created on ledger using brin (created_at);

-- Lists of reservations, all of them and each portal's own.
create index reservations_created on reservations (created_at desc, id desc);
create index reservations_made_by_created on reservations (made_by, created_at desc, id desc);
drop index reservations_made_by;
