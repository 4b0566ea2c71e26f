import { existsSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { databaseOf } from '../../config.ts';
import { openDatabase } from '../../store/database.ts';
import { claimDataDir } from '../../store/embedded/data-dir.ts';
import { tableNames } from '../../store/empty.ts';
import { type Command, fail, required } from '../command.ts';
import { connectionEnvironment, runTool } from '../tools.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'write everything into one file',
  details:
    'A PostgreSQL server is dumped with pg_dump while it is in use. The embedded database must be at rest: stop the server first.',
  options: { to: { value: 'file', required: true, description: 'where to; must not exist yet' } },
  run: async ({ given, config, print }) => {
    const file = resolve(required(given, 'to'));
    if (existsSync(file)) fail(`${file} exists already`);
    const from = databaseOf(config());
    if ('url' in from) {
      await runTool(
        'pg_dump',
        ['--format=custom', '--no-owner', `--file=${file}`],
        connectionEnvironment(from.url),
      );
    } else {
      const root = resolve(from.dataDir);
      if (!existsSync(join(root, 'postgres'))) fail(`There is no database in ${root}`);
      const { release } = claimDataDir(root);
      try {
        await runTool('tar', ['-czf', file, '-C', root, 'postgres']);
      } finally {
        release();
      }
    }
    print(`Wrote ${file}`);
  },
};

export const restore: Command = {
  name: 'restore',
  summary: 'bring back what backup has written',
  details:
    'Refuses to touch a database that holds anything, unless --force is given. Stop all servers first.',
  options: {
    from: { value: 'file', required: true, description: 'the file that backup wrote' },
    force: { description: 'replace what is there; embedded data are kept aside' },
  },
  run: async ({ given, config, print }) => {
    const file = resolve(required(given, 'from'));
    if (!existsSync(file)) fail(`There is no ${file}`);
    const to = databaseOf(config());
    const force = given.force === true;
    if ('url' in to) await restoreServer(to.url, file, force);
    else await restoreDirectory(resolve(to.dataDir), file, force);
    print(`Restored ${file}`);
  },
};

async function restoreServer(url: string, file: string, force: boolean): Promise<void> {
  const database = await openDatabase({ url });
  try {
    const tables = await tableNames(database.db);
    if (tables.length > 0 && !force) fail('The database holds tables already; --force replaces them');
  } finally {
    await database.close();
  }
  const { PGDATABASE = 'postgres', ...environment } = connectionEnvironment(url);
  const options = ['--clean', '--if-exists', '--no-owner', '--single-transaction'];
  await runTool('pg_restore', [...options, `--dbname=${PGDATABASE}`, file], environment);
}

async function restoreDirectory(root: string, file: string, force: boolean): Promise<void> {
  const { directory, release } = claimDataDir(root);
  try {
    if (existsSync(directory)) {
      if (!force) fail(`There is a database in ${root} already; --force replaces it`);
      renameSync(directory, join(root, `postgres.replaced-${process.pid}`));
    }
    await runTool('tar', ['-xzf', file, '-C', root]);
    if (!existsSync(directory)) fail(`${file} holds no database`);
  } finally {
    release();
  }
}
