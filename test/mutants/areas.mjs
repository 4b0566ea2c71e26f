/** Who compares what is published, and who may do what, with the descriptions that it comes from. */
const declarations = ['test/graphql/schema.test.ts', 'test/access/declared.test.ts'];

/**
 * What can be mutated at a time, and the tests that judge it: the whole suite for each mutant would take weeks. Which
 * of these tests reach a mutant is found out by running them once.
 *
 * @type {Readonly<Record<string, { mutate: string[]; tests: string[]; printed?: string[]; sampledFrom?: string }>>}
 */
export const areas = {
  rules: { mutate: ['src/rules/**/*.ts'], tests: ['test/rules/**/*.test.ts'] },
  renewal: {
    mutate: [
      'src/operations/domains/model/renewal.ts',
      'src/operations/domains/renew-domain.ts',
      'src/operations/domains/bulk-renew-domains.ts',
      'src/operations/domains/quote-renewal.ts',
    ],
    tests: [
      'test/http/registrar/domains-renew.test.ts',
      'test/http/registrar/domains-bulk-renew.test.ts',
      'test/http/registrar/renewal-prices.test.ts',
      'test/operations/domain-queries.test.ts',
    ],
  },
  refunds: {
    mutate: [
      'src/operations/billing/refund-invoice.ts',
      'src/operations/billing/settle-refund.ts',
      'src/operations/billing/model/refund-under-way.ts',
      'src/operations/billing/model/account-credit.ts',
      'src/operations/billing/model/apply-payment.ts',
    ],
    tests: [
      'test/http/billing/refunds.test.ts',
      'test/http/billing/refund-races.test.ts',
      'test/http/billing/top-up.test.ts',
      'test/http/billing/callback.test.ts',
      'test/parity/billing-refunds.test.ts',
      'test/parity/billing-callback.test.ts',
    ],
  },
  lifecycle: {
    mutate: ['src/operations/lifecycle/**/*.ts'],
    tests: [
      'test/lifecycle/life-of-a-domain.test.ts',
      'test/lifecycle/side-roads.test.ts',
      'test/lifecycle/kept-and-early.test.ts',
      'test/lifecycle/force-delete.test.ts',
      'test/lifecycle/clean-up.test.ts',
      'test/lifecycle/confirmation.test.ts',
    ],
  },
  /** These are drawn at random, see sampled.mjs. */
  access: {
    sampledFrom: 'src/access',
    mutate: ['src/access/**/*.ts'],
    tests: ['test/access/', 'test/http/throttle.test.ts', 'test/graphql/stream-budget.test.ts'],
  },
  facade: {
    sampledFrom: 'src/facade',
    mutate: ['src/facade/**/*.ts'],
    tests: ['test/facade/'],
  },
  graphql: {
    sampledFrom: 'src/graphql',
    mutate: ['src/graphql/**/*.ts'],
    tests: ['test/graphql/', 'test/parity/', 'test/console/', 'test/operations/allowed-actions.test.ts'],
    printed: declarations,
  },
  billing: {
    sampledFrom: 'src/operations/billing',
    mutate: ['src/operations/billing/**/*.ts'],
    tests: [
      'test/http/billing/',
      'test/http/registrar/top-up.test.ts',
      'test/parity/billing-',
      'test/console/',
      'test/access/declared.test.ts',
    ],
    printed: declarations,
  },
  operations: {
    sampledFrom: 'src/operations',
    mutate: ['src/operations/**/*.ts'],
    tests: [
      'access',
      'graphql',
      'http',
      'lifecycle',
      'operations',
      'console',
      'parity',
      'sandbox',
      'web',
    ].map((folder) => `test/${folder}/`),
    printed: declarations,
  },
};

/** `npm run mutants` takes the rules; `MUTANTS=renewal npm run mutants` another area. */
export const chosen = process.env.MUTANTS ?? 'rules';
if (!(chosen in areas)) throw new Error(`MUTANTS is one of ${Object.keys(areas).join(', ')}`);
export const area = areas[chosen];
/** In percent: with fewer noticed, the run ends with 1. */
export const leastNoticed = 85;
