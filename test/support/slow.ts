import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * What `npm test` leaves out and `npm run test:all` runs, by what makes it slow: how the paths of its files begin. Whatever is not
 * listed needs nothing but the clone, and a second or two for each file.
 */
export const slow: Readonly<Record<string, readonly string[]>> = {
  'start servers and commands': [
    'test/server/process/',
    'test/server/trouble/',
    'test/server/zones/',
    'test/server/cli/cli.',
    'test/client/package.',
    'test/docs/facade-tour.',
    'test/docs/go-live.',
    'test/docs/guide-commands.',
    'test/docs/production-compose.',
    'test/docs/runbooks.',
    'test/docs/tour.',
    'test/docs/webhooks-guide.',
    'test/registry/lifecycle/several-processes.',
    'test/mutants/',
  ],
  'play both APIs side by side, or a facade and the registry behind it': [
    'test/apis/clients/',
    'test/apis/parity/',
    'test/facade/',
  ],
  'bench, prove or try thousands of cases': [
    'test/apis/access/matrix.',
    'test/bench/',
    'test/core/expressions.',
    'test/apis/fuzz/',
    'test/apis/graphql/as-of-proof.',
    'test/apis/graphql/live-lists.',
    'test/apis/graphql/unkept-text.',
    'test/apis/http/bad-requests.',
    'test/apis/http/registrar/bad-input.',
    'test/apis/http/registrar/legal-documents.',
    'test/apis/http/registrar/whole-lists.',
    'test/apis/http/shares.',
    'test/apis/http/stalled-readers.',
    'test/docs/examples.',
    'test/registry/lifecycle/scheduler.',
    'test/registry/operations/allowed-actions.',
    'test/registry/store/domain-groups.',
    'test/registry/store/domain-search.',
    'test/registry/store/ledger-order.',
    'test/registry/store/matching.',
    'test/registry/store/versions.',
  ],
  'play whole days in a browser': ['test/pages/browser/'],
};

/** Listed above with their folder, and not left out: the life of the database that `npm start` has, and the pages that everybody meets first. */
export const quickAnyway = [
  'test/server/process/embedded.',
  'test/server/process/prepared.',
  'test/pages/browser/changes.',
  'test/pages/browser/pages.',
  'test/pages/browser/start.',
];

/** Asks no database, or whichever: CI runs what is quick of this with `npm test` on the embedded one, and not on PostgreSQL once more. */
export const sameOnAnyDatabase = [
  'test/architecture.',
  'test/slow.',
  'test/core/',
  'test/registry/rules/',
  'test/apis/rest/',
  'test/apis/graphql/chart-model.',
  'test/apis/graphql/own-schema.',
  'test/apis/graphql/schema.',
  'test/docs/',
  'test/pages/browser/',
  'test/pages/console/',
  'test/pages/site/dates.',
  'test/pages/site/operator',
  'test/pages/site/pages.',
  'test/pages/site/references.',
];

const root = fileURLToPath(new URL('../..', import.meta.url));

export const testFiles: readonly string[] = readdirSync(`${root}test`, { recursive: true })
  .map((name) => `test/${String(name).replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.test.ts'));

const begins = (name: string, beginnings: readonly string[]): boolean =>
  beginnings.some((start) => name.startsWith(start));

/** By Vitest's mode, the files that it leaves out: `npm test` is `vitest run --mode quick`, and CI runs the rest on PostgreSQL. */
const slowFiles = testFiles.filter(
  (name) => begins(name, Object.values(slow).flat()) && !begins(name, quickAnyway),
);
export const leftOut: Readonly<Record<'quick' | 'after-quick', readonly string[]>> = {
  quick: slowFiles,
  'after-quick': testFiles.filter((name) => begins(name, sameOnAnyDatabase) && !slowFiles.includes(name)),
};
