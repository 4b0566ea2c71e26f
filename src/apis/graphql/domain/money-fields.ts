import type { Filter } from '../../../base/filter.ts';
import { listTransactions } from '../../../registry/operations/account/list-transactions.ts';
import { listLedger } from '../../../registry/operations/operator/lists.ts';
import {
  countTransactionsOfDomains,
  transactionsOfDomains,
} from '../../../registry/operations/readers/of-domains.ts';
import type { Transaction } from '../../../registry/operations/readers/shown.ts';
import { isSponsor, seesTransaction } from '../../../registry/rules/visibility.ts';
import { isPast } from '../as-of.ts';
import { builder } from '../builder.ts';
import { type Connection, groupsIn } from '../connections.ts';
import type { Context } from '../context.ts';
import { ownedList } from '../owned-lists.ts';
import { newestFirst, TransactionRef, transactions } from '../transaction/type.ts';
import { DomainRef } from './type.ts';

const payer = ({ actor }: Context): number | undefined =>
  actor.kind === 'registrar' ? actor.registrarId : undefined;

const ofDomain = ownedList<Transaction>({
  pages: (context, wanted, limit) =>
    transactionsOfDomains(context.database.db, wanted, limit, payer(context)),
  counts: (context, ids) => countTransactionsOfDomains(context.database.db, ids, payer(context)),
  placeOf: ({ position }) => position,
});

const none: Connection<Transaction> = {
  edges: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  totalCount: () => Promise.resolve(0),
  groups: () => Promise.resolve({ groups: [], total: 0, rows: 0 }),
};

/** A domain knows what it cost, a charge knows its domain. */
builder.objectField(DomainRef, 'transactions', (t) =>
  t.connection(
    {
      type: TransactionRef,
      nullable: true,
      description:
        'What you were charged for it, newest first; page forward with first and after. Null unless you sponsor it, and in the past. Empty for an access token without the scope BILLING.',
      resolve: async (domain, page, context, info) => {
        const { actor } = context;
        if (!isSponsor(domain, actor) || isPast(domain)) return null;
        if (!seesTransaction({ registrar_id: payer(context) ?? 0 }, actor)) return none as never;
        const operation = actor.kind === 'operator' ? listLedger : listTransactions;
        const only: Filter = { field: 'domainId', is: 'eq', value: domain.id };
        return {
          ...(await ofDomain(context, info, domain.id, page)),
          groups: groupsIn(context, { operation, filter: only, sort: newestFirst }),
        } as never;
      },
    },
    transactions.connection,
  ),
);

builder.objectField(TransactionRef, 'domain', (t) =>
  t.field({
    type: DomainRef,
    nullable: true,
    description: 'The domain that was paid for, while it exists; null for users whose only role is BILLING.',
    resolve: async ({ domain_id }, _, context) => {
      if (domain_id === null) return null;
      const found = await DomainRef.getDataloader(context).loadMany([domain_id]);
      return found[0] instanceof Error ? null : (found[0] ?? null);
    },
  }),
);
