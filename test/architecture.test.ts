import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Extension, inOrder } from '#src/apis/extension-points.ts';

const root = fileURLToPath(new URL('../src', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.generated.ts'))
  .sort();
/** What browsers run has the browser's clock, and is loaded as one file where the server imports several. */
const isForBrowsers = (name: string): boolean => name.includes('/browser/');
const sourceOf = (name: string): string => readFileSync(join(root, name), 'utf8');

/**
 * The rooms of the core, bottom to top, and the extensions above them (docs/architecture.md): a file may import from its own room and
 * from those below it, never from one above. `main.ts` belongs to the server, which starts it.
 */
const rooms = ['base', 'registry', 'integrations', 'apis', 'server', 'extensions'];
/** The parts of a room that have an order of their own, bottom to top; parts in one row do not know each other. */
const parts: Readonly<Record<string, readonly (readonly string[])[]>> = {
  registry: [['rules'], ['entities', 'documents'], ['store'], ['operations']],
  integrations: [['*'], ['outbox']],
  apis: [
    ['access'],
    ['services.ts', 'request-bodies.ts', 'stale-header.ts'],
    ['rest', 'graphql'],
    ['extension-points.ts'],
  ],
};
/** Whatever an API shows it gets from an operation, or from operations/readers; a page draws, and asks an API or an operation. */
const neverUses: Readonly<Record<string, readonly string[]>> = {
  'apis/graphql': ['registry/store', 'integrations'],
  'apis/rest': ['registry/store', 'integrations'],
  'extensions/public/rdap': ['registry/store', 'integrations'],
  'extensions/kit': ['registry/store', 'integrations'],
  'extensions/site': ['registry/store', 'integrations'],
  'extensions/console/pages': ['registry/store', 'integrations'],
  'extensions/sandbox': ['extensions/facade'],
};

/**
 * The list of all extensions, what one from outside is given and how it is loaded, and a program that plays two of them against each
 * other: nothing imports it.
 */
const ofTheWhole: ReadonlySet<string> = new Set([
  'extensions/index.ts',
  'extensions/outside.ts',
  'extensions/from-outside.ts',
  'extensions/facade/try-facade.ts',
]);

const roomOf = (name: string): string => (name === 'main.ts' ? 'server' : (name.split('/')[0] ?? name));
const isIn = (name: string, place: string): boolean => name.startsWith(`${place}/`);
const rowOf = (name: string): number => {
  const [room = '', part = ''] = name.split('/');
  const rows = parts[room] ?? [];
  const row = rows.findIndex((names) => names.includes(part));
  return row < 0 ? rows.findIndex((names) => names.includes('*')) : row;
};

interface Import {
  readonly from: string;
  readonly to: string;
}

/** Of values and of types: who knows the shape of something depends on it. */
function importsOf(name: string): Import[] {
  const imports =
    /^(?:import|export)\s+[^;']*?\s*from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;
  return [...sourceOf(name).matchAll(imports)].map(([, path, bare, dynamic]) => ({
    from: name,
    to: relative(root, join(root, dirname(name), path ?? bare ?? dynamic ?? '')),
  }));
}

/** Files that import themselves through others. */
function inCircles(): string[] {
  let remaining = new Map(files.map((name) => [name, importsOf(name).map(({ to }) => to)]));
  for (;;) {
    const rest = new Map([...remaining].filter(([, used]) => used.some((to) => remaining.has(to))));
    if (rest.size === remaining.size) break;
    remaining = rest;
  }
  // A file that only leads to a circle is not part of it.
  for (;;) {
    const used = new Set([...remaining.values()].flat());
    const rest = new Map([...remaining].filter(([name]) => used.has(name)));
    if (rest.size === remaining.size) return [...remaining.keys()];
    remaining = rest;
  }
}

function isAllowed({ from, to }: Import): boolean {
  const [room, used] = [roomOf(from), roomOf(to)];
  for (const [place, forbidden] of Object.entries(neverUses))
    if (isIn(from, place) && forbidden.some((one) => isIn(to, one))) return false;
  if (room !== used) return rooms.indexOf(room) > rooms.indexOf(used);
  const samePart = from.split('/')[1] === to.split('/')[1];
  return (
    !(room in parts) ||
    samePart ||
    rowOf(from) > rowOf(to) ||
    (rowOf(from) === rowOf(to) && parts[room]?.[rowOf(from)]?.[0] === '*')
  );
}

const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

describe('the source', () => {
  it('stands in five rooms and the extensions, each with a README of one screen', () => {
    expect(new Set(files.map(roomOf))).toEqual(new Set(rooms));
    expect(files.filter((name) => roomOf(name) in parts && rowOf(name) < 0)).toEqual([]);
    for (const room of rooms) {
      const text = readFileSync(join(root, room, 'README.md'), 'utf8');
      // Who writes an extension has that page alone.
      const most = room === 'extensions' ? 150 : 40;
      expect(text.split('\n').length, `lines of ${room}/README.md`).toBeLessThan(most);
    }
  });

  it('points down only', () => {
    // Imports of extensions that are still in the core are counted by test/ratchet.test.ts.
    const wrong = files
      .flatMap(importsOf)
      .filter((one) => !isAllowed(one) && !(isIn(one.to, 'extensions') && !isIn(one.from, 'extensions')));
    expect(wrong.map(({ from, to }) => `${from} uses ${to}`)).toEqual([]);
  });

  it('knows another extension only if it needs it', () => {
    const needsOf = (extension: string): string =>
      /\bneeds: \[(.*)\]/.exec(sourceOf(`extensions/${extension}/extension.ts`))?.[1] ?? '';
    expect(needsOf('console')).toContain("'workshop'");
    const wrong = files
      .filter((name) => isIn(name, 'extensions') && !ofTheWhole.has(name))
      .flatMap(importsOf)
      .filter(({ from, to }) => {
        const [, extension = ''] = from.split('/');
        const [room, other = ''] = to.split('/');
        return room === 'extensions' && other !== extension && !needsOf(extension).includes(`'${other}'`);
      });
    expect(wrong.map(({ from, to }) => `${from} uses ${to}`)).toEqual([]);
  });

  it('goes in no circles', () => {
    expect(inCircles()).toEqual([]);
  });

  it('asks for the time in one place only', () => {
    const asks = /\bDate\.now\(\)|\bnew Date\(\s*\)|\bTemporal\.Now\b|\bperformance\.now\(\)/;
    const wrong = files.filter(
      (name) =>
        name !== 'base/clock.ts' && !isForBrowsers(name) && asks.test(withoutComments(sourceOf(name))),
    );
    expect(wrong).toEqual([]);
  });

  it('speaks SQL in the store only', () => {
    const speaks = /\bsql`|\bsql<|from 'kysely'|from 'pg'/;
    const wrong = files.filter(
      (name) =>
        !/^(?:registry|extensions\/[^/]+)\/store\//.test(name) &&
        // It hands the tag on.
        name !== 'extensions/outside.ts' &&
        speaks.test(withoutComments(sourceOf(name))),
    );
    expect(wrong).toEqual([]);
  });

  it('knows of HTTP statuses in the APIs only: below them a failure has a code and a reason', () => {
    const mentions =
      /http_?status|status_?code|\bHTTP [1-5]\d\d\b|\bREST answers\b|\bstatus\w*['"]?\s*[:=]+\s*[1-5]\d\d\b/i;
    const wrong = files.filter(
      (name) =>
        ['registry', 'base'].includes(roomOf(name)) &&
        name !== 'base/error-catalogue.ts' &&
        mentions.test(sourceOf(name)),
    );
    expect(wrong).toEqual([]);
  });

  it('exports everything from the file that declares it', () => {
    const handsOn = /^export (?:type )?(?:\*|\{[^}]*\}) from/m;
    const wrong = files.filter((name) => !isForBrowsers(name) && handsOn.test(sourceOf(name)));
    expect(wrong).toEqual([]);
  });

  it('calls the files of the graph alike, whatever type they are about', () => {
    const ofTypes = files.filter((name) =>
      /^apis\/graphql\/(?!safety\/|subscriptions\/|files\/|nouns\/)[^/]+\//.test(name),
    );
    const known =
      /\/(?:[a-z]+-)?(?:type|fields|inputs|lookahead|queries|mutations|subscriptions|payload|loaders)\.ts$/;
    expect(ofTypes.filter((name) => !known.test(name))).toEqual([]);
    const homes: readonly (readonly [RegExp, RegExp])[] = [
      [/^builder\.queryFields?\(/m, /queries\.ts$/],
      [/^defineMutation\(/m, /mutations\.ts$/],
      [/^builder\.subscriptionField\(/m, /subscriptions\.ts$/],
      [/\bbuilder\.loadableNodeRef\b/, /\/type\.ts$/],
      [/= (?:whereInput|orderInput)\(/, /inputs\.ts$/],
    ];
    const astray = homes.flatMap(([what, home]) =>
      ofTypes
        .filter((name) => what.test(sourceOf(name)) && !home.test(name))
        .map((name) => `${name} has ${what.source}`),
    );
    expect(astray).toEqual([]);
  });

  it('has one file for a small type of the graph with its queries and mutations', () => {
    const nouns = files.filter((name) => name.startsWith('apis/graphql/nouns/'));
    expect(nouns.length).toBeGreaterThan(10);
    expect(nouns.filter((name) => sourceOf(name).split('\n').length > 150)).toEqual([]);
  });

  it('silences no checker', () => {
    const silencer = /@ts-(?:ignore|expect-error|nocheck)|biome-ignore|\bas any\b|:\s*any\b/;
    expect(
      files.filter(
        (name) => silencer.test(withoutComments(sourceOf(name))) || /@ts-|biome-ignore/.test(sourceOf(name)),
      ),
    ).toEqual([]);
  });
});

describe('extensions', () => {
  const made = (name: string, needs: readonly string[] = []): Extension => ({
    name,
    about: 'Made up.',
    needs,
  });

  it('come after those that they need, whatever order they are listed in', () => {
    const listed = [made('last', ['middle', 'first']), made('first'), made('middle', ['first'])];
    expect(inOrder(listed).map(({ name }) => name)).toEqual(['first', 'middle', 'last']);
  });

  it('are refused with a sentence when one needs what is not there, or itself', () => {
    expect(() => inOrder([made('one', ['two'])])).toThrow('the extension one needs two, which is not there');
    expect(() => inOrder([made('one', ['two']), made('two', ['one'])])).toThrow(
      'the extensions one, two need each other',
    );
  });
});
