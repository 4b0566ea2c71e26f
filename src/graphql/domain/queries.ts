import { listDomains } from '../../operations/domains/list-domains.ts';
import { showDomain } from '../../operations/domains/show-domain.ts';
import { showDomainAsOf } from '../../operations/domains/show-domain-as-of.ts';
import type { DomainParts } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { connect } from '../connections.ts';
import { selectionOf, selectionOfItems } from '../lookahead.ts';
import { sortBy } from '../order.ts';
import { runQuery } from '../run.ts';
import { toFilter } from '../where.ts';
import { DomainOrder, DomainWhere } from './filter-inputs.ts';
import type { DomainNode } from './loaders.ts';
import { cursorColumns, domainCursor, partsFor } from './lookahead.ts';
import { DomainConnection, DomainRef } from './type.ts';

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
        type: 'DateTime',
        description:
          'Shows it as it was at this moment, even if it is gone by now; now when left out. Secrets of the past are not shown.',
      }),
    },
    resolve: (_, { name, asOf }, context, info) =>
      asOf
        ? runQuery(context, showDomainAsOf, { name, asOf })
        : runQuery(context, showDomain, { name, parts: partsFor(selectionOf(info), context.actor) }),
  }),
  domains: t.connection(
    {
      type: DomainRef,
      nullable: true,
      description: `${listDomains.summary} Narrow the list down with where and sort it with orderBy.`,
      args: {
        where: t.arg({
          type: DomainWhere,
          description:
            'Which domains; all that you sponsor, or all there are for an operator, when left out.',
        }),
        orderBy: t.arg({
          type: DomainOrder,
          description: 'How to sort them; those that expire first come first when left out.',
        }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) => {
        const sort = sortBy(orderBy, { field: 'expiresAt', descending: false });
        return connect<DomainNode, { parts: DomainParts }>(context, page, info, {
          operation: listDomains,
          with: { parts: partsFor(selectionOfItems(info), context.actor, cursorColumns[sort.field]) },
          filter: toFilter(where, DomainWhere, context),
          sort,
          cursorOf: domainCursor,
        });
      },
    },
    DomainConnection,
  ),
}));
