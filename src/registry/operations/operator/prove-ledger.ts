import { z } from 'zod';
import { ledgerProof } from '../../store/registry/ledger.ts';
import { defineQuery } from '../operation.ts';

/** Balances, running balances and sums are computed anew; stored totals are not trusted. */
export const proveLedger = defineQuery({
  name: 'ledger.prove',
  summary: 'Adds up the whole ledger and checks every balance against its movements.',
  permits: ['operator'],
  scope: 'READ',
  input: z.object({}),
  errors: [],
  pool: 'background',
  graphql: 'Query.ledgerProof',
  run: ({ db }) => ledgerProof(db),
});
