import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, fail, list, type OptionValues, required, text } from '../../../base/command.ts';
import { databaseOf } from '../../../base/config.ts';
import { retireNumbers } from '../../../registry/operations/billing/model/invoice-numbers.ts';
import { CannotOpen } from '../../../registry/store/driver/connections/cannot-open.ts';
import { type Database, openDatabase } from '../../../registry/store/driver/connections/database.ts';
import { applicationName } from '../../../registry/store/driver/connections/primary.ts';
import { indexPartsOfNames } from '../../../registry/store/driver/migrations/migrate.ts';
import { grantTo, mayReplaceSchema, roleOf } from '../../../registry/store/driver/migrations/roles.ts';
import { schemaName, tableNames } from '../../../registry/store/driver/migrations/tables.ts';
import { claimDataDir, lockDataDirAsItIs, REPLACED } from '../../../registry/store/embedded/data-dir.ts';
import { isSealed, readPassphrase, seal, unseal } from '../sealed-file.ts';
import { connectionEnvironment, outputOf, pipeTools, runTool, streamTool } from '../tools.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'write the whole database to one file',
  details:
    'A PostgreSQL server is dumped with pg_dump while it is in use. For the embedded database, stop the server first.',
  options: {
    to: { value: 'file', required: true, description: 'the file to write; must not exist yet' },
    'passphrase-file': {
      value: 'file',
      description: 'encrypt it (AES-256-GCM) with the passphrase in this file',
    },
  },
  run: async ({ given, config, print }) => {
    const file = resolve(required(given, 'to'));
    if (existsSync(file)) fail(`${file} already exists: choose another name, or move it away`);
    const from = databaseOf(await config());
    const key = text(given, 'passphrase-file');
    const passphrase = key === undefined ? undefined : readPassphrase(key);
    const write = async (tool: string, args: readonly string[], environment = {}) =>
      orFail(`${file} was not written`, () =>
        writePrivateFile(file, (draft) =>
          passphrase === undefined
            ? runTool(tool, [`--file=${draft}`, ...args], environment)
            : streamTool(tool, args, environment, (output) => seal(output, draft, passphrase)),
        ),
      );
    if ('url' in from)
      await write('pg_dump', ['--format=custom', '--no-owner'], connectionEnvironment(from.url));
    else {
      const root = resolve(from.dataDir);
      if (!existsSync(join(root, 'postgres'))) fail(`There is no database in ${root}`);
      const { release } = claimDataDir(root);
      try {
        await write('tar', ['-cz', '-C', root, 'postgres']);
      } finally {
        release();
      }
    }
    print(key === undefined ? `Wrote ${file}` : `Wrote ${file}, encrypted with the passphrase in ${key}`);
  },
};

/**
 * Writes a file that no other user of the machine can read: it contains personal data, password hashes and money. It
 * gets its name when it is whole, so that what a killed command leaves behind is not taken for a backup.
 */
