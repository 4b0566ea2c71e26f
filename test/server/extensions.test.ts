import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fits } from '#src/extensions/from-outside.ts';
import { listed } from '#src/extensions/index.ts';
import { choose } from '#src/server/extensions.ts';
import { productionEnv } from '../support/production.ts';

const folder = mkdtempSync(join(tmpdir(), 'zonegraph-extensions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const namesWith = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await (await choose(env)).load()).map(({ name }) => name);
const all = listed.map(({ name }) => name);

function outside(name: string, text: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, text);
  return file;
}
const declared = (name: string, { fits = "export const fits = '^1.0';", rest = '' } = {}): string =>
  outside(name, `${fits} export const extension = () => ({ name: '${name}', about: 'Made up.', ${rest} });`);

describe('EXTENSIONS', () => {
  it('is all when nobody says otherwise; in production all but the sandbox', async () => {
    expect([...(await namesWith({}))].sort()).toEqual([...all].sort());
    expect([...(await namesWith(productionEnv))].sort()).toEqual(
      all.filter((one) => one !== 'sandbox').sort(),
    );
  });

  it('names those that run, or leaves some out', async () => {
    expect(await namesWith({ ...productionEnv, EXTENSIONS: 'site, kit' })).toEqual(['kit', 'site']);
    expect(await namesWith({ ...productionEnv, EXTENSIONS: '' })).toEqual([]);
    for (const EXTENSIONS of ['all,-facade,-agents', '-agents,-facade'])
      expect(await namesWith({ ...productionEnv, EXTENSIONS })).not.toContain('facade');
  });

  it('leaves out what it names also beside one from outside', async () => {
    const names = await namesWith({ ...productionEnv, EXTENSIONS: `-facade,${declared('beside')}` });
    expect(names).toEqual(expect.arrayContaining(['agents', 'console', 'beside']));
    expect(names).not.toContain('facade');
  });

  it('refuses two from outside that are called alike', async () => {
    const [one, other] = [
      declared('twin'),
      outside(
        'other',
        "export const fits = '^1.0'; export const extension = () => ({ name: 'twin', about: 'Made up.' });",
      ),
    ];
    await expect(namesWith({ ...productionEnv, EXTENSIONS: `all,${one},${other}` })).rejects.toThrow(
      'EXTENSIONS names two extensions called twin',
    );
  });

  it.each([
    ['all,consle', 'EXTENSIONS names consle, which is none of kit, '],
    ['all,-dashboard', 'EXTENSIONS names dashboard, which is none of kit, '],
    ['all,./nowhere', "EXTENSIONS names ./nowhere, which cannot be loaded: Cannot find module './nowhere'"],
    ['site', 'the extension site needs kit, which is not there'],
  ])('%s ends the start with a sentence', async (EXTENSIONS, sentence) => {
    await expect(namesWith({ ...productionEnv, EXTENSIONS })).rejects.toThrow(sentence);
  });

  it('leaves nothing of an extension in the environment: its settings and its mode are refused', async () => {
    const without = { ...productionEnv, EXTENSIONS: 'all,-facade', UPSTREAM_URL: 'https://registry.example' };
    await expect(choose(without)).rejects.toThrow(
      'UPSTREAM_URL is a setting of the extension facade, which is left out',
    );
    await expect(choose({ ZONEGRAPH_MODE: 'sandbox', EXTENSIONS: 'all,-sandbox' })).rejects.toThrow(
      'ZONEGRAPH_MODE=sandbox needs the extension sandbox, which is left out',
    );
  });
});

describe('an extension from outside', () => {
  it('is loaded by its path, and comes after those that it needs', async () => {
    const path = declared('favourites', { rest: "needs: ['kit']" });
    const names = await namesWith({ ...productionEnv, EXTENSIONS: `${path},kit` });
    expect(names).toEqual(['kit', 'favourites']);
  });

  it.each([
    ['exports nothing', outside('empty', 'export {};'), 'which exports no extension'],
    ['does not say what it fits', declared('careless', { fits: '' }), 'fits no version that it names'],
    [
      'fits another version',
      declared('old', { fits: "export const fits = '^0.9';" }),
      'fits ^0.9, and this is 1.',
    ],
    ['has the name of one of ours', declared('console'), 'is called console, as one of Zonegraph is'],
    ['throws', outside('broken', "throw new Error('no luck')"), 'which cannot be loaded: no luck'],
    [
      'throws when it is asked what it adds',
      declared('hasty', { rest: '...(() => { throw new Error("no luck"); })()' }),
      'which cannot be loaded: no luck',
    ],
    [
      'says nothing about itself',
      outside('shy', "export const fits = '^1.0'; export const extension = () => ({ name: 'shy' });"),
      'has no name, or says nothing about itself',
    ],
  ])('that %s ends the start with a sentence', async (_, path, sentence) => {
    await expect(namesWith({ ...productionEnv, EXTENSIONS: `all,${path}` })).rejects.toThrow(sentence);
  });
});

it.each([
  ['1.0.0', '^1.0', true],
  ['1.4.2', '^1.4.2', true],
  ['1.4.1', '^1.4.2', false],
  ['1.3.9', '^1.4', false],
  ['2.0.0', '^1.0', false],
  ['1.0.0', '1.0', false],
])('version %s in the range %s: %s', (version, range, isIn) => {
  expect(fits(version, range)).toBe(isIn);
});
