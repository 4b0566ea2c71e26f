import pino from 'pino';
import { buildApp, listen } from '#src/app.ts';
import { readConfig } from '#src/config.ts';
import { SimulatedClock } from '#src/core/clock.ts';
import { type House, openHouse } from '#src/house.ts';
import { seedWorld } from '#src/sandbox/world.ts';
import { drain } from '#src/shutdown.ts';
import { atEndOfFile } from './at-end.ts';
import { testDatabase } from './database.ts';

export interface Sandbox {
  readonly house: House;
  readonly url: string;
}

/** The sandbox with its demo world on a real port, as `npm start` serves it. */
export async function sandbox(env: Readonly<Record<string, string>> = {}): Promise<Sandbox> {
  const config = readConfig({ LOG_LEVEL: 'silent', ...env });
  const house = await openHouse(config, {
    clock: new SimulatedClock(),
    database: await testDatabase(),
    log: pino({ level: 'silent' }),
  });
  const app = buildApp(house);
  await listen(app, house, 0, '127.0.0.1');
  if (config.sandbox) await seedWorld(house, 'demo');
  house.outbox.start();
  house.sandbox?.start();
  atEndOfFile(async () => {
    await drain(app);
    await house.endWork();
  });
  return { house, url: house.address.ownUrl };
}
