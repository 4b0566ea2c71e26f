import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import pino from 'pino';
import type { Clock } from '#src/base/clock.ts';
import type { OpenUpstream } from '#src/extensions/facade/upstream.ts';
import type { Database } from '#src/registry/store/driver/connections/database.ts';
import { buildApp } from '#src/server/app.ts';
import { type Container, createContainer } from '#src/server/container.ts';
import { drain } from '#src/server/shutdown.ts';
import { atEndOfFile, emptiedAtEnd } from './at-end.ts';
import { cheapHash } from './cheap-hash.ts';
import { anotherDatabase } from './database.ts';
import { holdToDeclaredErrors } from './declared-errors.ts';
import { extensions, readConfig } from './extensions.ts';
import { nowhere } from './own-ports.ts';
import { alpha, type Loose, type TestWorld } from './world.ts';

export interface TestFacade {
  readonly container: Container;
  readonly app: FastifyInstance;
  readonly upstream: OpenUpstream;
  readonly request: TestWorld['request'];
  /** Asks the graph; throws where it answers with errors. */
  ask(query: string, variables?: object): Promise<Loose>;
}

export interface FacadeOptions {
  /** Another process on the database of this one. */
  readonly beside?: TestFacade;
  /** Not one of its own, but this one, with the tables. */
  readonly database?: Database;
  readonly clock?: Clock;
  readonly log?: FastifyBaseLogger;
}

/**
 * A facade before the registry at this URL, with the user `alpha` of its own, on a database of its own, or another process
 * beside one, whose clock may differ.
 */
export async function testFacade(
  url: string,
  env: Readonly<Record<string, string>> = {},
  options: FacadeOptions = {},
): Promise<TestFacade> {
  const config = readConfig({
    ...nowhere,
    LOG_LEVEL: 'silent',
    ZONEGRAPH_MODE: 'facade',
    UPSTREAM_URL: url,
    UPSTREAM_USERNAME: 'alpha',
    UPSTREAM_PASSWORD: 'alpha-sandbox',
    // Nobody waits here for what never comes.
    ...(env.UPSTREAM_TIMEOUT && { UPSTREAM_PASS_TIMEOUT: env.UPSTREAM_TIMEOUT }),
    ...env,
  });
  const { beside, clock, log = pino({ level: config.LOG_LEVEL }) } = options;
  const database = beside?.container.database ?? options.database ?? (await anotherDatabase());
  const container = await createContainer(config, { extensions, database, log, ...(clock && { clock }) });
  const upstream = [...container.running].find(([{ name }]) => name === 'facade')?.[1] as
    | OpenUpstream
    | undefined;
  if (!upstream) throw new Error('there is no registry behind');
  if (!beside) await addUser(container);
  const app = buildApp(container);
  holdToDeclaredErrors(container);
  await app.ready();
  atEndOfFile(async () => {
    await drain(app);
    await container.endWork();
  });
  const request: TestFacade['request'] = async ({ auth = alpha, headers, ...options }) => {
    const response = await app.inject({
      ...options,
      headers: { ...(auth !== null && { authorization: auth }), ...headers },
    });
    const isJson = /[/+]json\b/.test(String(response.headers['content-type']));
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: isJson && response.body !== '' ? JSON.parse(response.body) : {},
    };
  };
  return emptiedAtEnd({
    container,
    app,
    upstream,
    request,
    ask: async (query, variables = {}) => {
      const { body, text } = await request({
        method: 'POST',
        url: '/graphql',
        payload: { query, variables },
      });
      if (body.errors) throw new Error(text);
      return body.data as Loose;
    },
  });
}

export async function addUser({ database, clock }: Container): Promise<void> {
  const { registrar_id } = await database.db
    .selectFrom('mirror')
    .select('registrar_id')
    .executeTakeFirstOrThrow();
  const now = clock.now();
  await database.db
    .insertInto('api_users')
    .values({
      registrar_id,
      username: 'alpha',
      password_hash: cheapHash('alpha-sandbox'),
      roles: ['super'],
      verified_at: now,
      last_login_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
