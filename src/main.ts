import type { FastifyInstance } from 'fastify';
import { buildApp, listen } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { openHouse } from './house.ts';
import { welcome } from './sandbox/welcome.ts';
import { seedWorld } from './sandbox/world.ts';
import { DataDirInUse } from './store/database.ts';

/** How long requests and streams in flight may take to end; less than process managers wait before they kill. */
const graceMs = 20_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const house = await openHouse(config);
  if (config.sandbox) await seedWorld(house, config.SANDBOX_WORLD);
  const app = buildApp(house);
  let stopping: Promise<void> | undefined;
  const stop = (): void => {
    // Asked twice, somebody is in a hurry.
    if (stopping) process.exit(1);
    stopping = drain(app).then(() => house.close());
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);

  await listen(app, house, config.PORT, config.HOST);
  house.outbox.start();
  house.sandbox?.start();
  house.time.start();
  if (config.sandbox) process.stdout.write(welcome(house.address.publicUrl, config));
}

/** Takes nothing new and finishes what is in flight; connections go as they fall idle, the rest when time is up. */
async function drain(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cutOff);
  }
}

main().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof DataDirInUse || isPortTaken(error);
  console.error(expected ? `\n${(error as Error).message}\n` : error);
  process.exit(1);
});

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
