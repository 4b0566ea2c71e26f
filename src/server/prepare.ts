import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../base/config.ts';
import { prepareDatabase } from '../registry/store/driver/prepare-database.ts';
import { listen } from './app.ts';
import { open } from './serve.ts';

/**
 * Prepares what the first start would have to wait for (docs/decisions/0004); npm runs it after an
 * installation. Then it rehearses a start, after which run.mjs stores the compiled code.
 */
async function prepare(): Promise<void> {
  await prepareDatabase();
  const directory = mkdtempSync(join(tmpdir(), 'zonegraph-rehearsal-'));
  try {
    const { app, container } = await open(
      readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent', SANDBOX_WORLD: 'demo' }),
    );
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
