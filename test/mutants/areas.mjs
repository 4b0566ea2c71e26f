/**
 * What can be mutated at a time, and the tests that judge it: the whole suite for each mutant would take weeks. Which
 * of these tests reach a mutant is found out by running them once.
 *
 * @type {Readonly<Record<string, { mutate: string[]; tests: string[] }>>}
 */
export const areas = {
  rules: { mutate: ['src/rules/**/*.ts'], tests: ['test/rules/**/*.test.ts'] },
  renewal: {
    mutate: ['src/operations/domains/{renewal,renew-domain,bulk-renew-domains,quote-renewal}.ts'],
    tests: [
      'test/http/registrar/{domains-renew,domains-bulk-renew,renewal-prices}.test.ts',
      'test/operations/domain-queries.test.ts',
    ],
  },
  refunds: {
    mutate: ['src/operations/billing/{refund-invoice,account-credit,apply-payment}.ts'],
    tests: [
      'test/http/billing/{refunds,top-up,callback}.test.ts',
      'test/parity/billing-{refunds,callback}.test.ts',
    ],
  },
  lifecycle: {
    mutate: ['src/operations/lifecycle/**/*.ts'],
    tests: [
      'test/lifecycle/{life-of-a-domain,side-roads,kept-and-early,force-delete,clean-up,confirmation}.test.ts',
    ],
  },
};

/** `npm run mutants` takes the rules; `MUTANTS=renewal npm run mutants` another area. */
export const chosen = process.env.MUTANTS ?? 'rules';
if (!(chosen in areas)) throw new Error(`MUTANTS is one of ${Object.keys(areas).join(', ')}`);
export const area = areas[chosen];
