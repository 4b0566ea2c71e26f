import pino from 'pino';
import { buildApp, listen } from '#src/app.ts';
import { readConfig } from '#src/config.ts';
import { type Container, createContainer } from '#src/container.ts';
import { SimulatedClock } from '#src/core/clock.ts';
import { extensions } from '#src/extensions.ts';
import { seedWorld } from '#src/sandbox/world.ts';
import { drain } from '#src/shutdown.ts';
import type { Database } from '#src/store/driver/database.ts';
import { atEndOfFile } from './at-end.ts';
import { testDatabase } from './database.ts';

export interface Sandbox {
  readonly container: Container;
  readonly url: string;
}

/** The sandbox with its demo world on a real port, as `npm start` serves it; on the file's database, or on this one. */
export async function sandbox(
  env: Readonly<Record<string, string>> = {},
  database?: Database,
): Promise<Sandbox> {
  const config = readConfig({ LOG_LEVEL: 'silent', ...env });
  const container = await createContainer(config, {
    extensions,
    clock: new SimulatedClock(),
    database: database ?? (await testDatabase()),
    log: pino({ level: 'silent' }),
  });
  const app = buildApp(container);
  await listen(app, container, 0, '127.0.0.1');
  if (config.sandbox) await seedWorld(container, 'demo');
  container.outbox.start();
  container.sandbox?.start();
  atEndOfFile(async () => {
    await drain(app);
    await container.endWork();
  });
  return { container, url: container.address.ownUrl };
}
