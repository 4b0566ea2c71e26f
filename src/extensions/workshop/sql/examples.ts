export interface SqlExample {
  readonly title: string;
  /** The tables that it reads: callers without them are not shown it. */
  readonly needs: readonly string[];
  readonly view?: 'chart';
  readonly sql: string;
}

/** Questions that need more than groups of one list. `lastMonth` is the name of a table of its last day: 2026_05_31. */
export const examplesOf = (lastMonth: string): readonly SqlExample[] => [
  {
    title: 'Domains that expire, by month',
    needs: ['domains'],
    view: 'chart',
    sql: `-- Domains that expire, by month
select date_trunc('month', expires_at)::date as month, count(*) as domains
from domains
where expires_at >= now()
group by month
order by month`,
  },
  {
    title: 'Renewal rate by month',
    needs: ['domain_events'],
    view: 'chart',
    sql: `-- Renewal rate by month: of the terms that ended in it, how many were renewed
with terms as (
  select name, at, kind,
    -- A name that is registered again begins anew.
    count(*) filter (where kind = 'REGISTERED') over (partition by name order by at) as life, months
  from domain_events
  where kind in ('REGISTERED', 'RENEWED')
), ends as (
  select name, at, min(at) over life + sum(months) over (life order by at) * interval '1 month' as ends_at,
    lead(kind) over (life order by at) = 'RENEWED' as renewed
  from terms
  window life as (partition by name, life)
)
select date_trunc('month', ends_at)::date as month, count(*) as ended, count(*) filter (where renewed) as renewed,
  round(100.0 * count(*) filter (where renewed) / count(*), 1) as renewal_rate
from ends
where ends_at < now() and ends_at >= now() - interval '2 years'
  -- A term that was cut short did not end.
  and not exists (
    select from domain_events d where d.name = ends.name and d.kind = 'DELETED' and d.at >= ends.at and d.at < ends_at
  )
group by month
order by month`,
  },
  {
    title: 'Brought back after they had expired, by month',
    needs: ['domain_events'],
    view: 'chart',
    sql: `-- Brought back after they had expired, by month
select date_trunc('month', at)::date as month, count(*) as expired,
  count(*) filter (where next = 'RENEWED') as brought_back
from (
  select at, kind, lead(kind) over (partition by name order by at) as next
  from domain_events
  where kind in ('REGISTERED', 'RENEWED', 'EXPIRED', 'DELETED')
) events
where kind = 'EXPIRED'
group by month
order by month`,
  },
  {
    title: 'Median days between registration and first transfer',
    needs: ['domain_events'],
    sql: `-- Median days between registration and first transfer
with first_transfer as (
  select name, min(at) as at from domain_events where kind = 'TRANSFERRED' group by name
)
select percentile_cont(0.5) within group (order by extract(day from t.at - r.at)) as median_days,
  percentile_cont(0.9) within group (order by extract(day from t.at - r.at)) as nine_of_ten_days,
  count(*) as transfers
from first_transfer t
join lateral (
  select max(e.at) as at from domain_events e
  where e.name = t.name and e.kind = 'REGISTERED' and e.at <= t.at
) r on r.at is not null`,
  },
  {
    title: 'New minus removed, by quarter',
    needs: ['domain_events'],
    view: 'chart',
    sql: `-- New minus removed, by quarter
select date_trunc('quarter', at)::date as quarter,
  count(*) filter (where kind = 'REGISTERED') as registered,
  count(*) filter (where kind = 'DELETED') as deleted,
  count(*) filter (where kind = 'REGISTERED') - count(*) filter (where kind = 'DELETED') as net
from domain_events
group by quarter
order by quarter`,
  },
  {
    title: 'Balance on the first day of each month',
    needs: ['transactions'],
    view: 'chart',
    sql: `-- Balance on the first day of each month
select month::date,
  coalesce((select sum(amount) from transactions where created_at < month), 0) as balance
from generate_series(date_trunc('month', now() - interval '1 year'), now(), interval '1 month') as month
order by month`,
  },
  {
    title: 'Names that were deleted and registered again',
    needs: ['domain_events'],
    sql: `-- Names that were deleted and registered again
select deleted.name, deleted.at as deleted_at, min(again.at) as registered_again_at,
  extract(day from min(again.at) - deleted.at) as days_between
from domain_events deleted
join domain_events again on again.name = deleted.name and again.kind = 'REGISTERED' and again.at > deleted.at
where deleted.kind = 'DELETED'
group by deleted.name, deleted.at
order by registered_again_at desc`,
  },
  {
    title: 'Contacts without a domain',
    needs: ['contacts', 'domains'],
    sql: `-- Contacts that no domain has as its registrant, administrative or technical contact
select code, name, email, created_at
from contacts c
where not exists (
  select from domains d
  where d.registrant_code = c.code or c.code = any(d.admin_contacts) or c.code = any(d.tech_contacts)
)
order by created_at`,
  },
  {
    title: 'Charges by month and kind, with a running total',
    needs: ['transactions'],
    view: 'chart',
    sql: `-- Charges by month and kind
select date_trunc('month', created_at)::date as month, kind, -sum(amount) as charged,
  -sum(sum(amount)) over (partition by kind order by date_trunc('month', created_at)) as charged_so_far
from transactions
where amount < 0
group by month, kind, date_trunc('month', created_at)
order by month, kind`,
  },
  {
    title: 'Which ages our domains have',
    needs: ['domains'],
    view: 'chart',
    sql: `-- Which ages our domains have
select extract(year from age(now(), created_at))::int || ' years' as age, count(*) as domains,
  round(100.0 * count(*) / sum(count(*)) over (), 1) as share
from domains
group by extract(year from age(now(), created_at))
order by extract(year from age(now(), created_at))`,
  },
  {
    title: 'What changed since the end of last month',
    needs: ['domains'],
    sql: `-- What changed since the end of a day: the second table is the list as it was then
select coalesce(now.name, before.name) as name,
  case when before.name is null then 'new' when now.name is null then 'gone' else 'other expiry' end as what,
  before.expires_at as expired_then, now.expires_at as expires_now
from domains now
full join domains_${lastMonth} before on before.name = now.name
where before.name is null or now.name is null or before.expires_at <> now.expires_at
order by name`,
  },
  {
    title: 'Market share now',
    needs: ['ledger', 'domains'],
    view: 'chart',
    sql: `-- Domains by registrar, with their share
select registrar_code as registrar, count(*) as domains,
  round(100.0 * count(*) / sum(count(*)) over (), 1) as share
from domains
group by registrar_code
order by domains desc`,
  },
  {
    title: 'Transfers of the last 90 days, from whom to whom',
    needs: ['domain_events', 'ledger'],
    sql: `-- Transfers of the last 90 days, from whom to whom
select from_registrar_code as "from", registrar_code as "to", count(*) as transfers
from domain_events
where kind = 'TRANSFERRED' and at >= now() - interval '90 days'
group by from_registrar_code, registrar_code
order by transfers desc`,
  },
  {
    title: 'Reservations that became registrations',
    needs: ['reservations', 'domain_events'],
    view: 'chart',
    sql: `-- Reservations that became registrations, by month of the reservation
with reserved as (
  select r.created_at, entry->>'name' as name from reservations r, jsonb_array_elements(r.entries) as entry
)
select date_trunc('month', created_at)::date as month, count(*) as reserved,
  count(*) filter (where became) as registered,
  round(100.0 * count(*) filter (where became) / count(*), 1) as conversion
from (
  select reserved.*, exists (
    select from domain_events e where e.name = reserved.name and e.kind = 'REGISTERED' and e.at >= reserved.created_at
  ) as became
  from reserved
) asked
group by month
order by month`,
  },
  {
    title: 'Reservations and their names, by month',
    needs: ['reservations'],
    view: 'chart',
    sql: `-- Reservations and their names, by month
select date_trunc('month', created_at)::date as month, count(*) as reservations,
  sum(jsonb_array_length(entries)) as names
from reservations
group by month
order by month`,
  },
];
