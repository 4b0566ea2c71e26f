import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '#src/server/cli/run.ts';
import { freePort } from '../../../bench/free-port.ts';
import { newDatabase, type Server, startServer } from '../../server/process/server.ts';
import { type Between, between, silent } from '../../support/between.ts';
import { nowhere } from '../../support/own-ports.ts';
import { basic, testWorld } from '../../support/world.ts';

let line: Between;
let place: Awaited<ReturnType<typeof newDatabase>>;
let server: Server | undefined;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  line = await between(await testWorld());
  place = await newDatabase();
  env = {
    ...place.env,
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    ZONEGRAPH_MODE: 'facade',
    UPSTREAM_URL: line.url,
    UPSTREAM_USERNAME: 'alpha',
    UPSTREAM_PASSWORD: 'alpha-sandbox',
    UPSTREAM_TIMEOUT: '1',
    UPSTREAM_PASS_TIMEOUT: '1',
  };
});
afterAll(async () => {
  server?.kill('SIGTERM');
  await server?.ended;
  await place.remove();
});

/** The password that is printed; no registrar is named. */
async function createUser(username: string): Promise<string> {
  const printed: string[] = [];
  // The command does not know where the server listens, only whose data these are.
  await runCli(
    ['create-user', '--username', username],
    { ...env, ...nowhere },
    (text) => printed.push(text),
    () => {},
  );
  return /password (\S+)$/.exec(printed.join('\n'))?.[1] ?? '';
}

async function balanceFor(url: string, username: string, password: string): Promise<number> {
  const headers = { authorization: basic(username, password) };
  return (await fetch(`${url}/registry/v1/accounts/balance`, { headers })).status;
}

describe('create-user in front of another registry, without a registrar', () => {
  it('works before it runs, while it is filled, and when it serves', { timeout: 120_000 }, async () => {
    const before = await createUser('before');
    line.fault = silent;
    server = startServer(env);
    const url = `http://127.0.0.1:${env.PORT}`;
    const readyz = () =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => 'nobody is there',
      );
    await expect.poll(readyz, { timeout: 60_000, interval: 100 }).toBe(503);
    const meanwhile = await createUser('meanwhile');
    line.fault = undefined;
    await expect.poll(readyz, { timeout: 60_000, interval: 100 }).toBe(200);
    const after = await createUser('after');
    for (const [username, password] of Object.entries({ before, meanwhile, after }))
      expect({ username, status: await balanceFor(url, username, password) }).toEqual({
        username,
        status: 200,
      });
  });
});
