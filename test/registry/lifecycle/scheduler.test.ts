import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { lifecycleJobs } from '#src/registry/operations/lifecycle/jobs.ts';
import { secondContainer } from '../../support/containers.ts';
import { seed } from '../../support/seed.ts';
import { domainNow } from '../../support/time.ts';
import { operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await testWorld();
});

const leases = async () =>
  (
    await sql<{ job: string; holder: string | null; last_error: string | null }>`
      select job, holder, last_error from job_leases`.execute(world.container.database.db)
  ).rows;
const expireLongAgo = (name: string) =>
  world.container.database.db
    .updateTable('domains')
    .set({ expires_at: new Date(world.container.clock.now().getTime() - 60_000) })
    .where('name', '=', name)
    .execute();

describe('the scheduler', () => {
  it('does what is due by itself, and gives its leases back', async () => {
    const { name } = await seed(world).domain('by-itself.ee');
    await expireLongAgo(name);
    const { container } = await secondContainer({ clock: world.clock });
    container.jobs.start();
    await expect.poll(async () => (await domainNow(world, name))?.statuses).toContain('expired');
    await container.jobs.stop();
    expect((await leases()).every(({ holder }) => holder === null)).toBe(true);
  });

  it('leaves a job alone that another process holds', async () => {
    const { name } = await seed(world).domain('held-elsewhere.ee');
    await expireLongAgo(name);
    const { db } = world.container.database;
    await sql`update job_leases set holder = 'somebody', held_until = clock_timestamp() + interval '1 hour'
      where job = 'expire'`.execute(db);
    const { container } = await secondContainer({ clock: world.clock });
    container.jobs.start();
    await container.jobs.stop();
    expect((await domainNow(world, name))?.statuses).not.toContain('expired');
    await sql`update job_leases set held_until = clock_timestamp() where job = 'expire'`.execute(db);
    container.jobs.start();
    await expect.poll(async () => (await domainNow(world, name))?.statuses).toContain('expired');
    await container.jobs.stop();
  });

  it('goes on with the other jobs when one fails, and remembers why it did', async () => {
    const { name } = await seed(world).domain('despite-all.ee');
    await expireLongAgo(name);
    const { db } = world.container.database;
    await sql`create function broken() returns trigger language plpgsql as $$
      begin raise exception 'no space left on device'; end $$`.execute(db);
    await sql`create trigger broken before delete on reserved_names for each row execute function broken()`.execute(
      db,
    );
    const past = new Date(world.container.clock.now().getTime() - 1_000);
    await sql`insert into reserved_names (name, name_puny, password, expires_at, created_at, updated_at)
      values ('stuck.ee', 'stuck.ee', 'x', ${past}, ${past}, ${past})`.execute(db);
    await expect(world.container.jobs.runJobs([])).rejects.toThrow('jobs failed: reservations');
    expect((await domainNow(world, name))?.statuses).toContain('expired');
    expect((await leases()).find(({ job }) => job === 'reservations')?.last_error).toContain('no space left');
    expect((await world.request({ url: '/readyz', auth: null })).body.jobs).toMatchObject({
      failing: ['reservations'],
    });
    await sql`drop function broken cascade`.execute(db);
    await world.container.jobs.runJobs([]);
    expect((await leases()).find(({ job }) => job === 'reservations')?.last_error).toBeNull();
  });

  describe('of jobs that do not know when they are due', () => {
    const broken = {
      'its question fails': { earliest: sql`select 1 / 0` },
      'what it finds cannot be read': {
        earliest: sql`select date '2020-01-01'`,
        dueAt: (): Date => {
          throw new RangeError('no such day');
        },
      },
    };
    it.each(lifecycleJobs.map(({ name }) => name))('%s stops no other', async (name) => {
      const job = lifecycleJobs.find((one) => one.name === name);
      if (!job) throw new Error(name);
      const { database, jobs, clock } = world.container;
      const past = new Date(clock.now().getTime() - 1_000);
      for (const [how, next] of Object.entries(broken)) {
        const spy = vi.spyOn(job, 'next').mockReturnValue(next);
        await sql`insert into reserved_names (name, name_puny, password, expires_at, created_at, updated_at)
          values ('over.ee', 'over.ee', 'x', ${past}, ${past}, ${past})`.execute(database.db);
        await sql`insert into outbox (kind, subject, payload, created_at, next_attempt_at)
          values ('mail', 'waits', '{"to":"a@example.com","subject":"s","text":"t"}', ${past}, ${past})`.execute(
          database.db,
        );
        await jobs.runJobs([]);
        const left = await sql<{ what: string }>`
          select 'mail' as what from outbox where subject = 'waits' and done_at is null
          union all select name from reserved_names where name = 'over.ee'`.execute(database.db);
        const { status, body } = await world.request({ url: '/readyz', auth: null });
        const late = (body.checks as unknown as { name: string; why: string }[]).find(
          (check) => check.name === 'jobs',
        );
        expect({ how, left: left.rows, status, reported: late?.why }).toEqual({
          how,
          left: [],
          status: 200,
          reported: expect.stringContaining(name),
        });
        spy.mockRestore();
      }
    });

    it('those that wait for a day that never comes are not due', async () => {
      const { db } = world.container.database;
      await seed(world).domain('endless.ee');
      await sql`insert into disputes (name, name_puny, password, starts_at, expires_at, created_at)
        values ('endless.ee', 'endless.ee', 'x', '-infinity', 'infinity', now())`.execute(db);
      const { jobs } = (
        await world.request({
          method: 'POST',
          url: '/graphql',
          auth: operator,
          payload: {
            query:
              '{ jobs { name nextDueAt lastError } disputes(first: 5) { nodes { startsAt expiresAt } } }',
          },
        })
      ).body.data;
      expect(jobs).toContainEqual({ name: 'disputes-end', nextDueAt: null, lastError: null });
      await world.container.jobs.runJobs([]);
      expect((await domainNow(world, 'endless.ee'))?.statuses).toContain('disputed');
    });
  });

  it('has a job for everything that time does, each with a name of its own', () => {
    const names = lifecycleJobs.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(lifecycleJobs.every(({ work }) => work.permits.join() === 'system')).toBe(true);
  });
});
