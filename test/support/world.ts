import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import pino, { type Logger } from 'pino';
import { SimulatedClock } from '#src/base/clock.ts';
import type { Config } from '#src/base/config.ts';
import type { Db } from '#src/registry/store/driver/connections/pool.ts';
import { buildApp, listen } from '#src/server/app.ts';
import { type Container, createContainer } from '#src/server/container.ts';
import { drain } from '#src/server/shutdown.ts';
import { atEndOfFile, emptiedAtEnd } from './at-end.ts';
import { cheapHash } from './cheap-hash.ts';
import { seedCore } from './core-world.ts';
import { testDatabase } from './database.ts';
import { holdToDeclaredErrors } from './declared-errors.ts';
import { compareWithDescription } from './described-answers.ts';
import { extensions, isCoreAlone, readConfig } from './extensions.ts';
import { nowhere } from './own-ports.ts';

const seedWorld = isCoreAlone
  ? ({ database, clock }: Container) => database.background.transaction((db) => seedCore(db, clock.now()))
  : await import('#src/extensions/sandbox/world.ts').then(
      (sandbox) => (container: Container) => sandbox.seedWorld(container, 'bare'),
    );

/** Whatever the server sent, as parsed: a test reads it as it likes and says what it expects. */
export type Loose = ReturnType<typeof JSON.parse>;

/** A REST answer with its parts at hand. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly body: Loose;
  readonly text: string;
}

/** The sandbox's bare world on this test file's own database, called like a client would call it. */
export interface TestWorld {
  readonly container: Container;
  readonly app: FastifyInstance;
  readonly clock: SimulatedClock;
  request(options: InjectOptions & { auth?: string | null }): Promise<Answer>;
  /** Opens a real port, which what leaves the house and comes back needs; answers with its URL. */
  listen(): Promise<string>;
}

export const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

export const alpha = basic('alpha', 'alpha-sandbox');
export const beta = basic('beta', 'beta-sandbox');
export const operator = 'Bearer operator-sandbox';
export const portal = 'Bearer portal-sandbox';

export async function testWorld(
  env: Readonly<Record<string, string>> = {},
  { clock = new SimulatedClock(), log }: { readonly clock?: SimulatedClock; readonly log?: Logger } = {},
): Promise<TestWorld> {
  // On a busy machine a test may take longer than the minute after which points are given back.
  const config: Config = readConfig({ ...nowhere, LOG_LEVEL: 'silent', RATE_LIMIT_WINDOW: '3600', ...env });
  const database = await testDatabase();
  const container = await createContainer(config, {
    extensions,
    clock,
    database,
    log: log ?? pino({ level: config.LOG_LEVEL }),
  });
  await seedWorld(container);
  await tellPricesApart(database.db);
  await hashPasswordsCheaply(database.db);
  const app = buildApp(container);
  compareWithDescription(app);
  holdToDeclaredErrors(container);
  await app.ready();
  atEndOfFile(async () => {
    await drain(app);
    await container.endWork();
  });
  return emptiedAtEnd({
    container,
    app,
    clock,
    listen: async () => {
      await listen(app, container, 0, '127.0.0.1');
      return container.address.ownUrl;
    },
    request: async ({ auth = alpha, ...options }) => {
      const headers = { ...(auth !== null && { authorization: auth }), ...options.headers };
      const response = await app.inject({ ...options, headers });
      return {
        status: response.statusCode,
        headers: response.headers,
        text: response.body,
        body:
          response.body !== '' && isJson(response.headers['content-type']) ? JSON.parse(response.body) : {},
      };
    },
  });
}

/**
 * In the sandbox a renewal costs what a registration costs. Here each period has a price of its own, neither that of
 * registering nor a multiple of the year's: code that takes one for the other is noticed.
 */
const tellPricesApart = (db: Db) =>
  sql`update prices set price = 0.50 + case when months < 12 then months / 3 * 2.80 else months / 12 * 10.50 end
    where operation = 'renew'`.execute(db);

/**
 * Verifying a password costs what its hash says: the sandbox's is a twentieth of a second of processor for each user of each file.
 * The same in all worlds of a file: they may be on one database, and a new hash ends what others have signed in to.
 */
const hashPasswordsCheaply = (db: Db) =>
  sql`update api_users set password_hash = case when username like 'alpha%' then ${hashes.alpha} else ${hashes.beta} end`.execute(
    db,
  );

const isJson = (type: unknown): boolean => typeof type === 'string' && /[/+]json\b/.test(type);

const hashes = { alpha: cheapHash('alpha-sandbox'), beta: cheapHash('beta-sandbox') };
