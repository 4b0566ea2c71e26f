import { once } from 'node:events';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '#src/registry/operations/lifecycle/job.ts';
import { lifecycleJobs } from '#src/registry/operations/lifecycle/jobs.ts';
import type { Container } from '#src/server/container.ts';
import { startChild } from '../../support/child.ts';
import { secondContainer } from '../../support/containers.ts';
import { secondConnection, testDatabase, testDatabaseUrl } from '../../support/database.ts';
import { manyDomains } from '../../support/many-domains.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let other: Container;
const { kind } = await testDatabase();
const onPostgres = kind === 'postgres';

beforeAll(async () => {
  world = await testWorld();
  const database = await secondConnection();
  other = (await secondContainer({ ...(database && { database }), clock: world.clock })).container;
});

/** Straight to the rows, without any lease: whatever holds must hold by the locks alone. */
async function work(container: Container, job: Job): Promise<number> {
  const until = container.clock.now();
  let count = 0;
  for (;;) {
    const outcome = await container.runner.run(
      job.work,
      { from: until, until, limit: 20 },
      { actor: { kind: 'system', job: job.name }, request: { id: 'test', via: 'job' } },
    );
    if (!outcome.ok) throw new Error(outcome.failures[0].message);
    count += outcome.value.events.length;
    if (outcome.value.taken === 0) return count;
  }
}

const jobNamed = (name: string): Job => lifecycleJobs.find((job) => job.name === name) as Job;
const stepsOf = async (names: readonly string[]) =>
  (
    await sql<{ operation: string; count: number; twice: number }>`
      select operation, sum(count)::int as count, count(*) filter (where count > 1) as twice
      from (select operation, object_key, count(*) from history
        where object_type = 'domain' and object_key = any(${names}) group by operation, object_key) each
      group by operation order by operation`.execute(world.container.database.db)
  ).rows;

/**
 * Whoever writes to the history of this domain waits in the middle of its transaction. Gives what ends the connections that wait, as
 * PostgreSQL ends those of a process that is gone, and lets everybody go on.
 */
