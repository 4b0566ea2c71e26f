import { listDomains } from '../../operations/domains/list-domains.ts';
import { showDomain } from '../../operations/domains/show-domain.ts';
import { showDomainAsOf } from '../../operations/domains/show-domain-as-of.ts';
import type { Domain } from '../../store/domains.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { selectedFields, selectedOnNodes } from '../lookahead.ts';
import { runQuery } from '../run.ts';
import { toFilter } from '../where.ts';
import { DomainConnection, DomainRef } from './domain.ts';
import { type DomainNode, relate } from './related.ts';
import { DomainOrder, DomainWhere, domainKinds } from './where.ts';

builder.queryFields((t) => ({
  domain: t.field({
    type: DomainRef,
    nullable: true,
    description: showDomain.summary,
    args: {
      name: t.arg({ type: 'DomainName', required: true, description: 'Its name.' }),
      asOf: t.arg({
        type: 'DateTime',
        description:
          'As it was at this moment, also when it is gone by now; secrets of the past are not shown.',
      }),
    },
    resolve: async (_, { name, asOf }, context, info) => {
      if (asOf) return runQuery(context, showDomainAsOf, { name, asOf });
      const found = await runQuery(context, showDomain, { name });
      if (!found) return null;
      const [domain] = await relate(context.database.db, [found], selectedFields(info));
      return domain ?? null;
    },
  }),
  domains: t.connection(
    {
      type: DomainRef,
      nullable: true,
      description: listDomains.summary,
      args: {
        where: t.arg({ type: DomainWhere, description: 'Which ones; all when left out.' }),
        orderBy: t.arg({
          type: DomainOrder,
          description: 'Those that expire first come first when left out.',
        }),
      },
      resolve: async (_, { where, orderBy, ...page }, context, info) => {
        const { edges, ...connection } = await connect<Domain>(context, page, {
          operation: listDomains,
          filter: toFilter(where, domainKinds, context),
          sort: orderBy
            ? { field: orderBy.field, descending: orderBy.direction === 'DESC' }
            : { field: 'expiresAt', descending: false },
          cursorOf: domainCursor,
        });
        const nodes = await relate(
          context.database.db,
          edges.map(({ node }) => node),
          selectedOnNodes(info),
        );
        return {
          ...connection,
          edges: edges.map((edge, index) => ({ ...edge, node: nodes[index] as DomainNode })),
        };
      },
    },
    DomainConnection,
  ),
}));

function domainCursor(row: Domain, field: string) {
  switch (field) {
    case 'name':
      return { value: row.name, id: row.id };
    case 'registrantName':
      return { value: row.registrant_name, id: row.id };
    case 'createdAt':
      return instantCursor(row.created_at, row.id);
    case 'updatedAt':
      return instantCursor(row.updated_at, row.id);
    default:
      return instantCursor(row.expires_at, row.id);
  }
}
