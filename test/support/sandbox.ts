import pino from 'pino';
import { SimulatedClock } from '#src/base/clock.ts';
import { seedWorld } from '#src/extensions/sandbox/world.ts';
import type { Database } from '#src/registry/store/driver/connections/database.ts';
import { buildApp, listen } from '#src/server/app.ts';
import { type Container, createContainer } from '#src/server/container.ts';
import { drain } from '#src/server/shutdown.ts';
import { atEndOfFile } from './at-end.ts';
import { testDatabase } from './database.ts';
import { extensions, readConfig } from './extensions.ts';

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
  if (config.isTrial) await seedWorld(container, 'demo');
  container.outbox.start();
  container.standIns?.start();
  atEndOfFile(async () => {
    await drain(app);
    await container.endWork();
  });
  return { container, url: container.address.ownUrl };
}
