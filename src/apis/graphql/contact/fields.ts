import type { GraphQLResolveInfo } from 'graphql';
import type { Grouping, Sort } from '../../../base/filter.ts';
import {
  domainCountsOfContacts,
  domainGroupsOfContacts,
  domainPagesOfContacts,
} from '../../../registry/operations/readers/of-contacts.ts';
import type {
  ContactDomains,
  ContactDomainsPage,
  DomainParts,
} from '../../../registry/operations/readers/shown.ts';
import { isOwnContact } from '../../../registry/rules/visibility.ts';
import { entryOf, isPast } from '../as-of.ts';
import { builder } from '../builder.ts';
import {
  type Connection,
  encodeCursor,
  filterCompared,
  type PageArgs,
  pageOf,
  wantedSlice,
} from '../connections.ts';
import type { Context } from '../context.ts';
import type { DomainNode } from '../domain/loaders.ts';
import { cursorColumns, domainCursor, partsFor } from '../domain/lookahead.ts';
import { DomainRef, domains } from '../domain/type.ts';
import { enumOf } from '../enum-of.ts';
import { historyConnection } from '../history/loaders.ts';
import { HistoryEntryConnection, HistoryEntryRef } from '../history/type.ts';
import { documentsOfContact, LegalDocumentRef } from '../legal-document/type.ts';
import { sharedLoader } from '../loading.ts';
import { selectionOfItems } from '../lookahead.ts';
import { permitted } from '../node-visibility.ts';
import { sortBy } from '../order.ts';
import { callOf } from '../run.ts';
import { toFilter } from '../where.ts';
import { ContactRef } from './type.ts';

const DomainRoleEnum = enumOf(
  'DomainRole',
  'The roles that a contact can have on a domain, registrant included.',
  {
    registrant: 'The registrant, who holds the domain.',
    admin: 'An admin contact: decides about the domain.',
    tech: 'A tech contact: looks after the technical side.',
  },
);

const pages = sharedLoader(
  ({ database, calendar, clock }, ids, { parts, ...page }: ContactDomainsPage & { parts: DomainParts }) =>
    domainPagesOfContacts(database.db, ids, page, parts, calendar.dateOf(clock.now())),
);
const counts = sharedLoader(({ database }, ids, which: ContactDomains) =>
  domainCountsOfContacts(database.db, ids, which),
);
const groups = sharedLoader(
  (context, ids, { grouping, ...which }: ContactDomains & { grouping: Grouping }) => {
    const { reading, file } = context;
    const { db } = file?.snapshot ?? reading.from.graphqlReads;
    return context.runner.addUp(callOf(context), () => domainGroupsOfContacts(db, ids, which, grouping));
  },
);

async function domainsConnection(
  context: Context,
  contactId: number,
  which: ContactDomains,
  sort: Sort,
  args: PageArgs,
  info: GraphQLResolveInfo,
): Promise<Connection<DomainNode>> {
  const slice = wantedSlice(args, sort, info, 'forward');
  const page = slice && {
    ...which,
    sort,
    limit: slice.limit + 1,
    after: slice.after,
    parts: partsFor(selectionOfItems(info), context.actor, cursorColumns[sort.field]),
  };
  const rows = page ? await pages(context)(page).load(contactId) : [];
  return {
    ...pageOf(rows, slice, (row) => encodeCursor(domainCursor(row, sort.field), sort)),
    totalCount: () => counts(context)(which).load(contactId),
    groups: async (grouping, compared) => {
      const filter = compared ? filterCompared(which.filter, compared, context) : which.filter;
      return groups(context)({ ...which, filter, grouping }).load(contactId);
    },
  };
}

builder.objectFields(ContactRef, (t) => ({
  domains: t.connection(
    {
      type: DomainRef,
      nullable: true,
      description:
        'The domains of all registrars on which it is registrant, admin or tech contact; page forward with first and after. Null when the contact is not yours, and in the past.',
      args: {
        role: t.arg({
          type: DomainRoleEnum,
          description: 'Only domains on which it has this role; any role when left out.',
        }),
        where: t.arg({ type: domains.Where, description: 'Which of them; all when left out.' }),
        orderBy: t.arg({
          type: domains.Order as NonNullable<typeof domains.Order>,
          description: 'How to sort them; by name when left out.',
        }),
      },
      resolve: (contact, { role, where, orderBy, ...page }, context, info) => {
        const { actor } = context;
        if (!isOwnContact(contact, actor) || isPast(contact)) return null;
        const which = {
          role: role ?? undefined,
          filter: toFilter(where, domains.Where, context),
          viewer: actor.kind === 'registrar' ? actor.registrarId : undefined,
        };
        const sort = sortBy(orderBy, { field: 'name', descending: false });
        return domainsConnection(context, contact.id, which, sort, page, info);
      },
    },
    domains.connection,
  ),
  legalDocuments: t.field({
    type: [LegalDocumentRef],
    nullable: true,
    extensions: permitted(['operator']),
    description:
      'The legal documents that registrars sent with their changes, newest first; null unless you are an operator, and in the past.',
    resolve: (contact, _, context) => (isPast(contact) ? null : documentsOfContact(contact, context)),
  }),
  history: t.connection(
    {
      type: HistoryEntryRef,
      nullable: true,
      description:
        'Its changes with actor and time, newest first; page forward with first and after. Null when the contact is not yours.',
      resolve: (contact, page, context, info) =>
        isOwnContact(contact, context.actor)
          ? historyConnection(context, info, 'contact', contact.id, page, { until: entryOf(contact) })
          : null,
    },
    HistoryEntryConnection,
  ),
}));
