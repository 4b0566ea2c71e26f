import { databaseOf } from '../../../core/config.ts';
import { switchedOff } from '../../../core/integrations.ts';
import { openDatabase } from '../../../registry/store/driver/database.ts';
import { migrate } from '../../../registry/store/driver/migrate.ts';
import type { Command } from '../command.ts';

export const start: Command = {
  name: 'start',
  summary: 'start the server: a sandbox, unless the environment says otherwise',
  options: {},
  run: async () => {
    await import('../../../main.ts');
  },
};

export const facade: Command = {
  name: 'facade',
  summary: 'start a sandbox registry with a facade in front of it, to try it out',
  options: {},
  run: async () => {
    await import('../../try-facade.ts');
  },
};

export const migrateDatabase: Command = {
  name: 'migrate',
  summary: 'migrate the database to the schema of this version',
  details: 'A server does this at every start; run it by hand to migrate before the servers are replaced.',
  options: {},
  run: async ({ config, print }) => {
    const database = await openDatabase(databaseOf(config()));
    try {
      const applied = await migrate(database);
      print(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'Nothing to do.');
    } finally {
      await database.close();
    }
  },
};

export const checkConfig: Command = {
  name: 'check-config',
  summary: 'check the environment without starting anything',
  options: {},
  run: async ({ config, print }) => {
    const given = config();
    const { ZONEGRAPH_MODE, DATABASE_URL, DATA_DIR, HOST, PORT, TIME_ZONE } = given;
    const off = switchedOff(given);
    print(
      `The environment is fine: ${ZONEGRAPH_MODE}, ` +
        `${DATABASE_URL ? 'PostgreSQL at DATABASE_URL' : `embedded database in ${DATA_DIR}`}, ` +
        `${HOST}:${PORT}, ${TIME_ZONE}.${off.length > 0 ? ` Switched off: ${off.join(', ')}.` : ''}`,
    );
  },
};
