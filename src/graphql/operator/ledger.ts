import { listLedger } from '../../operations/operator/list-ledger.ts';
import { proveLedger } from '../../operations/operator/prove-ledger.ts';
import type { AccountProof } from '../../store/registry/ledger.ts';
import {
  newestFirst,
  placeOf,
  TransactionConnection,
  TransactionRef,
  TransactionWhere,
} from '../account/account.ts';
import { builder } from '../builder.ts';
import { connect } from '../connections.ts';
import { runList } from '../run.ts';
import { toFilter } from '../where.ts';

const AccountProofRef = builder.objectRef<AccountProof>('AccountProof').implement({
  description: 'The account of one registrar, added up anew from all its movements.',
  fields: (t) => ({
    registrar: t.exposeString('registrar', { description: 'The code of the registrar whose account it is.' }),
    balance: t.expose('balance', { type: 'Decimal', description: 'The balance as it is kept, in euros.' }),
    sum: t.expose('sum', {
      type: 'Decimal',
      description: 'The sum of all its movements, in euros; the same as the balance in good books.',
    }),
    transactions: t.exposeInt('transactions', { description: 'How many movements there have been.' }),
    broken: t.exposeInt('broken', {
      description: 'How many movements do not follow from the balance before them; 0 in good books.',
    }),
    adds: t.exposeBoolean('adds', {
      description: 'Whether balance, sum and every single movement fit together.',
    }),
  }),
});

const LedgerProofRef = builder.objectRef<readonly AccountProof[]>('LedgerProof').implement({
  description: 'The accounts of all registrars, added up anew from all their movements.',
  fields: (t) => ({
    adds: t.boolean({
      description: 'Whether every balance is what its movements make it.',
      resolve: (accounts) => accounts.every(({ adds }) => adds),
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
        where: t.arg({ type: TransactionWhere, description: 'Which movements; all of them when left out.' }),
      },
      resolve: (_, { registrar, where, ...page }, context) =>
        connect(context, page, {
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
