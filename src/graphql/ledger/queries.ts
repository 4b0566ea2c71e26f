import { listLedger } from '../../operations/operator/list-ledger.ts';
import { proveLedger } from '../../operations/operator/prove-ledger.ts';
import { TransactionWhere } from '../account/inputs.ts';
import { newestFirst, placeOf, TransactionConnection, TransactionRef } from '../account/type.ts';
import { builder } from '../builder.ts';
import { connect } from '../connections.ts';
import { runList } from '../run.ts';
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
        where: t.arg({ type: TransactionWhere, description: 'Which movements; all of them when left out.' }),
      },
      resolve: (_, { registrar, where, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listLedger,
          filter: {
            and: [
              toFilter(where, TransactionWhere, context) ?? { and: [] },
              ...(registrar ? [{ field: 'registrar', is: 'eq', value: registrar } as const] : []),
            ],
          },
          sort: newestFirst,
          cursorOf: placeOf,
        }),
    },
    TransactionConnection,
  ),
  ledgerProof: t.field({
    type: LedgerProofRef,
    nullable: true,
    description: proveLedger.summary,
    resolve: (_, __, context) => runList(context, proveLedger, {}),
  }),
}));