async function writePrivateFile(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${file}.unfinished-${process.pid}`;
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    await write(draft);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** No space, no such directory, no right to it: whoever calls can mend that. */
async function orFail<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) fail(`${what}: ${error.message}`);
    throw error;
  }
}

export const restore: Command = {
  name: 'restore',
  summary: 'restore a file that backup has written',
  details:
    'Stop all servers first: a database in use is refused. So is one that is not empty, unless --force is given.',
  options: {
    from: { value: 'file', required: true, description: 'the file that backup wrote' },
    force: { description: 'replace the existing data; those of an embedded database are kept aside' },
    'passphrase-file': { value: 'file', description: 'the passphrase that the file was encrypted with' },
    'last-invoice-number': {
      value: 'number',
      multiple: true,
      description: 'the last number that was sent out, for each range; up to it none is issued again',
    },
    'keep-invoice-numbers': {
      description: 'no invoice was sent out after the backup: go on with its numbers',
    },
  },
  run: async ({ given, config, print }) => {
    const file = resolve(required(given, 'from'));
    if (!existsSync(file)) fail(`There is no ${file}`);
    const to = databaseOf(await config());
    const ownerUrl = (await config()).MIGRATE_DATABASE_URL;
    const force = given.force === true;
    const last = lastNumbers(given);
    await opened(file, text(given, 'passphrase-file'), async (plain) => {
      refuseOtherKind(plain, file, 'url' in to ? 'server' : 'embedded');
      if ('url' in to)
        await restoreServer({ url: ownerUrl ?? to.url, serverUrl: to.url, file: plain, force, print });
      else await restoreDirectory(resolve(to.dataDir), plain, force);
    });
    print(`Restored ${file}`);
    if (last.length > 0) await retire(to, last, print);
  },
};

/** A restore of an earlier state must say which numbers are on invoices that this state does not have. */
function lastNumbers(given: OptionValues): readonly number[] {
  const numbers = list(given, 'last-invoice-number').map(Number);
  const keeps = given['keep-invoice-numbers'] === true;
  if (numbers.some((number) => !Number.isSafeInteger(number) || number < 1))
    fail(
      '--last-invoice-number must be the number of an invoice, such as 10001; say --keep-invoice-numbers if none was sent out after the backup',
    );
  if (keeps && numbers.length > 0)
    fail('--last-invoice-number and --keep-invoice-numbers exclude each other');
  if (!keeps && numbers.length === 0)
    fail(
      'What is the number of the last invoice that was sent out? Invoices that were issued after the backup are not in it, and their numbers would be issued again. ' +
        'Say --last-invoice-number <number>, once for each range in use, or --keep-invoice-numbers if nothing was issued after the backup. Nothing was changed',
    );
  return numbers;
}

async function retire(
  to: ReturnType<typeof databaseOf>,
  numbers: readonly number[],
  print: (line: string) => void,
): Promise<void> {
  const database = await openDatabase(to);
  try {
    const unknown = await retireNumbers(database, numbers);
    if (unknown.length > 0)
      fail(
        `Everything is restored, but ${unknown.join(', ')} is in no range of invoice numbers: set the ranges (settingSet) before you start the server, or restore again with other numbers`,
      );
    print(`Invoice numbers up to ${numbers.join(', ')} are not issued again`);
  } finally {
    await database.close();
  }
}

/** Decrypts the file beside nobody's eyes, if it is encrypted, for as long as it is needed. */
async function opened(
  file: string,
  key: string | undefined,
  use: (plain: string) => Promise<void>,
): Promise<void> {
  if (!(await orFail(`${file} cannot be read`, () => isSealed(file)))) {
    if (key !== undefined) fail(`${file} is not encrypted: leave out --passphrase-file`);
    return use(file);
  }
  if (key === undefined) return fail(`${file} is encrypted: name its passphrase with --passphrase-file`);
  const unchanged = `${file} cannot be decrypted into ${tmpdir()} (TMPDIR); nothing was changed`;
  const directory = await orFail(unchanged, () => mkdtempSync(join(tmpdir(), 'zonegraph-backup-')));
  try {
    const plain = join(directory, 'backup');
    await orFail(unchanged, () =>
      writePrivateFile(plain, (draft) => unseal(file, draft, readPassphrase(key))),
    );
    await use(plain);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

type Kind = 'server' | 'embedded';

const kinds = {
  server: { starts: Buffer.from('PGDMP'), name: 'a PostgreSQL server', way: 'set DATABASE_URL' },
  embedded: {
    starts: Buffer.from([0x1f, 0x8b]),
    name: 'an embedded database',
    way: 'leave DATABASE_URL unset',
  },
} as const;

/** The two kinds of database cannot read each other's backups. */
function refuseOtherKind(plain: string, file: string, wanted: Kind): void {
  const found = kindOf(plain);
  if (found === wanted) return;
  const { name } = kinds[wanted];
  if (found === undefined) fail(`${file} is not a backup of ${name}; nothing was changed`);
  fail(
    `${file} is a backup of ${kinds[found].name}, which ${name} cannot read; nothing was changed. To restore it, ${kinds[found].way}`,
  );
}

function kindOf(file: string): Kind | undefined {
  const beginning = Buffer.alloc(5);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, beginning);
  } finally {
    closeSync(opened);
  }
  return (Object.keys(kinds) as Kind[]).find((kind) =>
    beginning.subarray(0, kinds[kind].starts.length).equals(kinds[kind].starts),
  );
}

interface Restoring {
  /** The URL of the tables' owner. */
  readonly url: string;
  /** The URL of the server's role, whose rights are not in the backup. */
  readonly serverUrl: string;
  readonly file: string;
  readonly force: boolean;
  readonly print: (line: string) => void;
}

async function restoreServer({ url, serverUrl, file, force, print }: Restoring): Promise<void> {
  const environment = connectionEnvironment(url);
  await refuseWhileServed(environment);
  const database = await openDatabase({ url });
  let holdsTables = false;
  let schema = '';
  try {
    holdsTables = (await tableNames(database.db)).length > 0;
    schema = await schemaName(database.db);
    if (holdsTables && !force) fail('The database already has tables; --force replaces them');
    await refuseUnlessOwner(database, holdsTables);
  } finally {
    await database.close();
  }
  // The dump is read to its end before anything is changed, which detects a truncated one.
  await runTool(
    'pg_restore',
    ['--file=/dev/null', file],
    environment,
    'pg_restore failed; nothing was changed',
  );
  const contents = await outputOf('pg_restore', ['--list', file], environment);
  const directory = mkdtempSync(join(tmpdir(), 'zonegraph-restore-'));
  const wanted = join(directory, 'contents');
  writeFileSync(wanted, contents.replaceAll(ofTrigrams, ''));
  // Everything is dropped, including objects of a later version that the dump does not have.
  const dropEverything = `set local client_min_messages = warning; drop schema ${schema} cascade; create schema ${schema};\n`;
  // One transaction: if it fails, everything is as before.
  try {
    await pipeTools(
      ['pg_restore', ['--no-owner', '--no-privileges', `--use-list=${wanted}`, '--file=-', file]],
      [
        'psql',
        ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1', '--output=/dev/null'],
      ],
      { environment, first: holdsTables ? dropEverything : '' },
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  const restored = await openDatabase({ url });
  try {
    if (serverUrl !== url) await grantTo(restored.background.db, await roleAt(serverUrl));
    // The data are restored already, whether this succeeds or not.
    if (!(await indexPartsOfNames(restored).catch(() => false))) print(withoutTrigrams);
  } finally {
    await restored.close();
  }
}

/** The role that serves may not restore, and PostgreSQL would only say so in the middle of it. */
async function refuseUnlessOwner(database: Database, holdsTables: boolean): Promise<void> {
  const { role, may } = await mayReplaceSchema(database, holdsTables);
  if (!may)
    fail(
      `The user ${role} does not own the schema of the database, and cannot replace it: set MIGRATE_DATABASE_URL, whose user owns it. Nothing was changed`,
    );
}

async function roleAt(url: string): Promise<string> {
  const database = await openDatabase({ url, poolSize: 1 });
  return roleOf(database).finally(() => database.close());
}

/** Checks a few times, because the connections of a process that has just ended take a moment to go. */
async function refuseWhileServed(environment: Readonly<Record<string, string>>): Promise<void> {
  const count = `select count(*) from pg_stat_activity where datname = current_database() and application_name = '${applicationName}'`;
  for (let attempts = 10; attempts > 0; attempts -= 1) {
    const connections = await outputOf('psql', ['--no-psqlrc', '-Atc', count], environment);
    if (Number(connections) === 0) return;
    await sleep(300);
  }
  fail('A server, or another command, is connected to this database: stop it first. Nothing was changed');
}

const withoutTrigrams =
  'Searches for parts of names have no index, because the extension pg_trgm is missing. Once it is there, run: select index_parts_of_names()';

/**
 * The lines about pg_trgm and its indexes. Not every server has the extension, and the restoring role may not own it,
 * so its indexes are recreated if possible; PostgreSQL has named those of the ledger's parts.
 */
const ofTrigrams =
  /^.*(?:\bEXTENSION (?:- )?pg_trgm\b|\bINDEX (?:ATTACH )?\S+ (?:\w+_parts|ledger_\w+_description_idx)\b).*$/gm;

/**
 * The backup is unpacked and opened beside the old database, which is replaced only then and restored if
 * anything fails.
 */
async function restoreDirectory(root: string, file: string, force: boolean): Promise<void> {
  const { directory, release } = lockDataDirAsItIs(root);
  const draft = join(root, `postgres.unfinished-restore-${process.pid}`);
  const aside = join(root, `${REPLACED}${process.pid}`);
  try {
    if (existsSync(directory) && !force) fail(`There already is a database in ${root}; --force replaces it`);
    mkdirSync(draft);
    await runTool('tar', ['-xzf', file, '-C', draft]);
    const unpacked = join(draft, 'postgres');
    if (!existsSync(unpacked)) fail(`${file} holds no database`);
    await openOnce(draft, file);
    if (existsSync(directory)) renameSync(directory, aside);
    try {
      renameSync(unpacked, directory);
    } catch (error) {
      if (existsSync(aside)) renameSync(aside, directory);
      throw error;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
    release();
  }
}

/** Starts the restored database: nothing else proves that it starts. */
async function openOnce(dataDir: string, file: string): Promise<void> {
  try {
    const database = await openDatabase({ dataDir });
    try {
      if ((await tableNames(database.db)).length === 0) fail(`${file} contains an empty database`);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    fail(`${file} cannot be used; nothing was changed: ${error.message}`);
  }
}
