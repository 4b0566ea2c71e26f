import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '../registry/store/driver/migrations/prepare-database.ts';
import { listen } from './app.ts';
import { choose } from './extensions.ts';
import { open } from './serve.ts';

/**
 * Prepares what the first start would have to wait for (docs/decisions/0004); npm runs it after an
 * installation. Then it rehearses a start, after which run.mjs stores the compiled code.
 */
async function prepare(): Promise<void> {
  await prepareDatabase();
  const directory = mkdtempSync(join(tmpdir(), 'zonegraph-rehearsal-'));
  try {
    const { config, load } = await choose({ DATA_DIR: directory, LOG_LEVEL: 'silent' });
    const { app, container } = await open(config, await load());
    await listen(app, container, 0, '127.0.0.1');
    await app.close();
    await container.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

prepare().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
