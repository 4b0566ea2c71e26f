import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { type Config, databaseOf, environment, readConfig, workersOf } from './base/config.ts';
import { openDatabase } from './registry/store/driver/database.ts';
import { endWith } from './server/starting.ts';

async function main(): Promise<void> {
  const config = readConfig(environment());
  // The pass of a facade makes garbage for hours. V8 collects it once the heap has grown by half, not to several times what is alive.
  if (config.upstream) setFlagsFromString('--heap-growing-percent=50');
  const workers = workersOf(config);
  if (workers > 1 && cluster.isPrimary) {
    const { Workers } = await import('./server/workers/primary.ts');
    await new Workers(config, workers).start();
    return;
  }
  const opened = openDatabase(databaseOf(config));
  // The embedded database starts in its own thread while everything else is loaded. A server is connected to
  // first: its answers would wait in this thread until they time out.
  if (config.DATABASE_URL) await opened;
  const [database, serve] = await Promise.all([opened, load(config)]);
  await serve(config, database);
}

async function load(config: Config) {
  const [{ serve }, { schemaFor }] = await Promise.all([
    import('./server/serve.ts'),
    import('./apis/graphql/server.ts'),
  ]);
  schemaFor(config);
  return serve;
}

main().catch(endWith);
