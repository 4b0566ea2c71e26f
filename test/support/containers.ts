import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { SimulatedClock } from '#src/base/clock.ts';
import type { Database } from '#src/registry/store/driver/connections/database.ts';
import { buildApp } from '#src/server/app.ts';
import { type Container, createContainer } from '#src/server/container.ts';
import { drain } from '#src/server/shutdown.ts';
import { atEndOfFile, emptiedAtEnd } from './at-end.ts';
import { testDatabase } from './database.ts';
import { holdToDeclaredErrors } from './declared-errors.ts';
import { compareWithDescription } from './described-answers.ts';
import { extensions, readConfig } from './extensions.ts';
import { nowhere } from './own-ports.ts';

export interface SecondContainer {
  readonly container: Container;
  readonly app: FastifyInstance;
}

/** Another process beside the test's world: its own memory, on the same database unless it brings one. */
export async function secondContainer({
  env = {},
  clock = new SimulatedClock(),
  database,
  log = pino({ level: 'silent' }),
}: {
  env?: Readonly<Record<string, string>>;
  clock?: SimulatedClock;
  database?: Database;
  log?: pino.Logger;
} = {}): Promise<SecondContainer> {
  const container = await createContainer(readConfig({ ...nowhere, ...env }), {
    extensions,
    clock,
    log,
    database: database ?? (await testDatabase()),
  });
  const app = buildApp(container);
  compareWithDescription(app);
  holdToDeclaredErrors(container);
  await app.ready();
  atEndOfFile(async () => {
    await drain(app);
    await container.endWork();
  });
  return emptiedAtEnd({ container, app });
}

/** Everything that was logged, as text. */
export function logToMemory(): { stream: Writable; text: () => string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write: (chunk, _, done) => {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}
