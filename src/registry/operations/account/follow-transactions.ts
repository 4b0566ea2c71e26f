import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { lastTransaction, transactionsAfter } from '../../store/registry/accounts.ts';
import { defineQuery } from '../operation.ts';

/**
 * Reads the movements on the registrar's account after the last one seen, for the subscription. Movements on one
 * account become visible in the order of their positions, because each locks the account.
 */
export const followTransactions = defineQuery({
  name: 'account.follow-transactions',
  summary: "Reads the charges and credits on the registrar's account after the last one seen.",
  permits: ['registrar'],
  scope: 'BILLING',
  input: z.object({
    /** null: only return where the end is. */
    after: z.int().nullable(),
    limit: z.int().positive(),
  }),
  errors: [],
  run: async ({ db, actor }, { after, limit }) => {
    const { registrarId } = registrarOf(actor);
    if (after === null) return { rows: [], last: (await lastTransaction(db, registrarId))?.id ?? 0 };
    const rows = await transactionsAfter(db, registrarId, after, limit);
    return { rows, last: rows.at(-1)?.id ?? after };
  },
});
