import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { onServer as onDatabase } from '../../support/server.ts';
import { alpha, basic } from '../../support/world.ts';
import { newDatabase, type Server, startServer } from './server.ts';

/** The bounds that docs/decisions/0027-a-read-writes-nothing.md promises, with two real processes. */

// The embedded database belongs to one process.
const onServer = inject('testDatabase').kind === 'postgres';
const limit = 400;
const together = 600;
const part = 0.05;
const env = {
  RATE_LIMIT_POINTS: String(limit),
  RATE_LIMIT_REGISTRAR_POINTS: String(together),
  RATE_LIMIT_WINDOW: '3600',
};
const colleague = basic('alpha-epp', 'alpha-sandbox');
const slow = { timeout: 120_000 };

/** A process whose machine's clock jumps: an hour ahead on SIGUSR2, two hours back on the next. */
const jumping = `--import=data:text/javascript,${encodeURIComponent(`
  const Real = Date;
  let off = 0;
  globalThis.Date = class extends Real {
    constructor(...given) { if (given.length > 0) super(...given); else super(Real.now() + off); }
    static now() { return Real.now() + off; }
  };
  process.on('SIGUSR2', () => { off = off > 0 ? -3600000 : 3600000; });`)}`;

let database: Awaited<ReturnType<typeof newDatabase>>;
let servers: Server[] = [];
let urls: string[] = [];
beforeAll(async () => {
  if (!onServer) return;
  database = await newDatabase();
  const first = startServer({ ...database.env, ...env });
  await first.url;
  servers = [first, startServer({ ...database.env, ...env }, undefined, [jumping])];
  urls = await Promise.all(servers.map(({ url }) => url));
});
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
  await database?.remove();
});
beforeEach(async () => {
  if (!onServer) return;
  await sleep(1100);
  await onDatabase(database.env.DATABASE_URL ?? '', 'delete from rate_budgets');
  await sleep(1100);
});

interface Answer {
  readonly isAllowed: boolean;
  readonly remaining: number;
}

async function ask(url: string, auth = alpha): Promise<Answer> {
  const response = await fetch(`${url}/registry/v1/accounts/balance`, { headers: { authorization: auth } });
  await response.arrayBuffer();
  expect([200, 429]).toContain(response.status);
  return {
    isAllowed: response.status === 200,
    remaining: Number(response.headers.get('ratelimit-remaining')),
  };
}

/** As many as it gets of so many, a few at a time. */
async function spend(url: string, most: number, auth = alpha): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let isOver = false;
  const worker = async (): Promise<void> => {
    while (!isOver && answers.length < most) {
      const answer = await ask(url, auth);
      answers.push(answer);
      if (!answer.isAllowed) isOver = true;
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return answers;
}

const allowedOf = (answers: readonly Answer[]): number => answers.filter(({ isAllowed }) => isAllowed).length;

describe.runIf(onServer)('two processes', () => {
  it(
    'let a caller have its limit and a twentieth for each of them, and refuse nothing below nine tenths',
    slow,
    async () => {
      const answers = (await Promise.all(urls.map((url) => spend(url, limit * 2)))).flat();
      expect(allowedOf(answers)).toBeGreaterThanOrEqual(limit * 0.9);
      expect(allowedOf(answers)).toBeLessThanOrEqual(limit * (1 + 2 * part));
      for (const { remaining } of answers) expect(remaining).toBeGreaterThanOrEqual(0);
      for (const url of urls) expect(await ask(url)).toEqual({ isAllowed: false, remaining: 0 });
    },
  );

  it('do so with all users of a registrar together', slow, async () => {
    const users = [alpha, colleague];
    const answers = (
      await Promise.all(urls.flatMap((url) => users.map((user) => spend(url, together, user))))
    ).flat();
    expect(allowedOf(answers)).toBeGreaterThanOrEqual(together * 0.9);
    expect(allowedOf(answers)).toBeLessThanOrEqual(together * (1 + 2 * part));
  });

  it('know after a second what the other one has counted', slow, async () => {
    const [one = '', other = ''] = urls;
    for (let time = 0; time < 7; time += 1) await ask(one);
    await sleep(1100);
    expect((await ask(other)).remaining).toBe(limit - 8);
    await sleep(1100);
    expect((await ask(one)).remaining).toBe(limit - 9);
  });

  it('lose at most a second of what one that is killed has counted', slow, async () => {
    const [one = ''] = urls;
    const third = startServer({ ...database.env, ...env });
    const url = await third.url;
    for (let time = 0; time < 10; time += 1) await ask(url);
    await sleep(1100);
    for (let time = 0; time < 5; time += 1) await ask(url);
    third.kill('SIGKILL');
    await third.ended;
    await sleep(1100);
    const { remaining } = await ask(one);
    expect(remaining).toBeLessThanOrEqual(limit - 10 - 1);
    expect(remaining).toBeGreaterThanOrEqual(limit - 15 - 1);
  });

  it('lose nothing of one that is stopped', slow, async () => {
    const [one = ''] = urls;
    const third = startServer({ ...database.env, ...env, SHUTDOWN_DELAY: '0' });
    for (let time = 0; time < 9; time += 1) await ask(await third.url);
    third.kill('SIGTERM');
    await third.ended;
    await sleep(1100);
    expect((await ask(one)).remaining).toBe(limit - 10);
  });

  it('agree on the window although the clock of one jumps, ahead and back', slow, async () => {
    const [steady = '', jumpy = ''] = urls;
    for (const url of [steady, jumpy]) for (let time = 0; time < 5; time += 1) await ask(url);
    for (const spent of [10, 12]) {
      servers[1]?.kill('SIGUSR2');
      await sleep(1100);
      expect((await ask(jumpy)).remaining).toBe(limit - spent - 1);
      await sleep(1100);
      expect((await ask(steady)).remaining).toBe(limit - spent - 2);
    }
  });
});
