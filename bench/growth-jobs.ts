import { type BenchRequest, graphql } from './scenarios.ts';

interface DueJob {
  readonly name: string;
  /** Makes some rows due, as SQL. */
  readonly makeDue: string;
  readonly request: () => BenchRequest;
}

const rows = 300;

/** Domains of ALPHA's on which nothing else is due; a part of the table for each job. */
const some = (part: number, only: string): string => `id in (
  select id from domains where id > (select max(id) * ${part} / 20 from domains) and force_delete_start is null and ${only}
  order by id limit ${rows})`;
const alive = "statuses = '{}'";
const expired = "statuses = '{expired}'";

const due: Readonly<Record<string, string>> = {
  lapse: `insert into pending_changes (domain_id, kind, token_hash, request, requested_by, asked_at)
    select id, 'delete', md5(id::text), '{}', 'alpha', now() - interval '3 days' from domains where ${some(1, alive)} on conflict do nothing`,
  expire: `update domains set expires_at = now() - interval '1 minute' where ${some(2, alive)}`,
  remind: `update domains set remind_at = now() - interval '1 minute' where ${some(3, expired)}`,
  outzone: `update domains set outzone_at = now() - interval '1 minute' where ${some(4, expired)}`,
  'force-delete': `update domains set force_delete_kind = 'soft', force_delete_start = current_date - 1, force_delete_stage = 'set'
    where ${some(5, alive)}`,
  'client-hold': `update domains set force_delete_kind = 'soft', force_delete_start = current_date - 100,
    force_delete_stage = 'started' where ${some(6, alive)}`,
  release: `update domains set delete_date = current_date - 1, outzone_at = now() - interval '30 days',
    statuses = array['expired', 'serverHold'] where ${some(7, expired)}`,
  remove: `update domains set remove_at = now() - interval '1 minute', delete_date = current_date - 1,
    outzone_at = now() - interval '30 days', statuses = array['expired', 'serverHold', 'deleteCandidate'] where ${some(8, expired)}`,
  'orphan-contacts': `insert into contacts (code, registrar_id, name, email, phone, ident, ident_type, ident_country_code,
      auth_info, unlinked_at, created_at, updated_at)
    select 'ALPHA:GONE' || n, registrars.id, 'Gone', 'gone@mail.example', '+372.5', '1', 'org', 'EE', 'auth',
      now() - interval '1 year', now() - interval '2 years', now()
    from generate_series(1, ${rows}) as n join registrars on registrars.code = 'ALPHA' on conflict do nothing`,
  reservations: `insert into reserved_names (name, name_puny, password, expires_at, created_at, updated_at)
    select 'over-' || n || '.ee', 'over-' || n || '.ee', 'code', now() - interval '1 minute', now(), now()
    from generate_series(1, ${rows}) as n on conflict do nothing`,
  overdue: `insert into invoices (number, initiator, amount, amount_text, description, created_at, updated_at)
    select 100 + n, 'auction', 10, '10.00', 'Unpaid', now() - interval '1 year', now() from generate_series(1, ${rows}) as n on conflict do nothing`,
  forget: `insert into idempotency_keys (scope, key, operation, input_hash, answer, created_at)
    select 'bench', n::text, 'domain.register', 'hash', '{}', now() - interval '2 days' from generate_series(1, ${rows}) as n on conflict do nothing`,
  outbox: 'select 1',
};

/** Each job that time gives something to do, with a few hundred rows that are due in a registry of any size. */
export const jobsOf = (): readonly DueJob[] =>
  Object.entries(due).map(([name, makeDue]) => ({
    name,
    makeDue,
    request: () =>
      graphql(
        'mutation Run($jobs: [String!]) { jobsRun(input: { jobs: $jobs }) { events { kind } userErrors { message } } }',
        {
          jobs: [name],
        },
      ),
  }));
