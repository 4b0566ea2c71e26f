import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hashPassword } from '#src/base/secrets.ts';
import { defineCommand } from '#src/registry/operations/operation.ts';
import type { Container } from '#src/server/container.ts';
import { secondContainer } from '../../support/containers.ts';
import { countStatements, secondConnection } from '../../support/database.ts';
import { basic, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

/** What an operator's command does to a user: write, and tell every process. */
const changeUser = defineCommand({
  name: 'test.change-user',
  summary: 'Changes an API user.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'WRITE',
  input: z.object({
    username: z.string(),
    active: z.boolean().optional(),
    passwordHash: z.string().optional(),
  }),
  errors: [],
  run: async ({ db, publish }, { username, active, passwordHash }) => {
    await db
      .updateTable('api_users')
      .set({ ...(active !== undefined && { active }), ...(passwordHash && { password_hash: passwordHash }) })
      .where('username', '=', username)
      .execute();
    publish('api_user', username);
    return {};
  },
});

const change = (container: Container, input: Parameters<typeof changeUser.run>[1]) =>
  container.runner.run(changeUser, input, {
    actor: { kind: 'operator', token: 'test', role: 'ADMIN' },
    request: { id: 'test', via: 'job' },
  });
const signIn = async (password: string, username = 'beta') =>
  (await world.request({ url: '/registry/v1/accounts/balance', auth: basic(username, password) })).status;

/** News travels fast, but travels. */
const becomes = (status: number, password: string) => expect.poll(() => signIn(password)).toBe(status);

describe('a verified credential', () => {
  it('is cached, so that hashing does not cost every request', async () => {
    expect(await signIn('beta-sandbox')).toBe(200);
    const { statements } = await countStatements(world.container.database, () => signIn('beta-sandbox'));
    expect(statements.filter((text) => text.includes('api_users'))).toEqual([]);
  });

  it('is not confused with another one', async () => {
    expect(await signIn('beta-sandbo')).toBe(401);
    expect(await signIn('-sandbox', 'beta:beta')).toBe(401);
  });

  it('is dropped when the user is switched off, and works again when it is switched on', async () => {
    await change(world.container, { username: 'beta', active: false });
    await becomes(401, 'beta-sandbox');
    await change(world.container, { username: 'beta', active: true });
    expect(await signIn('beta-sandbox')).toBe(200);
  });

  it('is not taken from a check that began before the change', async ({ skip }) => {
    const other = await secondConnection();
    if (!other) return skip('the embedded database does one thing at a time');
    expect(await signIn('beta-sandbox')).toBe(200);
    // Each caller is checked anew, and reads settings last.
    world.container.bus.dispatch('api_user', 'beta');
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isLocked = (): void => {};
    const locked = new Promise<void>((resolve) => {
      isLocked = resolve;
    });
    const holding = other.transaction(async (db) => {
      await sql`lock table settings in access exclusive mode`.execute(db);
      isLocked();
      await released;
    });
    await locked;
    const before = signIn('beta-sandbox');
    const waiting = () =>
      sql`select from pg_locks where not granted and relation = 'settings'::regclass`.execute(other.db);
    await expect.poll(async () => (await waiting()).rows.length).toBe(1);
    await change(world.container, { username: 'beta', active: false });
    const after = signIn('beta-sandbox');
    await sleep(200);
    release();
    await holding;
    expect(await after).toBe(401);
    expect([200, 401]).toContain(await before);
    await change(world.container, { username: 'beta', active: true });
    expect(await signIn('beta-sandbox')).toBe(200);
  });

  it('is dropped when the password changes', async () => {
    await change(world.container, { username: 'beta', passwordHash: await hashPassword('another-password') });
    await becomes(401, 'beta-sandbox');
    expect(await signIn('another-password')).toBe(200);
    await change(world.container, { username: 'beta', passwordHash: await hashPassword('beta-sandbox') });
    await becomes(401, 'another-password');
  });

  it('is dropped by a change that another process made', async () => {
    const database = await secondConnection();
    const { container } = await secondContainer(database ? { database } : {});
    expect(await signIn('beta-sandbox')).toBe(200);
    await change(container, { username: 'beta', active: false });
    await becomes(401, 'beta-sandbox');
    await change(container, { username: 'beta', active: true });
    expect(await signIn('beta-sandbox')).toBe(200);
  });
});

describe('a refused credential', () => {
  it('is refused again without the database, until a user changes', async () => {
    expect(await signIn('not yet right')).toBe(401);
    const statements = async () => {
      const { count } = await countStatements(world.container.database, async () => {
        for (let time = 0; time < 20; time += 1) expect(await signIn('not yet right')).toBe(401);
      });
      return count;
    };
    // Word of a change before may come in late, and then it is looked up once more.
    await expect.poll(statements).toBe(0);
    await change(world.container, { username: 'beta', passwordHash: await hashPassword('not yet right') });
    await becomes(200, 'not yet right');
    await change(world.container, { username: 'beta', passwordHash: await hashPassword('beta-sandbox') });
    await becomes(401, 'not yet right');
  });

  it('is accepted after a change that another process made', async () => {
    const database = await secondConnection();
    const { container } = await secondContainer(database ? { database } : {});
    expect(await signIn('made elsewhere')).toBe(401);
    await change(container, { username: 'beta', passwordHash: await hashPassword('made elsewhere') });
    await becomes(200, 'made elsewhere');
    await change(world.container, { username: 'beta', passwordHash: await hashPassword('beta-sandbox') });
  });
});

describe('a burst', () => {
  const hashed = async (): Promise<number> => {
    const { text } = await world.request({ url: '/metrics', auth: null });
    return Number(/zonegraph_passwords_total\{outcome="right"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  const burst = async (howMany: number) => {
    const statuses = await Promise.all(Array.from({ length: howMany }, () => signIn('beta-sandbox')));
    return new Set(statuses);
  };

  it('of one user that nobody has seen yet costs one hash', async () => {
    const before = await hashed();
    const statuses = await Promise.all(
      Array.from({ length: 300 }, () => signIn('alpha-sandbox', 'alpha-billing')),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await hashed()) - before).toBe(1);
  });

  it('after a change of somebody else costs none: users are read again, passwords are known', async () => {
    await signIn('beta-sandbox');
    const before = await hashed();
    world.container.bus.dispatch('api_user', 'somebody');
    expect(await burst(100)).toEqual(new Set([200]));
    expect(await hashed()).toBe(before);
  });
});
