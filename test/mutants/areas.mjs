/** Who compares what is published, and who may do what, with the descriptions that it comes from. */
const declarations = ['test/apis/graphql/schema.test.ts', 'test/apis/access/declared.test.ts'];

const effects = [
  'src/registry/rules/registrar/guards.ts',
  'src/registry/operations/runner/effects-compared.ts',
  'src/registry/operations/runner/outcomes.ts',
];

/**
 * What can be mutated at a time, and the tests that judge it: the whole suite for each mutant would take weeks. Which
 * of these tests reach a mutant is found out by running them once.
 *
 * @type {Readonly<Record<string, { mutate: string[]; tests: string[]; printed?: string[]; sampledFrom?: string; pure?: string[] }>>}
 */
export const areas = {
  rules: {
    pure: ['src/registry/rules'],
    mutate: ['src/registry/rules/**/*.ts'],
    tests: ['test/registry/rules/**/*.test.ts'],
  },
  /** What a dry run shows, and what an access token may do. */
  effects: {
    pure: effects,
    mutate: effects,
    tests: [
      'test/registry/rules/guards.test.ts',
      'test/registry/operations/effects-summarised.test.ts',
      'test/registry/operations/outcomes-sealed.test.ts',
    ],
  },
  renewal: {
    mutate: [
      'src/registry/operations/domains/model/renewal.ts',
      'src/registry/operations/domains/renew-domain.ts',
      'src/registry/operations/domains/bulk-renew-domains.ts',
      'src/registry/operations/domains/quote-renewal.ts',
    ],
    tests: [
      'test/apis/http/registrar/domains-renew.test.ts',
      'test/apis/http/registrar/domains-bulk-renew.test.ts',
      'test/apis/http/registrar/renewal-prices.test.ts',
      'test/registry/operations/domain-queries.test.ts',
    ],
  },
  refunds: {
    mutate: [
      'src/registry/operations/billing/refund-invoice.ts',
      'src/registry/operations/billing/settle-refund.ts',
      'src/registry/operations/billing/model/refund-under-way.ts',
      'src/registry/operations/billing/model/account-credit.ts',
      'src/registry/operations/billing/model/apply-payment.ts',
    ],
    tests: [
      'test/apis/http/billing/refunds.test.ts',
      'test/apis/http/billing/refund-races.test.ts',
      'test/apis/http/billing/top-up.test.ts',
      'test/apis/http/billing/callback.test.ts',
      'test/apis/parity/billing-refunds.test.ts',
      'test/apis/parity/billing-callback.test.ts',
    ],
  },
  /** Prices, and the keys of writes; guards and outcomes, on which every write relies as well, are in effects. */
  foundations: {
    mutate: ['src/registry/store/registry/zones.ts', 'src/registry/store/runner/idempotency.ts'],
    tests: ['test/registry/store/zones.test.ts', 'test/registry/store/idempotency-keys.test.ts'],
  },
  streams: {
    mutate: ['src/apis/graphql/subscriptions/follow-list.ts', 'src/apis/graphql/subscriptions/list-feed.ts'],
    tests: ['test/apis/graphql/live-lists.test.ts'],
  },
  lifecycle: {
    mutate: ['src/registry/operations/lifecycle/**/*.ts'],
    tests: [
      'test/registry/lifecycle/life-of-a-domain.test.ts',
      'test/registry/lifecycle/side-roads.test.ts',
      'test/registry/lifecycle/kept-and-early.test.ts',
      'test/registry/lifecycle/force-delete.test.ts',
      'test/registry/lifecycle/clean-up.test.ts',
      'test/registry/lifecycle/confirmation.test.ts',
    ],
  },
  /** These are drawn at random, see sampled.mjs. */
  access: {
    sampledFrom: 'src/apis/access',
    mutate: ['src/apis/access/**/*.ts'],
    tests: [
      'test/apis/access/',
      'test/apis/http/throttle.test.ts',
      'test/apis/graphql/stream-budget.test.ts',
    ],
  },
  facade: {
    sampledFrom: 'src/extensions/facade',
    mutate: ['src/extensions/facade/**/*.ts'],
    tests: ['test/extensions/facade/'],
  },
  graphql: {
    sampledFrom: 'src/apis/graphql',
    mutate: ['src/apis/graphql/**/*.ts'],
    tests: [
      'test/apis/graphql/',
      'test/apis/parity/',
      'test/extensions/console/pages/',
      'test/registry/operations/allowed-actions.test.ts',
    ],
    printed: declarations,
  },
  billing: {
    sampledFrom: 'src/registry/operations/billing',
    mutate: ['src/registry/operations/billing/**/*.ts'],
    tests: [
      'test/apis/http/billing/',
      'test/apis/http/registrar/top-up.test.ts',
      'test/apis/parity/billing-',
      'test/extensions/console/pages/',
      'test/apis/access/declared.test.ts',
    ],
    printed: declarations,
  },
  operations: {
    sampledFrom: 'src/registry/operations',
    mutate: ['src/registry/operations/**/*.ts'],
    tests: [
      'apis/access',
      'apis/graphql',
      'apis/http',
      'apis/parity',
      'registry/lifecycle',
      'registry/operations',
      'extensions/console',
      'extensions/site',
      'extensions/sandbox',
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
