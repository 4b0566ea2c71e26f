import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../src', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.generated.ts'))
  .sort();
const sourceOf = (name: string): string => readFileSync(join(root, name), 'utf8');

/**
 * The layers, top to bottom (CONTRIBUTING.md#layers): a part may import from the layers below it, never from one
 * above or beside it.
 */
const layers: readonly (readonly string[])[] = [
  ['main.ts', 'try-facade.ts', 'generate.ts', 'prepare.ts', 'cli'],
  ['serve.ts', 'starting.ts'],
  ['workers'],
  ['extensions.ts'],
  ['app.ts', 'shutdown.ts', 'docs'],
  ['container.ts'],
  ['integrations.ts'],
  ['facade', 'sandbox', 'console', 'graphiql', 'agents'],
  ['extension-points.ts'],
  ['jobs'],
  ['questions'],
  ['graphql'],
  ['web'],
  ['rest'],
  ['outbox'],
  ['services.ts'],
  ['operations', 'access'],
  ['rules', 'entities', 'store', 'providers'],
  ['config.ts'],
  ['core'],
];
/**
 * What stands below and is still none of its business: a door never calls another door, and reads nothing from the
 * store by itself but asks an operation, or one of operations/readers.
 */
const neverUses: Readonly<Record<string, readonly string[]>> = {
  graphql: ['web', 'rest', 'store'],
  rest: ['store'],
  web: ['store'],
};
const mayUseBeside: Readonly<Record<string, readonly string[]>> = {
  entities: ['rules'],
  store: ['rules', 'entities'],
  providers: ['rules'],
  cli: ['main.ts', 'try-facade.ts'],
};

/** Folders apart from the core, and the composition root: the files that may name them. */
const apart = ['facade', 'sandbox', 'console', 'graphiql', 'agents'];
const compositionRoot = ['extensions.ts', 'serve.ts', 'try-facade.ts', 'generate.ts'];

const layerOf = (part: string): number => layers.findIndex((layer) => layer.includes(part));
const partOf = (name: string): string => name.split('/')[0] ?? name;

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
  const [user, used] = [partOf(from), partOf(to)];
  if (user === used) return true;
  if (neverUses[user]?.includes(used)) return false;
  const [above, below] = [layerOf(user), layerOf(used)];
  return above < below || (above === below && (mayUseBeside[user] ?? []).includes(used));
}

const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

