import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { testDatabase } from '../../support/database.ts';
import { cli } from './commands.ts';

const directory = mkdtempSync(join(tmpdir(), 'zonegraph-cli-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

// Every command that opens a data directory compiles a PostgreSQL of its own, unless this process holds one that is compiled.
const { kind } = await testDatabase();

describe.runIf(kind === 'embedded')('commands without a server', () => {
  const env = { DATA_DIR: join(directory, 'data'), SANDBOX_WORLD: 'bare', PORT: '9' };
  const file = join(directory, 'backup.tgz');

  it('find nothing in a new data directory, and create nothing there by reading', async () => {
    await expect(cli('verify-ledger', env)).rejects.toThrow('There is no registry in the data directory');
  });

  it('open the embedded database themselves, also a new one', async () => {
    // The first: a new data directory has its tables already (docs/decisions/0004), and every other command would make missing ones.
    expect(await cli('migrate', env)).toBe('Nothing to do.');
    expect(await cli('create-registrar --code DELTA --name Delta', env)).toContain('DELTA');
    const verified = await cli('verify-ledger', env);
    for (const text of ['ALPHA', 'The ledger adds up.']) expect(verified).toContain(text);
  }, 180_000);

  it('back it up and restore it elsewhere, or over it when forced', async () => {
    await cli(`backup --to ${file}`, env);
    await expect(cli(`backup --to ${file}`, env)).rejects.toThrow('already exists');
    const elsewhere = { ...env, DATA_DIR: join(directory, 'elsewhere') };
    await cli(`restore --from ${file} --keep-invoice-numbers`, elsewhere);
    expect(await cli('verify-ledger', elsewhere)).toContain('DELTA');
    await expect(cli(`restore --from ${file} --keep-invoice-numbers`, elsewhere)).rejects.toThrow(
      '--force replaces it',
    );
    await cli(`restore --from ${file} --keep-invoice-numbers --force`, elsewhere);
    expect(await cli('verify-ledger', elsewhere)).toContain('DELTA');
  }, 180_000);

  it('move nothing aside for a file that cannot be restored', async () => {
    const before = readdirSync(env.DATA_DIR);
    const cutOff = join(directory, 'cut-off.tgz');
    writeFileSync(cutOff, readFileSync(file).subarray(0, 200_000));
    const empty = join(directory, 'empty.tgz');
    writeFileSync(empty, '');
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    for (const [broken, why] of [
      [cutOff, 'tar failed'],
      [empty, 'is not a backup of an embedded database; nothing was changed'],
    ] as const)
      await expect(cli(`restore --from ${broken} --keep-invoice-numbers --force`, env)).rejects.toThrow(why);
    expect(said.mock.calls.map(String).join()).toContain('unexpected end of file');
    said.mockRestore();
    expect(readdirSync(env.DATA_DIR)).toEqual(before);
    expect(await cli('verify-ledger', env)).toContain('DELTA');
  }, 180_000);

  it('refuse what a server has written, and what nobody has', async () => {
    const dump = join(directory, 'other-engine.dump');
    writeFileSync(dump, 'PGDMP and so on');
    await expect(cli(`restore --from ${dump} --keep-invoice-numbers --force`, env)).rejects.toThrow(
      `${dump} is a backup of a PostgreSQL server, which an embedded database cannot read; nothing was changed. To restore it, set DATABASE_URL`,
    );
    writeFileSync(dump, 'a letter');
    await expect(cli(`restore --from ${dump} --keep-invoice-numbers --force`, env)).rejects.toThrow(
      `${dump} is not a backup of an embedded database; nothing was changed`,
    );
  });

  it('refuse while somebody else holds the data', async () => {
    const database = await openDatabase({ dataDir: env.DATA_DIR });
    await expect(cli(`backup --to ${join(directory, 'other.tgz')}`, env)).rejects.toThrow(
      'is in use by process',
    );
    await database.close();
  });
});
