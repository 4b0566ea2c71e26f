import { z } from 'zod';
import { ledgerProof } from '../../store/registry/ledger.ts';
import { defineQuery } from '../operation.ts';

/**
 * Proves the ledger for an operator by adding up every account again and comparing balances, running balances and
 * sums. It trusts no stored total and changes nothing.
 */
export const proveLedger = defineQuery({
  name: 'ledger.prove',
  summary: 'Adds up the whole ledger and checks every balance against its movements.',
  permits: ['operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({}),
  errors: [],
  pool: 'background',
  graphql: 'Query.ledgerProof',
  run: ({ db }) => ledgerProof(db),
});
