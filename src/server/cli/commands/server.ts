import type { CommandBeside } from '../../../apis/extension-points.ts';
import { type Command, fail, table, text } from '../../../base/command.ts';
import { databaseOf } from '../../../base/config.ts';
import { switchedOff } from '../../../base/integrations.ts';
import { openDatabase } from '../../../registry/store/driver/connections/database.ts';
import { migrateAsOwner } from '../../../registry/store/driver/migrations/migrate-as-owner.ts';
import { rolesScript } from '../../../registry/store/driver/migrations/roles.ts';

export const start: Command = {
  name: 'start',
  summary: 'start the server: a sandbox, unless the environment says otherwise',
  options: {},
  run: async () => {
    await import('../../../main.ts');
  },
};

export const migrateDatabase: CommandBeside = {
  name: 'migrate',
  summary: 'migrate the database to the schema of this version',
  details:
    'A server does this at every start; run it by hand to migrate before the servers are replaced. With MIGRATE_DATABASE_URL the role named there ' +
    'migrates, and the one of DATABASE_URL is given what a server needs.',
  options: {},
  run: async ({ choose, env, print }) => {
    const { config: given, extensions } = await choose(env);
    const database = await openDatabase(databaseOf(given));
    try {
      const applied = await migrateAsOwner(database, given.MIGRATE_DATABASE_URL, extensions);
      print(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'Nothing to do.');
    } finally {
      await database.close();
    }
  },
};

export const roles: Command = {
  name: 'roles',
  summary: 'print the SQL of two database roles: one migrates, the other one serves',
  details:
    "For psql, as a superuser in the registry's database: zonegraph roles | psql --dbname zonegraph --single-transaction. It can be repeated, and makes no " +
    'passwords. The role that serves can neither alter tables nor change ledger, history and access log.',
  options: {
    owner: {
      value: 'role',
      description: 'the role that owns the tables and migrates (default zonegraph_owner)',
    },
    server: { value: 'role', description: 'the role that serves (default zonegraph)' },
  },
  run: async ({ given, print }) => {
    const { owner, server } = {
      owner: text(given, 'owner') ?? 'zonegraph_owner',
      server: text(given, 'server') ?? 'zonegraph',
    };
    if (owner === server) fail('--owner and --server must be two roles');
    print(rolesScript({ owner, server }));
  },
};

export const checkConfig: CommandBeside = {
  name: 'check-config',
  summary: 'check the environment without starting anything',
  options: {},
  run: async ({ choose, env, print }) => {
    const { config: given, load } = await choose(env);
    // Which extensions need each other is known once they are loaded.
    await load();
    const { ZONEGRAPH_MODE, DATABASE_URL, DATA_DIR, HOST, PORT, TIME_ZONE } = given;
    const off = switchedOff(given);
    print(
      `The environment is fine: ${ZONEGRAPH_MODE}, ` +
        `${DATABASE_URL ? 'PostgreSQL at DATABASE_URL' : `embedded database in ${DATA_DIR}`}, ` +
        `${HOST}:${PORT}, ${TIME_ZONE}.${off.length > 0 ? ` Switched off: ${off.join(', ')}.` : ''}`,
    );
  },
};

export const listExtensions: CommandBeside = {
  name: 'extensions',
  summary: 'list the extensions that run with this environment, and what each adds',
  details: 'EXTENSIONS chooses them (docs/operating.md#extensions).',
  options: {},
  run: async ({ env, choose, print }) => {
    const { load } = await choose(env);
    const found = await load();
    const rows = found.map(({ name, about, fits }) => [
      name,
      fits ? `outside (fits ${fits})` : 'here',
      about,
    ]);
    print(rows.length > 0 ? table([['extension', 'from', 'what it adds'], ...rows]) : 'There are none.');
  },
};
