-- A movement's place in the ledger is taken while its account is locked. Its id is not: it is drawn before the trigger
-- waits for the account, so of two movements at once the later id may be the earlier movement.

alter table ledger add column position bigint;
create sequence ledger_position owned by ledger.position;

alter table ledger disable trigger ledger_is_append_only;
update ledger set position = id;

-- Where the running balances do not follow the ids, they tell the order: each movement leads from the balance before it
-- to the balance after it, and the ledger is a walk from zero that takes every movement once (Hierholzer), the least id
-- first where it may choose. What makes no such walk was not written by us: it stays as it is, and the proof says so.
do $$
#variable_conflict use_column
declare
  account integer;
  ids bigint[];
  starts integer[];
  ends integer[];
  nexts integer[];
  lasts integer[];
  node integer;
  edge integer;
  stack integer[];
  depth integer;
  trail integer[];
  walked integer;
begin
  for account in
    select distinct registrar_id from (
      select registrar_id,
        balance - sum - lag(balance, 1, 0::numeric) over (partition by registrar_id order by id) as gap
      from ledger) by_id
    where gap <> 0
  loop
    with movements as (
      select id, balance - sum as before, balance as after from ledger where registrar_id = account),
    nodes as (
      select amount, row_number() over (order by amount)::integer as node
      from (select before as amount from movements union select after from movements union select 0) amounts),
    edges as (
      select movements.id, starting.node as starts, ending.node as ends,
        row_number() over (order by starting.node, movements.id)::integer as edge
      from movements
      join nodes starting on starting.amount = movements.before
      join nodes ending on ending.amount = movements.after),
    departures as (
      select nodes.node, coalesce(min(edge), 1) as next, coalesce(max(edge), 0) as last
      from nodes left join edges on edges.starts = nodes.node group by nodes.node)
    select
      (select array_agg(edges.id order by edges.edge) from edges),
      (select array_agg(edges.starts order by edges.edge) from edges),
      (select array_agg(edges.ends order by edges.edge) from edges),
      (select array_agg(departures.next order by departures.node) from departures),
      (select array_agg(departures.last order by departures.node) from departures),
      (select nodes.node from nodes where amount = 0)
    into ids, starts, ends, nexts, lasts, node;

    stack := array_fill(0, array[cardinality(ids)]);
    trail := stack;
    depth := 0;
    walked := 0;
    loop
      edge := nexts[node];
      if edge <= lasts[node] then
        nexts[node] := edge + 1;
        depth := depth + 1;
        stack[depth] := edge;
        node := ends[edge];
      else
        exit when depth = 0;
        edge := stack[depth];
        depth := depth - 1;
        walked := walked + 1;
        -- what ends last is found first
        trail[cardinality(ids) + 1 - walked] := edge;
        node := starts[edge];
      end if;
    end loop;
    continue when walked < cardinality(ids);

    update ledger set position = places.position
    from unnest(trail) with ordinality as step (edge, nth)
    join (select id as position, row_number() over (order by id) as nth
          from ledger where registrar_id = account) places on places.nth = step.nth
    where ledger.id = ids[step.edge];

    if exists (
      select from (
        select balance - sum - lag(balance, 1, 0::numeric) over (order by position) as gap
        from ledger where registrar_id = account) by_position
      where gap <> 0)
    then
      update ledger set position = id where registrar_id = account;
    end if;
  end loop;
end $$;

alter table ledger enable trigger ledger_is_append_only;
select setval('ledger_position', coalesce((select max(position) from ledger), 0) + 1, false);

create or replace function ledger_moves_balance() returns trigger language plpgsql as $$
begin
  update accounts set balance = balance + new.sum where registrar_id = new.registrar_id
    returning balance into strict new.balance;
  -- the account is ours until the end of the transaction: nobody can come between
  new.position := nextval('ledger_position');
  return new;
end $$;

alter table ledger alter column position set not null;
create unique index ledger_order on ledger (position);
create index ledger_registrar_order on ledger (registrar_id, position desc);
drop index ledger_domain;
create index ledger_domain on ledger (domain_id, position desc);