describe('the source', () => {
  it('belongs to a known layer, every file of it', () => {
    expect(files.map(partOf).filter((part) => layerOf(part) < 0)).toEqual([]);
  });

  it('points down only', () => {
    const wrong = files.flatMap(importsOf).filter((one) => !isAllowed(one));
    expect(wrong.map(({ from, to }) => `${from} uses ${to}`)).toEqual([]);
  });

  it('names the facade, the sandbox, the console, GraphiQL and the agents in the composition root only', () => {
    const wrong = files
      .flatMap(importsOf)
      .filter(({ from, to }) => apart.includes(partOf(to)) && partOf(from) !== partOf(to))
      .filter(({ from }) => !compositionRoot.includes(from));
    expect(wrong.map(({ from, to }) => `${from} names ${to}`)).toEqual([]);
  });

  it('uses the words that engineers know', () => {
    const own =
      /\b(?:houses?|openHouse|[Dd]oors?|[Ff]reshly|[Ll]anes?|[Rr]eckon(?:s|ed|ing)?|[Ss]uspicion|[Uu]ntold|inFront\w*|InFront|shortWay\w*|BoundedMemory|Underway|Turns|Slots|Guesses|judgedLater|orSpelt|minglesWithRefund|writeWhatStays|ifUndone|stillThere\w*|preparesAgain|lookAgain\w*|receivedAtOrLongAgo|deadLetterRevive|mend(?:s|ed)?|cellar|patient|[Tt]old\w*|\w*Told\w*|[Ww]ho(?:so|m)?ever|let in|kept back|called off|stands? against|behind us|\w*[Gg]iveUp\w*|givenUp|whyNot|lackOf\w*|whoMay|mayPass|isTellingName|[Hh]andOut|[Tt]ime ?[Mm]achine\w*|[Tt]ime ?[Kk]eep\w*|take(?:Up|Over)\w+|letGo\w*|Stretch|whenGone|tellsOwner|notThere|kindsMade|\w+Then|keepHolding|\w*UpstreamTrouble|NotUnderstood|lookBack|carryOut\w*|nobodyYet|forgetStrangers|keepSomebodyIn|keepHintsFromNobody|hearsOf|isUnheard|isHeardAfterAll|calledOff\w*|whyOff|theMirror|holdToGuards|inItsForm|becameOf|boughtWith|wouldBeIn|eitherWay|inPortions|sendNothingHere|withCommandsOfHere|judge(?:InTurn|Secret|Document)|mustAsk|payFor|orBare|howLong|outside-command|parts\.outside|standingsOf|[Pp]ortions?|[Ww]aiters?|passwordMark|isListenedTo|asTrouble|refundWhatIsLeft|raiseOnce|pendingConfirmations|scene|leftMs|(?:interface|type|class) (?:Asked|Given|Wanted|Told|Found|Made|Kept|Shown|Seen|Held|Sent|Asking))\b/g;
    // Names that users rely on, and a house in a street.
    const known =
      /'(?:zonegraph\.)?door'|\bdoor(?= and result)|\bdoor(?=[,:)} ]*[):}])|street and house|number of the house|\bdoor, result/g;
    const wrong = files.flatMap((name) =>
      [...`${name}\n${sourceOf(name).replaceAll(known, '')}`.matchAll(own)].map(
        ([word]) => `${name}: ${word}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('is tested in plain sentences', () => {
    const tests = join(root, '../test');
    // Also on a line of its own, and after the rows of a table, whose own texts are no titles.
    const title =
      /(?:\b(?:it|test|describe|title|parallel)\b[^'"`\n]*|\b(?:it|test|describe)\(\s*|\)\(\s*)(['"`])((?:(?!\1).)*)\1/g;
    const unclear = /\b(?:told|who(?:so|m)?ever|those who)\b/i;
    const wrong = readdirSync(tests, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .flatMap((name) =>
        [...readFileSync(join(tests, name), 'utf8').matchAll(title)].flatMap(([, , words = '']) =>
          unclear.test(words) ? [`${name}: ${words}`] : [],
        ),
      );
    expect(wrong).toEqual([]);
  });

  it('goes in no circles', () => {
    expect(inCircles()).toEqual([]);
  });

  it('asks for the time in one place only', () => {
    const asks = /\bDate\.now\(\)|\bnew Date\(\s*\)|\bTemporal\.Now\b|\bperformance\.now\(\)/;
    const wrong = files.filter(
      (name) => name !== 'core/clock.ts' && asks.test(withoutComments(sourceOf(name))),
    );
    expect(wrong).toEqual([]);
  });

  it('speaks SQL in the store only', () => {
    const speaks = /\bsql`|\bsql<|from 'kysely'|from 'pg'/;
    const wrong = files.filter(
      (name) => partOf(name) !== 'store' && speaks.test(withoutComments(sourceOf(name))),
    );
    expect(wrong).toEqual([]);
  });

  it('knows of HTTP statuses in the APIs only: below them a failure has a code and a reason', () => {
    const mentions =
      /http_?status|status_?code|\bHTTP [1-5]\d\d\b|\bREST answers\b|\bstatus\w*['"]?\s*[:=]+\s*[1-5]\d\d\b/i;
    const below = ['operations', 'rules', 'store', 'core'];
    const wrong = files.filter(
      (name) =>
        below.includes(partOf(name)) && name !== 'core/error-catalogue.ts' && mentions.test(sourceOf(name)),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps every file under 400 lines and every operation under 150', () => {
    const lines = (name: string): number => sourceOf(name).split('\n').length - 1;
    expect(files.filter((name) => lines(name) > 400)).toEqual([]);
    const operations = files.filter((name) =>
      /(?<!function )define(?:Command|Query|ExternalCommand)\b/.test(sourceOf(name)),
    );
    const long = operations.filter((name) => partOf(name) === 'operations' && lines(name) > 150);
    expect(long).toEqual([]);
  });

  it('exports everything from the file that declares it', () => {
    const handsOn = /^export (?:type )?(?:\*|\{[^}]*\}) from/m;
    const wrong = files.filter((name) => handsOn.test(sourceOf(name)));
    expect(wrong).toEqual([]);
  });

  it('calls the files of the graph alike, whatever type they are about', () => {
    const ofTypes = files.filter((name) =>
      /^graphql\/(?!safety\/|subscriptions\/|files\/)[^/]+\//.test(name),
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

  it('silences no checker', () => {
    const silencer = /@ts-(?:ignore|expect-error|nocheck)|biome-ignore|\bas any\b|:\s*any\b/;
    expect(
      files.filter(
        (name) => silencer.test(withoutComments(sourceOf(name))) || /@ts-|biome-ignore/.test(sourceOf(name)),
      ),
    ).toEqual([]);
  });
});
