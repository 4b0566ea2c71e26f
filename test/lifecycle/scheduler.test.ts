import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { lifecycleJobs } from '#src/operations/lifecycle/jobs.ts';
import { secondHouse } from '../support/houses.ts';
import { seed } from '../support/seed.ts';
import { domainNow } from '../support/time.ts';
import { type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await testWorld();
});

const leases = async () =>
  (
    await sql<{ job: string; holder: string | null; last_error: string | null }>`
      select job, holder, last_error from job_leases`.execute(world.house.database.db)
  ).rows;
const expireLongAgo = (name: string) =>
  world.house.database.db
    .updateTable('domains')
    .set({ expires_at: new Date(world.house.clock.now().getTime() - 60_000) })
    .where('name', '=', name)
    .execute();

describe('the scheduler', () => {
  it('does what is due by itself, and gives its leases back', async () => {
    const { name } = await seed(world).domain('by-itself.ee');
    await expireLongAgo(name);
    const { house } = await secondHouse({ clock: world.clock });
    house.time.start();
    await expect.poll(async () => (await domainNow(world, name))?.statuses).toContain('expired');
    await house.time.stop();
    expect((await leases()).every(({ holder }) => holder === null)).toBe(true);
  });

  it('leaves a job alone that another process holds', async () => {
    const { name } = await seed(world).domain('held-elsewhere.ee');
    await expireLongAgo(name);
    const { db } = world.house.database;
    await sql`update job_leases set holder = 'somebody', held_until = clock_timestamp() + interval '1 hour'
      where job = 'expire'`.execute(db);
    const { house } = await secondHouse({ clock: world.clock });
    house.time.start();
    await house.time.stop();
    expect((await domainNow(world, name))?.statuses).not.toContain('expired');
    await sql`update job_leases set held_until = clock_timestamp() where job = 'expire'`.execute(db);
    house.time.start();
    await expect.poll(async () => (await domainNow(world, name))?.statuses).toContain('expired');
    await house.time.stop();
  });

  it('goes on with the other jobs when one fails, and remembers why it did', async () => {
    const { name } = await seed(world).domain('despite-all.ee');
    await expireLongAgo(name);
    const { db } = world.house.database;
    await sql`create function broken() returns trigger language plpgsql as $$
      begin raise exception 'no space left on device'; end $$`.execute(db);
    await sql`create trigger broken before delete on reserved_names for each row execute function broken()`.execute(
      db,
    );
    const past = new Date(world.house.clock.now().getTime() - 1_000);
    await sql`insert into reserved_names (name, name_puny, password, expires_at, created_at, updated_at)
      values ('stuck.ee', 'stuck.ee', 'x', ${past}, ${past}, ${past})`.execute(db);
    await expect(world.house.time.runJobs([])).rejects.toThrow('jobs failed: reservations');
    expect((await domainNow(world, name))?.statuses).toContain('expired');
    expect((await leases()).find(({ job }) => job === 'reservations')?.last_error).toContain('no space left');
    expect((await world.request({ url: '/readyz', auth: null })).body.jobs).toMatchObject({
      failing: ['reservations'],
    });
    await sql`drop function broken cascade`.execute(db);
    await world.house.time.runJobs([]);
    expect((await leases()).find(({ job }) => job === 'reservations')?.last_error).toBeNull();
  });

  it('has a job for everything that time does, each with a name of its own', () => {
    const names = lifecycleJobs.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(lifecycleJobs.every(({ work }) => work.permits.join() === 'system')).toBe(true);
  });
});
