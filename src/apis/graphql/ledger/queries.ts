import { listLedger } from '../../../registry/operations/operator/lists.ts';
import { proveLedger } from '../../../registry/operations/operator/prove-ledger.ts';
import { builder } from '../builder.ts';
import { connect } from '../connections.ts';
import { runList } from '../run.ts';
import { newestFirst, placeOf, TransactionRef, transactions } from '../transaction/type.ts';
import { toFilter } from '../where.ts';
import { LedgerProofRef } from './type.ts';

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
