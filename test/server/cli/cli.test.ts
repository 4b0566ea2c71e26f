import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '#src/base/config.ts';
import { settingDescriptions } from '#src/registry/rules/domain/setting-texts.ts';
import { takeNumber } from '#src/registry/store/billing/invoice-numbers.ts';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { runChild } from '../../support/child.ts';
import { testDatabase, testDatabaseUrl } from '../../support/database.ts';
import { nowhere } from '../../support/own-ports.ts';
import { productionEnv } from '../../support/production.ts';
import { people, seed } from '../../support/seed.ts';
import { onServer } from '../../support/server.ts';
import { basic, type TestWorld, testWorld } from '../../support/world.ts';
import { emptyDatabase } from '../process/server.ts';
import { cli, printedAndRemarked } from './commands.ts';

const directory = mkdtempSync(join(tmpdir(), 'zonegraph-cli-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const { kind } = await testDatabase();

/** A pg_dump that writes a little, and then takes its time. */
function slowDump(): { readonly tools: string; readonly begun: string } {
  const tools = mkdtempSync(join(directory, 'tools-'));
  const begun = join(tools, 'begun');
  writeFileSync(
    join(tools, 'pg_dump'),
    `#!/bin/sh\nfor one; do case $one in --file=*) printf PGDMP > "\${one#--file=}";; esac; done\ntouch ${begun}\nexec sleep 20\n`,
    { mode: 0o755 },
  );
  return { tools, begun };
}

describe('the shell', () => {
  it('helps: with all commands, and with each', async () => {
    const help = await cli('--help');
    const names = [...help.matchAll(/^ {2}([a-z-]+(?: [a-z]+)?) {2}/gm)].map(([, name = '']) => name);
    expect(names).toEqual([
      'start',
      'migrate',
      'roles',
      'check-config',
      'extensions',
      'create-registrar',
      'create-user',
      'operator create',
      'suspend-registrar',
      'reinstate-registrar',
      'refund-payment',
      'refund abandon',
      'apply',
      'billing-token',
      'run-jobs',
      'verify-ledger',
      'settings',
      'backup',
      'restore',
      'person',
      'facade',
      'rotate-secrets',
      'advance-clock',
      'zone',
    ]);
    for (const name of names) expect(await cli(`${name} --help`)).toMatch(new RegExp(`^${name}: `));
  });

  it('has no commands of an extension that is left out, and says so', async () => {
    const env = { EXTENSIONS: '-console,-public' };
    expect(await cli('--help', env)).not.toMatch(/^ {2}(?:person|zone) /m);
    await expect(cli('zone ee', env)).rejects.toThrow(
      'zone is a command of the extension public, which is left out',
    );
    await expect(cli('dance', env)).rejects.toThrow('There is no command dance; try --help');
  });

  it('lists the extensions that run, with what each adds and where it is from', async () => {
    expect(await cli('extensions', { ...productionEnv, EXTENSIONS: '' })).toBe('There are none.');
    const lines = (await cli('extensions', { EXTENSIONS: '-console' })).split('\n');
    expect(lines[0]).toMatch(/^extension +from +what it adds$/);
    expect(lines).toContainEqual(
      expect.stringMatching(/^public +here +RDAP and zone files, for everybody\.$/),
    );
    expect(lines.join('\n')).not.toContain('console');
    const folder = mkdtempSync(join(tmpdir(), 'zonegraph-outside-'));
    const file = join(folder, 'favourites.mjs');
    writeFileSync(
      file,
      "export const fits = '^1.0'; export const extension = () => ({ name: 'favourites', about: 'Stars.' });",
    );
    const outside = await cli('extensions', { ...productionEnv, EXTENSIONS: file });
    rmSync(folder, { recursive: true });
    expect(outside).toMatch(/\nfavourites +outside \(fits \^1\.0\) +Stars\.$/);
  });

  it('names its version and commit', async () => {
    expect(await cli('--version')).toMatch(/^zonegraph \d+\.\d+\.\d+ \([0-9a-f]{12}\)$/);
  });

  it('says what is wrong in one line, and ends with an error', async () => {
    await expect(cli('dance')).rejects.toThrow('There is no command dance; try --help');
    await expect(cli('backup --into x')).rejects.toThrow(/'--into'.*try backup --help/s);
    await expect(cli('backup')).rejects.toThrow('--to is required');
    await expect(cli('refund')).rejects.toThrow('refund needs a subcommand: refund abandon');
    await expect(cli('refund abandon')).rejects.toThrow('--reference is required');
    const { output, exitCode } = await runChild(
      new URL('../../../src/server/cli/main.ts', import.meta.url),
      'dance',
    );
    expect({ output, exitCode }).toEqual({ output: '', exitCode: 1 });
  });

  it('checks the environment, and lists everything that is missing for production', async () => {
    expect(await cli('check-config', {})).toBe(
      'The environment is fine: sandbox, embedded database in .data, 127.0.0.1:4000, Europe/Tallinn.',
    );
    const refused = cli('check-config', { ZONEGRAPH_MODE: 'production', BILLING_SECRET: 'billing-sandbox' });
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(/DATABASE_URL is required.*BILLING_SECRET still holds/s);
  });
});

describe('commands that ask a running server', () => {
  let world: TestWorld;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    world = await testWorld();
    env = { ZONEGRAPH_URL: await world.listen() };
  });

  it('create a registrar and a user that can sign in', async () => {
    expect(await cli('create-registrar --code gamma --name Gamma --balance 12.00', env)).toBe(
      'Created registrar GAMMA (Gamma)',
    );
    const made = await cli('create-user --registrar GAMMA --username gamma --role epp', env);
    const password = /password (\S+)$/.exec(made)?.[1] ?? '';
    const { body } = await world.request({
      url: '/registry/v1/accounts/balance',
      auth: basic('gamma', password),
    });
    expect(body).toMatchObject({ data: { balance: '12.0' } });
    await expect(cli('create-registrar --code gamma --name Other', env)).rejects.toThrow('already exists');
    await expect(cli('create-user --registrar GAMMA --username x --role king', env)).rejects.toThrow(
      '--role',
    );
  });

  it('add the first person who runs the registry, with a link that leads to a password', async () => {
    const added = await cli(
      ['operator', 'create', '--name', 'Anna Tamm', '--email', 'anna@our.example', '--role', 'ADMIN'],
      env,
    );
    expect(added).toMatch(/^Added Anna Tamm \(ADMIN\)\n/);
    const link = new URL(/https?:\/\/\S+$/.exec(added)?.[0] ?? '');
    const page = await world.request({ url: link.pathname, auth: null });
    expect([page.status, page.text.includes('Welcome, Anna Tamm')]).toEqual([200, true]);
    const again = [
      'operator',
      'create',
      '--name',
      'Another',
      '--email',
      'ANNA@our.example',
      '--role',
      'VIEWER',
    ];
    await expect(cli(again, env)).rejects.toThrow('e-mail address exists already');
    const king = ['operator', 'create', '--name', 'King', '--email', 'king@our.example', '--role', 'KING'];
    await expect(cli(king, env)).rejects.toThrow('role');
  });

  it('suspend a registrar and let it in again, or only show whether they could', async () => {
    const balance = () =>
      world.request({ url: '/registry/v1/accounts/balance', auth: basic('beta', 'beta-sandbox') });
    const suspend = (more: string[] = []) =>
      cli(['suspend-registrar', '--code', 'beta', '--reason', 'Bills unpaid', ...more], env);
    expect(await suspend(['--dry-run'])).toBe('Suspended BETA (dry run: nothing was changed)');
    expect((await balance()).status).toBe(200);
    expect(await suspend()).toBe('Suspended BETA');
    await expect.poll(async () => (await balance()).status).toBe(401);
    await expect(suspend()).rejects.toThrow('Registrar is suspended already');
    expect(await cli('reinstate-registrar --code BETA', env)).toBe('Reinstated BETA');
    await expect(cli('refund-payment --reference nothing', env)).rejects.toThrow('Object does not exist');
    await expect(cli('refund abandon --reference nothing', env)).rejects.toThrow('Object does not exist');
  });

  it('describe any mutation without a server and without creating anything', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zonegraph-help-'));
    const nowhere = { DATA_DIR: join(folder, 'data'), PORT: '9' };
    expect(await cli('registrarUpdate --help', nowhere)).toMatch(/^ {2}--code <String> .*\(required\)$/m);
    await expect(cli('nothingDo --help', nowhere)).rejects.toThrow('There is no command nothingDo');
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('run any mutation of the graph, with its input as options', async () => {
    const help = await cli('registrarUpdate --help', env);
    expect(help).toMatch(/^registrarUpdate: Changes the data of a registrar\./);
    expect(help).toMatch(/^ {2}--reg-no <String> +Its number in the business register\.$/m);
    expect(help).toMatch(/^ {2}--code <String> .*\(required\)$/m);
    const update = 'registrarUpdate --code ALPHA --reg-no 12345678';
    const shown = await cli(`${update} --dry-run`, env);
    expect(shown).toMatch(/^Done \(dry run: nothing was changed\)\noutcome: "[\w-]+"$/);
    const [, outcome] = shown.match(/"(.+)"/) ?? [];
    await expect(cli(`${update} --name Other --if-outcome ${outcome}`, env)).rejects.toThrow(
      'The outcome has changed',
    );
    expect(await cli(`${update} --if-outcome ${outcome}`, env)).toBe('Done');
    expect(await cli('monthlyInvoiceNumbersIssue --count 2', env)).toMatch(/^Done\nnumbers: \[\d+,\d+\]$/);
    await expect(cli('monthlyInvoiceNumbersIssue --count two', env)).rejects.toThrow('"two" is no number');
    await expect(cli('operatorCreate --name X --email x@y.example --role BOSS', env)).rejects.toThrow(
      '--role must be one of ADMIN, FINANCE, SUPPORT, VIEWER',
    );
    await expect(cli('registrarUpdate --name X', env)).rejects.toThrow('--code is required');
    await expect(cli('nothingDo --now x', env)).rejects.toThrow('There is no command nothingDo');
  });

  it('say how much work on many objects there would be, what would be refused, and its number once it runs', async () => {
    const lock = [
      ...['bulkStart', '--list', '{"registrars": {"code": {"in": ["ALPHA", "BETA"]}}}'],
      ...['--write', '{"registrarReinstate": true}'],
    ];
    const shown = await cli([...lock, '--dry-run'], env);
    expect(shown).toMatch(/^Done \(dry run: nothing was changed\)\n/);
    expect(shown).toMatch(/^work: \{"number":\d+,"total":2\}$/m);
    expect(shown).toMatch(
      /^glance: \{"lookedAt":2,"refused":2,"refusals":\[\{"subject":"ALPHA","message":".+"\}/m,
    );
    const started = await cli(lock, env);
    expect(started).toMatch(/^work: \{"number":\d+,"total":2\}$/m);
    expect(started).not.toContain('glance');
  });

  it('show a person, and erase what is not needed with a reason', async () => {
    const code = await seed(world).contact({ email: 'mari@kask.example', ident: people.mari });
    const byIdent = JSON.parse(await cli(`person --ident EE:${people.mari}`, env));
    expect(byIdent).toMatchObject({ key: `EE:${people.mari}`, contacts: [code] });
    expect(await cli('person --email mari@kask.example --html', env)).toMatch(/^<!doctype html>.*mari@kask/s);
    const erase = (...more: string[]) =>
      cli(['person', '--email', 'mari@kask.example', '--erase', ...more], env);
    await expect(erase()).rejects.toThrow('--reason is required');
    expect(await erase('--reason', 'Asked for it', '--dry-run')).toMatch(
      /^Erased \(dry run.*\ncontacts: 1; .* 1\n/,
    );
    expect(await erase('--reason', 'Asked for it')).toMatch(/^Erased\ncontacts: 1; /);
    expect(JSON.parse(await cli('person --email mari@kask.example', env)).contacts).toEqual([]);
    await expect(cli('person', env)).rejects.toThrow('Say who: --ident EE:37605030299 or --email');
    await expect(cli('person --email a@b.example --partly', env)).rejects.toThrow(
      '--partly counts only with --erase',
    );
  });

  it('print each setting with what it decides and its unit', async () => {
    const lines = (await cli('settings', env)).split('\n');
    expect(lines[0]).toMatch(/^setting +value +default +unit +what it decides$/);
    expect(lines.slice(1)).toHaveLength(Object.keys(settingDescriptions).length);
    for (const line of lines) expect(line).toMatch(/^\w+ .*\w{3}/);
    expect(lines).toContainEqual(expect.stringMatching(/^redemption_grace_period +\d+ +\d+ +days +\w.*\.$/));
  });

  it('sign a token with which billing clients may sign in', async () => {
    const token = await cli('billing-token --initiator auction', env);
    const { status } = await world.request({
      method: 'POST',
      url: '/api/v1/invoice_generator/invoice_number_generator',
      auth: `Bearer ${token}`,
    });
    expect(status).toBeLessThan(300);
    await expect(cli('billing-token --initiator nobody', env)).rejects.toThrow('--initiator must be one of');
  });

  it('move the clock and show what happened', async () => {
    const before = world.container.clock.now().getTime();
    expect(await cli('advance-clock --by P2D', env)).toMatch(/^Nothing was due\.\n\nThe clock shows \d{4}-/);
    expect(world.container.clock.now().getTime() - before).toBeGreaterThan(172_000_000);
    await expect(cli('advance-clock', env)).rejects.toThrow('Give either --by or --to');
    const production = { ...env, ZONEGRAPH_MODE: 'production' };
    await expect(cli('advance-clock --by P1D', production)).rejects.toThrow('only in the sandbox');
  });

  it('verify the ledger', async () => {
    expect(await cli('verify-ledger', env)).toMatch(/ALPHA +1000\.00 +1000\.00 +1 +adds up/);
  });

  it('say so when the server that was named does not answer', async () => {
    await expect(cli('verify-ledger', { ZONEGRAPH_URL: 'http://127.0.0.1:9' })).rejects.toThrow(
      'No Zonegraph answers at http://127.0.0.1:9',
    );
  });
});

it.runIf(kind === 'postgres')(
  'migrate makes the tables of an empty database, once; who only reads makes none',
  async () => {
    const { env: place, remove } = await emptyDatabase();
    const env = { ...place, ...nowhere };
    try {
      await expect(cli('verify-ledger', env)).rejects.toThrow(
        'There is no registry in the database at DATABASE_URL',
      );
      expect(await cli('migrate', env)).toMatch(/^Applied 0001_baseline/);
      expect(await cli('migrate', env)).toBe('Nothing to do.');
    } finally {
      await remove();
    }
  },
);

describe('which registry is asked', () => {
  let url: string;
  const other = { DATA_DIR: join(directory, 'another'), SANDBOX_WORLD: 'bare' };

  beforeAll(async () => {
    url = await (await testWorld()).listen();
  });

  it('is said, and is the database that was given when another registry listens on the port', async () => {
    const { PORT } = { PORT: new URL(url).port };
    const { printed, remarks } = await printedAndRemarked('create-registrar --code OWN --name Own', {
      ...other,
      PORT,
    });
    expect(printed).toContain('OWN');
    expect(remarks).toEqual([`Asking the data directory ${other.DATA_DIR}.`]);
    const asked = await printedAndRemarked('verify-ledger', { ZONEGRAPH_URL: url });
    expect(asked.remarks).toEqual([`Asking the server at ${url}.`]);
    expect(asked.printed).not.toContain('OWN');
  }, 180_000);

  it('is none when a server and a database are named that are not the same', async () => {
    await expect(cli('verify-ledger', { ...other, ZONEGRAPH_URL: url })).rejects.toThrow(
      `The server at ${url} does not serve the data directory ${other.DATA_DIR}, and both are named.`,
    );
  });

  it.runIf(kind === 'postgres')(
    'is asked through its server, which tells nobody else which one it is',
    async () => {
      const DATABASE_URL = (await testDatabaseUrl()) ?? '';
      const { remarks } = await printedAndRemarked('verify-ledger', {
        DATABASE_URL,
        PORT: new URL(url).port,
      });
      expect(remarks).toEqual([`Asking the server at ${url}.`]);
      expect(await (await fetch(`${url}/readyz`)).json()).not.toHaveProperty('registry');
    },
  );
});

describe.runIf(kind === 'postgres')('backup and restore of a server', () => {
  it('encrypt with a passphrase, refuse another one, and ask for the last invoice number', async () => {
    const from = (await testDatabaseUrl()) ?? '';
    const to = `${from}_sealed`;
    const [file, key, other] = ['sealed.backup', 'key', 'other-key'].map((name) => join(directory, name));
    writeFileSync(key ?? '', 'correct horse battery\n');
    writeFileSync(other ?? '', 'another horse battery\n');
    expect(
      await cli(`backup --to ${file} --passphrase-file ${key}`, { DATABASE_URL: from, ...nowhere }),
    ).toBe(`Wrote ${file}, encrypted with the passphrase in ${key}`);
    const content = readFileSync(file ?? '');
    for (const plain of ['PGDMP', 'alpha', 'registrars']) expect(content.includes(plain), plain).toBe(false);
    const name = new URL(to).pathname.slice(1);
    await onServer(from, `create database ${name}`);
    try {
      const env = { DATABASE_URL: to, SANDBOX_WORLD: 'bare', PORT: '9' };
      const restoring = (options: string) => cli(`restore --from ${file} ${options}`, env);
      await expect(restoring(`--passphrase-file ${key}`)).rejects.toThrow(
        /^What is the number of the last invoice that was sent out\?.*--last-invoice-number.*--keep-invoice-numbers/s,
      );
      await expect(restoring('--keep-invoice-numbers')).rejects.toThrow('is encrypted: name its passphrase');
      await expect(restoring(`--keep-invoice-numbers --passphrase-file ${other}`)).rejects.toThrow(
        `The passphrase is not that of ${file}, or the file is damaged; nothing was changed`,
      );
      await expect(cli('verify-ledger', env)).rejects.toThrow('There is no registry');
      expect(await restoring(`--last-invoice-number 150100 --passphrase-file ${key}`)).toContain(
        'Invoice numbers up to 150100 are not issued again',
      );
      expect(await cli('verify-ledger', env)).toMatch(/ALPHA .* adds up/);
      const restored = await openDatabase({ url: to });
      try {
        const range = { min: 150_005, max: 150_101 };
        const take = () => restored.transaction((db) => takeNumber(db, 'invoice', range));
        expect([await take(), await take()]).toEqual([150_101, undefined]);
      } finally {
        await restored.close();
      }
    } finally {
      await onServer(from, `drop database if exists ${name} with (force)`);
    }
  }, 180_000);

  it('say in a sentence what the file system refuses, and leave no half of a file', async () => {
    const env = { DATABASE_URL: (await testDatabaseUrl()) ?? '', ...nowhere };
    const key = join(directory, 'key-for-full');
    writeFileSync(key, 'correct horse battery\n');
    const away = join(directory, 'away', 'a.backup');
    await expect(cli(`backup --to ${away}`, env)).rejects.toThrow(
      new RegExp(`^${away} was not written: ENOENT: no such file or directory`),
    );
    await expect(cli(`restore --from ${directory} --keep-invoice-numbers`, env)).rejects.toThrow(
      `${directory} cannot be read: EISDIR`,
    );
    const sealed = join(directory, 'whole.backup');
    await cli(`backup --to ${sealed} --passphrase-file ${key}`, env);
    const restoring = `restore --from ${sealed} --passphrase-file ${key} --keep-invoice-numbers`;
    const { TMPDIR } = process.env;
    process.env.TMPDIR = join(directory, 'away');
    try {
      await expect(cli(restoring, env)).rejects.toThrow(
        `${sealed} cannot be decrypted into ${process.env.TMPDIR} (TMPDIR); nothing was changed: ENOENT`,
      );
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
    expect(readdirSync(directory).filter((name) => name.includes('unfinished'))).toEqual([]);
    expect(statSync(sealed).mode & 0o077, 'nobody else may read it').toBe(0);
  }, 180_000);

  it('give a backup its name when it is whole', async () => {
    const { tools, begun } = slowDump();
    const file = join(directory, 'killed.backup');
    const child = spawn(
      process.execPath,
      [
        '--import',
        './src/server/launch/run-typescript.mjs',
        'src/server/cli/main.ts',
        'backup',
        '--to',
        file,
      ],
      {
        env: {
          ...process.env,
          DATABASE_URL: (await testDatabaseUrl()) ?? '',
          PATH: `${tools}:${process.env.PATH}`,
        },
        stdio: 'ignore',
      },
    );
    await expect.poll(() => existsSync(begun), { timeout: 60_000 }).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(file)).toBe(false);
  }, 90_000);

  it('bring everything back, money and all', async () => {
    const from = (await testDatabaseUrl()) ?? '';
    const to = `${from}_restored`;
    const file = join(directory, 'server.dump');
    await cli(`backup --to ${file}`, { DATABASE_URL: from, ...nowhere });
    expect(statSync(file).mode & 0o077, 'nobody else may read it').toBe(0);
    const name = new URL(to).pathname.slice(1);
    await onServer(from, `create database ${name}`);
    try {
      const env = { DATABASE_URL: to, SANDBOX_WORLD: 'bare', PORT: '9' };
      const archive = join(directory, 'embedded.tgz');
      writeFileSync(archive, Buffer.from([0x1f, 0x8b, 8, 0, 0]));
      await expect(cli(`restore --from ${archive} --keep-invoice-numbers`, env)).rejects.toThrow(
        `${archive} is a backup of an embedded database, which a PostgreSQL server cannot read; nothing was changed. ` +
          'To restore it, leave DATABASE_URL unset',
      );
      await cli(`restore --from ${file} --keep-invoice-numbers`, env);
      expect(await cli('verify-ledger', env)).toMatch(/ALPHA .* adds up/);
      await expect(cli(`restore --from ${file} --keep-invoice-numbers`, env)).rejects.toThrow(
        '--force replaces them',
      );
      const server = await openDatabase({ url: to });
      await expect(cli(`restore --from ${file} --keep-invoice-numbers --force`, env)).rejects.toThrow(
        'stop it first',
      );
      await server.close();
      await cli(`restore --from ${file} --keep-invoice-numbers --force`, env);
      expect(await cli('verify-ledger', env)).toMatch(/ALPHA .* adds up/);
    } finally {
      await onServer(from, `drop database if exists ${name} with (force)`);
    }
  }, 180_000);
});
