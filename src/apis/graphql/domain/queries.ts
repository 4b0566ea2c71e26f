import { listDomains, pastDomainFields } from '../../../registry/operations/domains/list-domains.ts';
import { showDomain } from '../../../registry/operations/domains/show-domain.ts';
import { showDomainAsOf } from '../../../registry/operations/domains/show-domain-as-of.ts';
import { momentAsked } from '../as-of.ts';
import { builder } from '../builder.ts';
import { listQuery } from '../list.ts';
import { selectionOf, selectionOfItems } from '../lookahead.ts';
import { runQuery } from '../run.ts';
import { cursorColumns, domainCursor, partsFor } from './lookahead.ts';
import { DomainRef, domains } from './type.ts';

builder.queryFields((t) => ({
  domain: t.field({
    type: DomainRef,
    nullable: true,
    description: showDomain.summary,
    args: {
      name: t.arg({
        type: 'DomainName',
        required: true,
        description: 'The name of the domain, such as tamm.ee.',
      }),
      asOf: t.arg({
        type: 'DateTimeOrDuration',
        description:
          'Shows it as it was at this moment ("-P30D" is 30 days ago), even if it is gone by now; now when left out. Null for a domain that you neither sponsor now nor did then. Past secrets are not shown, nor anything of which only the present value is known.',
      }),
    },
    resolve: (_, { name, asOf }, context, info) =>
      asOf
        ? runQuery(context, showDomainAsOf, { name, asOf: momentAsked(asOf, context) })
        : runQuery(context, showDomain, { name, parts: partsFor(selectionOf(info), context.actor) }),
  }),
}));

listQuery('domains', domains, {
  operation: listDomains,
  description: `${listDomains.summary} Narrow the list down with where and sort it with orderBy.`,
  where: 'Which domains; all that you sponsor, or all there are for an operator, when left out.',
  orderBy: 'How to sort them; those that expire first come first when left out.',
  usual: { field: 'expiresAt', descending: false },
  past: pastDomainFields,
  with: ({ actor }, info, { field }) => ({
    parts: partsFor(selectionOfItems(info), actor, cursorColumns[field]),
  }),
  cursorOf: domainCursor,
});
