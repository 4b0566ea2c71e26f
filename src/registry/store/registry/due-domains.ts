import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';
import type { Earliest } from '../driver/lists/earliest.ts';

/** The domains that wait for a job, and when each falls due: at a time, or at midnight of a day. */
interface DueRule {
  readonly by: 'moment' | 'day';
  readonly due: RawBuilder<unknown>;
  readonly waits: RawBuilder<unknown>;
}

export type DomainStep =
  | 'expiry'
  | 'reminder'
  | 'outzoning'
  | 'forceDeleteStart'
  | 'forceDeleteHold'
  | 'release'
  | 'removal';

export interface DueSettings {
  /** Days. */
  readonly expireWarningPeriod: number;
}

/** Written as a literal, because only then does the planner see that a partial index contains exactly these rows. */
const lacks = (...statuses: string[]) =>
  sql`not domains.statuses && array[${sql.join(statuses.map((status) => sql.lit(status)))}]`;
const has = (status: string) => sql`${sql.lit(status)} = any(domains.statuses)`;

/** docs/rules/registrar.md#scheduled-changes. */
const dueRules = ({ expireWarningPeriod }: DueSettings): Readonly<Record<DomainStep, DueRule>> => ({
  /** Includes domains that an operator has marked by hand, when their time comes. */
  expiry: {
    by: 'moment',
    due: sql`domains.expires_at`,
    waits: sql`(${lacks('expired')} or domains.outzone_at is null or domains.delete_date is null)`,
  },
  reminder: {
    by: 'moment',
    due: sql`domains.remind_at`,
    waits: sql`(domains.remind_at is not null and ${has('expired')})`,
  },
  outzoning: {
    by: 'moment',
    due: sql`domains.outzone_at`,
    waits: sql`(domains.outzone_at is not null and ${lacks('serverHold', 'serverManualInzone')})`,
  },
  forceDeleteStart: {
    by: 'day',
    due: sql`domains.force_delete_start`,
    waits: sql`(domains.force_delete_start is not null and domains.force_delete_stage = 'set')`,
  },
  /**
   * The hold is due only if the domain has not expired first. A manual zone entry excludes a hold
   * (docs/rules/registrar.md#statuses).
   */
  forceDeleteHold: {
    by: 'day',
    due: sql`(domains.force_delete_start + ${expireWarningPeriod}::int)`,
    waits: sql`(domains.force_delete_start is not null and domains.force_delete_stage = 'started'
      and ${lacks('expired', 'serverManualInzone', 'deleteCandidate')})`,
  },
  release: {
    by: 'day',
    due: sql`least(domains.delete_date, domains.force_delete_date)`,
    waits: sql`(coalesce(domains.delete_date, domains.force_delete_date) is not null
      and ${lacks('serverReleaseProhibited', 'deleteCandidate')})`,
  },
  removal: {
    by: 'moment',
    due: sql`domains.remove_at`,
    waits: sql`(domains.remove_at is not null and ${has('deleteCandidate')})`,
  },
});

export interface DueDomain {
  readonly id: number;
  readonly due: Date;
}

export interface DueQuery {
  readonly until: Date;
  readonly limit: number;
  readonly settings: DueSettings;
  /** The time zone in which days begin. */
  readonly zone: string;
}

/**
 * Takes the domains that are due for this step and for no other step earlier, the longest overdue first: each domain
 * goes through its steps in order, in whatever order jobs run. Rows that another transaction has locked are left for
 * the next run; a row that was changed meanwhile is checked as it is now.
 */
export async function takeDue(db: Db, step: DomainStep, taking: DueQuery): Promise<DueDomain[]> {
  const { until, limit, zone } = taking;
  const rules = dueRules(taking.settings);
  const { waits } = rules[step];
  const due = instant(rules[step], zone);
  const others = Object.values(rules)
    .filter((rule) => rule !== rules[step])
    .map((rule) => sql`case when ${rule.waits} then ${instant(rule, zone)} end`);
  const { rows } = await sql<DueDomain>`
    select domains.id, ${due} as due from domains
    where ${waits} and ${hasCome(rules[step], until, zone)}
      and ${due} <= least('infinity'::timestamptz, ${sql.join(others)})
    order by ${rules[step].due}, domains.id
    limit ${limit}
    for update skip locked`.execute(db);
  return rows;
}

export function nextDueDomain(step: DomainStep, settings: DueSettings): Earliest {
  const { due, waits } = dueRules(settings)[step];
  return sql`select min(${due}) from domains where ${waits}`;
}

/** Compared in its own type, for which there is an index: a day is due from its midnight on. */
const hasCome = ({ by, due }: DueRule, until: Date, zone: string): RawBuilder<unknown> =>
  by === 'moment'
    ? sql`${due} <= ${until}`
    : sql`${due} <= (${until}::timestamptz at time zone ${zone})::date`;

const instant = ({ by, due }: DueRule, zone: string): RawBuilder<unknown> =>
  by === 'moment' ? due : sql`(${due}::timestamp at time zone ${zone})`;
