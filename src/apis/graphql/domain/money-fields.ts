import { chargesOfDomains } from '../../../registry/operations/readers/of-domains.ts';
import { isSponsor } from '../../../registry/rules/visibility.ts';
import { isPast } from '../as-of.ts';
import { builder } from '../builder.ts';
import { batched } from '../loading.ts';
import { TransactionRef } from '../transaction/type.ts';
import { DomainRef } from './type.ts';

const ofDomains = batched((db, ids: readonly number[], { actor }) =>
  chargesOfDomains(db, ids, actor.kind === 'registrar' ? actor.registrarId : undefined),
);

/** A domain knows what it cost, a charge knows its domain. */
builder.objectField(DomainRef, 'transactions', (t) =>
  t.field({
    type: [TransactionRef],
    nullable: true,
    description:
      'What you were charged for it, newest first; null unless you sponsor it, and in the past. Empty for an access token without the scope BILLING.',
    resolve: (domain, _, context) =>
      isSponsor(domain, context.actor) && !isPast(domain) ? ofDomains(context).load(domain.id) : null,
  }),
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