async function holdWhoRecords(name: string): Promise<() => Promise<void>> {
  const { db } = world.container.database;
  await sql`create function wait_here() returns trigger language plpgsql as
    'begin perform pg_sleep(60); return new; end'`.execute(db);
  await sql`create trigger wait_here before insert on history for each row
    when (new.object_key = ${sql.lit(name)}) execute function wait_here()`.execute(db);
  const waiting = sql`from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  return async () => {
    await sql`select pg_terminate_backend(pid) ${waiting}`.execute(db);
    await expect.poll(async () => (await sql`select ${waiting}`.execute(db)).rows).toEqual([]);
    await sql`drop trigger wait_here on history`.execute(db);
  };
}

describe('two processes on one database', () => {
  it('do each thing once, though both run every job at once', async () => {
    const names = await manyDomains(world, { prefix: 'shared', count: 80 });
    const renewed = names.slice(0, 20);
    world.clock.moveTo(world.container.calendar.plus(world.container.clock.now(), { years: 1, days: 2 }));
    const expired = await Promise.all([
      work(world.container, jobNamed('expire')),
      work(other, jobNamed('expire')),
      ...renewed.map(async (name) => {
        const { body } = await world.request({
          method: 'POST',
          url: `/registry/v1/domains/renew/bulk`,
          payload: { domains: [name], renew_period: '1y' },
        });
        expect(body).toMatchObject({ code: 1000 });
      }),
    ]);
    const { db } = world.container.database;
    const states = await db.selectFrom('domains').selectAll().where('name', 'like', 'shared-%').execute();
    for (const { name, statuses, outzone_at, delete_date } of states)
      expect([name, statuses, outzone_at === null, delete_date === null]).toEqual(
        renewed.includes(name) ? [name, ['ok'], true, true] : [name, ['expired'], false, false],
      );
    expect((expired[0] ?? 0) + (expired[1] ?? 0)).toBeGreaterThanOrEqual(60);
    expect((await stepsOf(names)).every(({ twice }) => twice === 0)).toBe(true);
  });

  it('run each job in one of them at a time, and report everything between them', async () => {
    world.clock.moveTo(world.container.calendar.plus(world.container.clock.now(), { days: 50 }));
    const [one, two] = await Promise.all([world.container.jobs.runJobs([]), other.jobs.runJobs([])]);
    const deleted = [...one, ...two].filter(({ kind }) => kind === 'DOMAIN_DELETE_CANDIDATE');
    expect(new Set(deleted.map(({ subject }) => subject)).size).toBe(deleted.length);
    world.clock.moveTo(world.container.calendar.plus(world.container.clock.now(), { days: 1 }));
    await Promise.all([work(world.container, jobNamed('remove')), work(other, jobNamed('remove'))]);
    const { rows } = await sql<{ count: number; texts: number }>`
      select count(*) as count, count(distinct text) as texts from notifications
      where text like 'Domain deleted!: shared-%'`.execute(world.container.database.db);
    expect(rows[0]).toEqual({ count: 60, texts: 60 });
  });
});

describe('a process that dies in the middle of a job', () => {
  it('leaves whole batches or nothing, and the next one ends as if nothing had happened', async () => {
    const names = await manyDomains(world, { prefix: 'orphaned', count: 40 });
    world.clock.moveTo(world.container.calendar.plus(world.container.clock.now(), { years: 1, days: 2 }));
    const { database } = world.container;
    // The job has done its work on these and dies before it can commit.
    await expect(
      database.transaction(async (db) => {
        await sql`update domains set statuses = '{expired}' where name = any(${names})`.execute(db);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    const events = await world.container.jobs.runJobs(['expire']);
    expect(events.filter(({ subject }) => subject.startsWith('orphaned-'))).toHaveLength(40);
    expect(await stepsOf(names)).toEqual([{ operation: 'domain.expire', count: 40, twice: 0 }]);
  });

  it.runIf(onPostgres)(
    'gives its jobs to others once its lease has run out, and nothing is done twice or left out',
    async () => {
      const names = await manyDomains(world, { prefix: 'killed', count: 300 });
      await world.container.jobs.advanceTo(world.container.clock.now());
      // A leap that runs nothing: the child finds everything overdue.
      const target = world.container.calendar.plus(world.container.clock.now(), { years: 1, days: 50 });
      world.clock.moveTo(target);
      await sql`insert into sandbox_clock (ahead_ms) values (${Math.round(world.clock.aheadMs)})
        on conflict (only_row) do update set ahead_ms = excluded.ahead_ms`.execute(
        world.container.database.db,
      );
      const { db } = world.container.database;
      const release = await holdWhoRecords('killed-300.ee');
      const child = startChild(
        new URL('./children/run-jobs.ts', import.meta.url),
        (await testDatabaseUrl()) ?? '',
      );
      await once(child.lines, 'line');
      await expect.poll(async () => (await stepsOf(names)).length, { interval: 20 }).toBeGreaterThan(0);
      child.process.kill('SIGKILL');
      await child.gone;
      await release();
      // One whole batch, in which is also the domain of which these are copies, and nothing of the one that it was in.
      expect(await stepsOf(names)).toEqual([{ operation: 'domain.expire', count: 249, twice: 0 }]);
      const left = await sql`select from job_leases where holder is not null`.execute(db);
      expect(left.rows.length).toBeGreaterThan(0);
      // A minute later.
      await sql`update job_leases set held_until = clock_timestamp() where holder is not null`.execute(db);
      await world.container.jobs.runJobs(['expire', 'remind', 'outzone', 'release']);
      expect(await stepsOf(names)).toEqual([
        { operation: 'domain.expire', count: 300, twice: 0 },
        { operation: 'domain.outzone', count: 300, twice: 0 },
        { operation: 'domain.release', count: 300, twice: 0 },
      ]);
    },
    120_000,
  );
});
