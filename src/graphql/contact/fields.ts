import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import {
  type DomainsPage,
  domainCountsInRole,
  domainPagesOfContacts,
} from '../../operations/readers/of-contacts.ts';
import type { DomainRole } from '../../operations/readers/shown.ts';
import { isOwnContact } from '../../rules/visibility.ts';
import { builder } from '../builder.ts';
import { type Connection, encodeCursor, type PageArgs, pageOf, wantedSlice } from '../connections.ts';
import type { Context } from '../context.ts';
import type { DomainNode } from '../domain/loaders.ts';
import { partsFor } from '../domain/lookahead.ts';
import { DomainConnection, DomainRef } from '../domain/type.ts';
import { historyConnection } from '../history/loaders.ts';
import { HistoryEntryConnection, HistoryEntryRef } from '../history/type.ts';
import { selectionOfItems } from '../lookahead.ts';
import { ContactRef } from './type.ts';

const DomainRoleEnum = builder.enumType('DomainRole', {
  description: 'The parts that a contact can play on a domain, holding it included.',
  values: {
    REGISTRANT: { value: 'registrant', description: 'Holds the domain: it is theirs.' },
    ADMIN: { value: 'admin', description: 'An admin contact: decides about the domain.' },
    TECH: { value: 'tech', description: 'A tech contact: looks after the technical side.' },
  } as const,
});

const byName = { field: 'name', descending: false } as const;

// Contacts of one page ask for the same page of domains: those share two statements, and one for each relation.
const pages = createContextCache(({ database, calendar, clock }: Context) => {
  const loaders = new Map<string, DataLoader<number, DomainNode[]>>();
  return (page: DomainsPage): DataLoader<number, DomainNode[]> => {
    const key = JSON.stringify(page);
    const known = loaders.get(key);
    if (known) return known;
    const loader = new DataLoader<number, DomainNode[]>((ids) =>
      domainPagesOfContacts(database.db, ids, page, calendar.dateOf(clock.now())),
    );
    loaders.set(key, loader);
    return loader;
  };
});

const counts = createContextCache(({ database }: Context) => {
  const loaders = new Map<DomainRole | undefined, DataLoader<number, number>>();
  return (role: DomainRole | undefined): DataLoader<number, number> => {
    const loader =
      loaders.get(role) ??
      new DataLoader<number, number>((ids) => domainCountsInRole(database.db, ids, role));
    loaders.set(role, loader);
    return loader;
  };
});

async function domainsConnection(
  context: Context,
  contactId: number,
  role: DomainRole | undefined,
  args: PageArgs,
  info: GraphQLResolveInfo,
): Promise<Connection<DomainNode>> {
  const slice = wantedSlice(args, byName, info, 'forward');
  const page = slice && {
    role,
    limit: slice.limit + 1,
    afterName: slice.after?.value ?? undefined,
    parts: partsFor(selectionOfItems(info), 'name'),
  };
  const rows = page ? await pages(context)(page).load(contactId) : [];
  return {
    ...pageOf(rows, slice, (row) => encodeCursor({ value: row.name, id: row.id }, byName)),
    totalCount: () => counts(context)(role).load(contactId),
  };
}

builder.objectFields(ContactRef, (t) => ({
  domains: t.connection(
    {
      type: DomainRef,
      nullable: true,
      description:
        'The domains on which it stands, whoever sponsors them, sorted by name; read forward with first and after. Null when the contact is not yours.',
      args: {
        role: t.arg({
          type: DomainRoleEnum,
          description: 'Only domains on which it plays this part; any part when left out.',
        }),
      },
      resolve: (contact, { role, ...page }, context, info) =>
        isOwnContact(contact, context.actor)
          ? domainsConnection(context, contact.id, role ?? undefined, page, info)
          : null,
    },
    DomainConnection,
  ),
  history: t.connection(
    {
      type: HistoryEntryRef,
      nullable: true,
      description:
        'Who has changed what about it and when, newest first; read forward with first and after. Null when the contact is not yours.',
      resolve: (contact, page, context, info) =>
        isOwnContact(contact, context.actor)
          ? historyConnection(context, info, 'contact', contact.id, page)
          : null,
    },
    HistoryEntryConnection,
  ),
}));
