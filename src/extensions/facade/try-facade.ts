import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Choose, Chosen } from '../../apis/extension-points.ts';
import { databaseOf, environment } from '../../base/config.ts';
import { randomHex } from '../../base/secrets.ts';
import { createApiUser } from '../../registry/operations/api-users/create-api-user.ts';
import { accessTokenFrom } from '../../registry/rules/registrar/access-tokens.ts';
import { openDatabase } from '../../registry/store/driver/connections/database.ts';
import { apiUserByName } from '../../registry/store/registry/api-users.ts';
import { begin, open, type RunningServer, stopOnSignals } from '../../server/serve.ts';
import { Incumbent } from '../sandbox/incumbent.ts';
import { publishTokens } from '../sandbox/published-tokens.ts';
import { mirrorState } from './operations/show-mirror.ts';

/** The published credentials of the sandbox (README.md). */
const user = { username: 'alpha', password: 'alpha-sandbox' };

/** The time that the real registry takes per domain in an answer. */
const domainMs = 15;

/**
 * `npm run facade`: a sandbox registry and a facade in front of it, in one process, each on its own embedded
 * database. The mirror polls often enough to watch changes in the registry here. Towards the facade the sandbox behaves
 * like the real registry (sandbox/incumbent.ts).
 */
export async function tryFacade(choose: Choose): Promise<void> {
  process.stderr.write('Zonegraph is starting ...\n');
  const { DATA_DIR = '.data/tour', HOST, LOG_LEVEL = 'warn', SANDBOX_WORLD, TIME_ZONE } = environment();
  const PORT = environment().PORT ?? String(await twoFreePorts(4000));
  const { UPSTREAM_SYNC_EVERY = 'PT10S', UPSTREAM_FRESH_FOR = 'PT1S' } = process.env;
  const own = { HOST, LOG_LEVEL, TIME_ZONE };
  const served: RunningServer[] = [];
  stopOnSignals(served);
  const behind = await added(served, await choose({ ...own, DATA_DIR, PORT, SANDBOX_WORLD }));
  const { config, address } = behind.container;
  const incumbent = createServer(new Incumbent({ ...behind, domainMs }).listener).listen(0, '127.0.0.1');
  await once(incumbent, 'listening');
  const { container: facade } = await added(
    served,
    await choose({
      ...own,
      ZONEGRAPH_MODE: 'facade',
      // Port 0, any free port, stays 0.
      PORT: String(config.PORT && config.PORT + 1),
      DATA_DIR: join(config.DATA_DIR, 'facade'),
      UPSTREAM_URL: `http://127.0.0.1:${(incumbent.address() as AddressInfo).port}`,
      UPSTREAM_USERNAME: user.username,
      UPSTREAM_PASSWORD: user.password,
      UPSTREAM_SYNC_EVERY,
      UPSTREAM_FRESH_FOR,
      SHUTDOWN_DELAY: '0',
    }),
  );
  const token = await letIn(facade);
  while (await isFilling(facade)) await sleep(100);
  process.stdout.write(welcome(facade.address.publicUrl, address.publicUrl, token));
}

/** The first of two consecutive free ports, because `npm start` may be running too. */
async function twoFreePorts(first: number): Promise<number> {
  for (let port = first; port < first + 100; port += 2)
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  return 0;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

async function added(served: RunningServer[], { config, load }: Chosen): Promise<RunningServer> {
  const one = await open(config, await load(), {
    database: await openDatabase(databaseOf(config)),
  });
  served.push(one);
  await begin(one);
  return one;
}

/**
 * Creates the same user as in the registry and a read-only token that is valid today; in production the operator
 * creates them.
 */
async function letIn(facade: RunningServer['container']): Promise<string> {
  const { db } = facade.database;
  if (!(await apiUserByName(db, user.username)))
    await facade.runner.run(
      createApiUser,
      { ...user, roles: ['super'], active: true },
      { actor: { kind: 'operator', token: 'facade', role: 'ADMIN' }, request: { id: 'facade', via: 'cli' } },
    );
  const token = accessTokenFrom('zg_', randomHex(32));
  await publishTokens(db, facade, [{ token, lasts: { days: 1 } }]);
  return token;
}

async function isFilling({ database, clock }: RunningServer['container']): Promise<boolean> {
  return (await mirrorState(database.db, clock.now(), 0))?.state === 'FIRST_PASS';
}

const welcome = (facade: string, registry: string, token: string): string => `
A facade is ready at ${facade}, in front of the registry at ${registry}

  GraphiQL     ${facade}/graphql
  REST         ${facade}/registry/v1  (also ${facade}/repp/v1)
  Health       ${facade}/readyz  (how complete and how old the mirror is)
  the registry ${registry}  (its own pages: /graphql, /docs, /sandbox)

  registrar    ${user.username} / ${user.password}   (Basic)
  read only    ${token}   (Bearer)

  Try it:      curl -u ${user.username}:${user.password} ${facade}/registry/v1/domains

Ctrl-C ends both.

`;
