import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { listen } from '#src/server/app.ts';
import type { Container } from '#src/server/container.ts';
import { atEndOfFile } from '../../support/at-end.ts';
import { logToMemory, secondContainer } from '../../support/containers.ts';
import { testDatabaseUrl } from '../../support/database.ts';
import { type Relay, relayTo } from './relay.ts';

/** There is no line to the embedded database that could be cut. */
export const hasLine = inject('testDatabase').kind === 'postgres';

export interface RelayedServer {
  readonly line: Relay;
  readonly database: Database;
  readonly container: Container;
  readonly app: FastifyInstance;
  readonly url: string;
  /** What was logged, line by line, but for the requests. */
  readonly logged: () => string[];
}

/** A process whose line to the test's database is in our hands; `settings` are added to the database's URL. */
export async function startRelayedServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<RelayedServer> {
  const line = await relayTo((await testDatabaseUrl()) ?? '');
  const url = new URL(line.url);
  for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, value);
  const log = logToMemory();
  const database = await openDatabase({ url: url.href, refuseNesting: true });
  atEndOfFile(async () => {
    await database.close();
    await line.close();
  });
  const { container, app } = await secondContainer({ database, log: pino({ level: 'info' }, log.stream) });
  await listen(app, container, 0, '127.0.0.1');
  return {
    line,
    database,
    container,
    app,
    url: container.address.ownUrl,
    logged: () =>
      log
        .text()
        .split('\n')
        .filter((entry) => entry !== '')
        .map((entry) => (JSON.parse(entry) as { msg: string }).msg)
        .filter((message) => message !== 'request' && !message.startsWith('Server listening')),
  };
}
