import cluster from 'node:cluster';
import type { Chosen } from './apis/extension-points.ts';
import { type Config, databaseOf, environment, workersOf } from './base/config.ts';
import { openDatabase } from './registry/store/driver/connections/database.ts';
import { choose } from './server/extensions.ts';
import { endWith } from './server/starting.ts';

async function main(): Promise<void> {
  const chosen = await choose(environment());
  const { config } = chosen;
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
  const [database, serve] = await Promise.all([opened, load(chosen)]);
  await serve(config, database);
}

async function load({ config, load }: Chosen) {
  const [{ serve }, { schemaFor }, extensions] = await Promise.all([
    import('./server/serve.ts'),
    import('./apis/graphql/server.ts'),
    load(),
  ]);
  schemaFor(config);
  return (given: Config, database: Parameters<typeof serve>[1]) => serve(given, database, extensions);
}

main().catch(endWith);
