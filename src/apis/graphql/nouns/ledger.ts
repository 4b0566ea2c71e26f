import { listLedger } from '../../../registry/operations/operator/lists.ts';
import { proveLedger } from '../../../registry/operations/operator/prove-ledger.ts';
import type { AccountProof } from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { connect } from '../connections.ts';
import { currency } from '../currency.ts';
import { measure } from '../measures.ts';
import { RegistrarRef } from '../registrar/type.ts';
import { runList } from '../run.ts';
import { newestFirst, placeOf, TransactionRef, transactions } from '../transaction/type.ts';
import { toFilter } from '../where.ts';

const AccountProofRef = builder.objectRef<AccountProof>('AccountProof').implement({
  description: 'The account of one registrar, added up again from all its movements.',
  fields: (t) => ({
    registrar: t.field({
      type: RegistrarRef,
      description: 'The registrar whose account it is.',
      resolve: ({ registrar_id }) => registrar_id,
    }),
    balance: t.expose('balance', {
      type: 'Decimal',
      extensions: measure('LEVEL', 'EUR'),
      description: 'The stored balance, in euros.',
    }),
    amount: t.expose('sum', {
      type: 'Decimal',
      extensions: measure('LEVEL', 'EUR'),
      description: 'All its movements added up, in euros; the same as the balance in a consistent ledger.',
    }),
    currency: currency(t),
    transactions: t.exposeInt('transactions', {
      extensions: measure('COUNT'),
      description: 'How many movements there have been.',
    }),
    broken: t.exposeInt('broken', {
      extensions: measure('COUNT'),
      description: 'How many movements do not follow from the balance before them; 0 in a consistent ledger.',
    }),
    balanced: t.exposeBoolean('balanced', {
      description: 'Whether the balance, the sum and every single movement are consistent.',
    }),
  }),
});

const LedgerProofRef = builder.objectRef<readonly AccountProof[]>('LedgerProof').implement({
  description: 'The accounts of all registrars, added up again from all their movements.',
  fields: (t) => ({
    balanced: t.boolean({
      description: 'Whether every balance equals the sum of its movements.',
      resolve: (accounts) => accounts.every(({ balanced }) => balanced),
    }),
    accounts: t.field({
      type: [AccountProofRef],
      description: 'The outcome for each account.',
      resolve: (accounts) => [...accounts],
    }),
  }),
});

builder.queryFields((t) => ({
  ledger: t.connection(
    {
      type: TransactionRef,
      nullable: true,
      description: `${listLedger.summary} Newest first.`,
      args: {
        registrar: t.arg.string({
          description:
            'Only movements on the account of the registrar with this code; on all accounts when left out.',
        }),
        where: t.arg({
          type: transactions.Where,
          description: 'Which movements; all of them when left out.',
        }),
      },
      resolve: (_, { registrar, where, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listLedger,
          filter: {
            and: [
              toFilter(where, transactions.Where, context) ?? { and: [] },
              ...(registrar ? [{ field: 'registrar', is: 'eq', value: registrar } as const] : []),
            ],
          },
          sort: newestFirst,
          cursorOf: placeOf,
        }),
    },
    transactions.connection,
  ),
  ledgerProof: t.field({
    type: LedgerProofRef,
    nullable: true,
    description: proveLedger.summary,
    resolve: (_, __, context) => runList(context, proveLedger, {}),
  }),
}));
