import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { notOfCore, ofCore } from './core.ts';

/**
 * What `npm test` leaves out and `npm run test:all` runs, by what it does: how the paths of its files begin. What is left plays every
 * operation over both APIs (test/apis/parity), and needs nothing but the clone. Why: docs/decisions/0032.
 */
export const slow: Readonly<Record<string, readonly string[]>> = {
  'ask one API for every detail, on the database of production': [
    'test/apis/',
    'test/extensions/agents/approvals.',
    'test/extensions/agents/approvals-told.',
    'test/extensions/agents/mcp/',
    'test/extensions/agents/oauth/',
    'test/extensions/public/rdap/',
    'test/extensions/workshop/graphiql.',
    'test/extensions/workshop/tabs.',
  ],
  'start servers and commands': [
    'test/server/process/',
    'test/server/trouble/',
    'test/extensions/public/zones/',
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
  'play a facade and the registry behind it': ['test/extensions/facade/'],
  'bench, prove or try thousands of cases': [
    'test/bench/',
    'test/base/expressions.',
    'test/docs/examples.',
    'test/registry/lifecycle/scheduler.',
    'test/registry/operations/allowed-actions.',
    'test/registry/store/domain-groups.',
    'test/registry/store/domain-search.',
    'test/registry/store/functions.',
    'test/registry/store/ledger-order.',
    'test/registry/store/matching.',
    'test/registry/store/versions.',
  ],
  'use a browser': ['test/extensions/browser/'],
};

/** Listed above with their folder, and not left out: what both APIs do alike, what asks no database, and the life of the one that `npm start` has. */
export const quickAnyway = [
  'test/apis/parity/',
  'test/apis/rest/',
  'test/apis/graphql/own-schema.',
  'test/apis/graphql/schema.',
  'test/server/process/embedded.',
  'test/server/process/prepared.',
];

/** Asks no database, or whichever: CI runs what is quick of this with `npm test` on the embedded one, and not on PostgreSQL once more. */
export const sameOnAnyDatabase = [
  'test/architecture.',
  'test/slow.',
  'test/base/',
  'test/client/',
  'test/registry/rules/',
  'test/apis/rest/',
  'test/apis/graphql/own-schema.',
  'test/apis/graphql/schema.',
  'test/docs/',
  'test/extensions/agents/approvals-pages.',
  'test/extensions/console/pages/',
  'test/extensions/console/site/',
  'test/extensions/site/',
  'test/extensions/workshop/',
  'test/server/health/',
];

/** Of these folders, and not the same on any: what people ask of the tables in SQL, as a role of PostgreSQL, and operators who act at once. */
export const notTheSame = [
  'test/extensions/workshop/questions/',
  'test/extensions/workshop/sql/',
  'test/extensions/console/pages/contact-merge.',
  'test/extensions/console/pages/decisions-at-once.',
  'test/extensions/console/pages/operator-guesses.',
  'test/extensions/console/pages/operators-sign-in.',
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
export const leftOut: Readonly<Record<'quick' | 'after-quick' | 'core', readonly string[]>> = {
  quick: slowFiles,
  core: testFiles.filter((name) => !begins(name, ofCore) || begins(name, Object.values(notOfCore).flat())),
  'after-quick': testFiles.filter(
    (name) => begins(name, sameOnAnyDatabase) && !begins(name, notTheSame) && !slowFiles.includes(name),
  ),
};
