import { listDomains, pastDomainFields } from '../../operations/domains/list-domains.ts';
import { showDomain } from '../../operations/domains/show-domain.ts';
import { showDomainAsOf } from '../../operations/domains/show-domain-as-of.ts';
import type { DomainParts } from '../../operations/readers/shown.ts';
import { clockOf, momentAsked, pastOf } from '../as-of.ts';
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
        type: 'DateTimeOrDuration',
        description:
          'Shows it as it was at this moment ("-P30D" is 30 days ago), even if it is gone by now; now when left out. Secrets of the past are not shown, nor what is only known of now.',
      }),
    },
    resolve: (_, { name, asOf }, context, info) =>
      asOf
        ? runQuery(context, showDomainAsOf, { name, asOf: momentAsked(asOf, context) })
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
        asOf: t.arg({
          type: 'DateTimeOrDuration',
          description:
            'The list as it was at this moment: "2026-06-30T23:59:59+03:00", "-P30D"; now when left out. Distances in where count from it, and where, orderBy and groups take what history keeps.',
        }),
      },
      resolve: (_, { where, orderBy, asOf, ...page }, context, info) => {
        const sort = sortBy(orderBy, { field: 'expiresAt', descending: false });
        const past = asOf ? pastOf(asOf, page, context, pastDomainFields) : undefined;
        return connect<DomainNode, { parts: DomainParts; asOf?: Date | undefined }>(context, page, info, {
          operation: listDomains,
          with: {
            parts: partsFor(selectionOfItems(info), context.actor, cursorColumns[sort.field]),
            asOf: past?.moment,
          },
          past,
          filter: toFilter(where, DomainWhere, clockOf(past, context)),
          sort,
          cursorOf: domainCursor,
        });
      },
    },
    DomainConnection,
  ),
}));
