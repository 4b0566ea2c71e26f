import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp, listen } from './app.ts';
import { type Config, workersOf } from './config.ts';
import { shareTheMachine } from './core/secrets.ts';
import { openHouse } from './house.ts';
import { welcome } from './sandbox/welcome.ts';
import { seedWorld } from './sandbox/world.ts';
import { longestShutdownMs, shutDown } from './shutdown.ts';
import type { Database } from './store/driver/database.ts';
import { Line } from './workers/worker.ts';

/** How long refusals in flight may take to leave when there is no database any more. */
const lastWordsMs = 2_000;

/** The whole server on an open database, until it is told to stop. */
export async function serve(config: Config, database: Database): Promise<void> {
  const line = cluster.isWorker ? new Line() : undefined;
  shareTheMachine(workersOf(config));
  const house = await openHouse(config, { database, peers: line });
  const app = buildApp(house);
  // The one waits for the database, and the other does not.
  await Promise.all([app.ready(), config.sandbox && seedWorld(house, config.SANDBOX_WORLD)]);
  let stopping = false;
  const stop = (): void => {
    // Asked twice, somebody is in a hurry.
    if (stopping) process.exit(1);
    stopping = true;
    const endAnyway = (): never => {
      house.log.error('the process ends with work that does not come to an end');
      process.exit(1);
    };
    setTimeout(endAnyway, longestShutdownMs(config.SHUTDOWN_DELAY));
    // Connections that nobody answers on would keep the process alive.
    shutDown(app, house).then(
      (allDone) => (allDone ? process.exit(0) : endAnyway()),
      (error: unknown) => {
        house.log.error({ err: error }, 'the process ends with a fault');
        process.exit(1);
      },
    );
  };
  void house.database.gone.then((error) => giveUp(error, app));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  // A signal to all processes of a terminal has reached us before.
  line?.onStop(() => stopping || stop());
  // Whose terminal is closed goes with it, unless there is something to read again.
  if (config.TRUSTED_DOCUMENTS.length > 0) process.on('SIGHUP', () => app.readTrustedDocuments());

  await listen(app, house, config.PORT, config.HOST);
  house.outbox.start();
  house.sandbox?.start();
  // What time does to objects is done by the registry that they are of.
  if (house.upstream) house.upstream.mirror.start();
  else house.time.start();
  line?.ready();
  if (config.sandbox && (cluster.worker?.id ?? 1) === 1)
    process.stdout.write(welcome(house.address.publicUrl, config));
}

/** Those who wait are told; then a process manager may start us again, which loses nothing that was acknowledged. */
async function giveUp(error: Error, app: FastifyInstance): Promise<never> {
  console.error(
    `\n${error.message}\nNothing that was acknowledged is lost: put right what it complains about and start again.\n`,
  );
  await Promise.race([app.close().catch(() => {}), sleep(lastWordsMs)]);
  process.exit(1);
}
