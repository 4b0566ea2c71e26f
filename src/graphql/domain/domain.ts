import { type Actor, isOf, isPermitted } from '../../core/actor.ts';
import type { ContactRole, DomainContact } from '../../store/domain-relations.ts';
import { domainsById } from '../../store/domains.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { ContactRef } from '../contact/contact.ts';
import type { Context } from '../context.ts';
import { HistoryEntryConnection, HistoryEntryRef, historyConnection } from '../history/history-entry.ts';
import { byId, rowId } from '../loading.ts';
import { nodeIsVisible } from '../node-visibility.ts';
import { RegistrarRef } from '../registrar/registrar.ts';
import { DnssecKeyRef, DomainStatusRef, NameserverRef } from './parts.ts';
import { contactLoader, type DomainNode, keyLoader, nameserverLoader } from './related.ts';

export const DomainRef = builder.loadableNodeRef<DomainNode, number>('Domain', {
  id: { resolve: (domain) => domain.id, parse: rowId },
  load: async (ids, { database, calendar, clock }) =>
    byId(ids, await domainsById(database.db, ids, calendar.dateOf(clock.now()))),
});

export const isSponsor = (domain: DomainNode, actor: Actor): boolean =>
  actor.kind === 'operator' || (isPermitted(actor, ['registrar:epp']) && isOf(domain.registrar_id, actor));

export const ContactRoleEnum = builder.enumType('ContactRole', {
  description: 'The part a contact plays on a domain.',
  values: {
    ADMIN: { value: 'admin', description: 'Decides about the domain.' },
    TECH: { value: 'tech', description: 'Looks after its technical side.' },
  } as const,
});

DomainRef.implement({
  description: 'A registered domain name with all that hangs on it.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'Its name in lower-case Unicode.' }),
    punycode: t.exposeString('name_puny', { description: 'Its name in ASCII, as DNS knows it.' }),
    registrar: t.field({
      type: RegistrarRef,
      description: 'The registrar that sponsors it.',
      resolve: (domain) => domain.related?.registrar ?? domain.registrar_id,
    }),
    registrant: t.field({
      type: ContactRef,
      description: 'Who holds it.',
      resolve: (domain) => domain.related?.registrant ?? domain.registrant_id,
    }),
    adminContacts: t.field({
      type: [ContactRef],
      description: 'Who decides about it.',
      resolve: (domain, _, context) => inRole('admin', domain, context),
    }),
    techContacts: t.field({
      type: [ContactRef],
      description: 'Who looks after its technical side.',
      resolve: (domain, _, context) => inRole('tech', domain, context),
    }),
    contacts: t.field({
      type: [ContactRef],
      description: 'Its admin and tech contacts, or those of one role.',
      args: { role: t.arg({ type: ContactRoleEnum, description: 'Only this role; both when left out.' }) },
      resolve: (domain, { role }, context) => inRole(role ?? undefined, domain, context),
    }),
    nameservers: t.field({
      type: [NameserverRef],
      description: 'Where DNS finds it, in the order they were added.',
      resolve: (domain, _, context) =>
        domain.related?.nameservers?.slice() ??
        nameserverLoader(context)
          .load(domain.id)
          .then((rows) => [...rows]),
    }),
    dnssecKeys: t.field({
      type: [DnssecKeyRef],
      description: 'Its DNSSEC keys.',
      resolve: (domain, _, context) =>
        domain.related?.keys?.slice() ??
        keyLoader(context)
          .load(domain.id)
          .then((rows) => [...rows]),
    }),
    statuses: t.field({
      type: [DomainStatusRef],
      description: 'Its current statuses.',
      resolve: ({ statuses, status_notes, status_times }) =>
        statuses.map((name) => ({
          name,
          note: status_notes[name] ?? null,
          setAt: status_times[name] ?? null,
        })),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was registered.',
      resolve: (domain, _, { calendar }) => calendar.format(domain.created_at),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last changed.',
      resolve: (domain, _, { calendar }) => calendar.format(domain.updated_at),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When its period ends.',
      resolve: (domain, _, { calendar }) => calendar.format(domain.expires_at),
    }),
    outzoneAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it leaves DNS, if it is on its way out.',
      resolve: (domain, _, { calendar }) => domain.outzone_at && calendar.format(domain.outzone_at),
    }),
    deleteDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'The day from which it can be deleted, if it is on its way out.',
      resolve: (domain) => domain.delete_date,
    }),
    forceDeleteDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'The day from which it is deleted by force, if that was decided.',
      resolve: (domain) => domain.force_delete_date,
    }),
    disputed: t.exposeBoolean('disputed', { description: 'Whether a dispute over the name is open.' }),
    transferCode: t.field({
      type: 'Secret',
      nullable: true,
      description: 'The code that lets another registrar take it over; null unless you sponsor it.',
      resolve: (domain, _, { actor }) => (isSponsor(domain, actor) ? domain.transfer_code || null : null),
    }),
    history: t.connection(
      {
        type: HistoryEntryRef,
        nullable: true,
        description: 'Who changed what and when, newest first; null unless you sponsor it.',
        resolve: (domain, page, context) =>
          isSponsor(domain, context.actor) ? historyConnection(context, 'domain', domain.id, page) : null,
      },
      HistoryEntryConnection,
    ),
  }),
});

export const DomainConnection = connectionOf(DomainRef, 'domains');

// Any registrar may look up any domain (reference/registrar.md 6.4).
nodeIsVisible<DomainNode>('Domain', (_, actor) => isPermitted(actor, ['registrar:epp', 'operator']));

function inRole(role: ContactRole | undefined, domain: DomainNode, context: Context) {
  const contacts = domain.related?.contacts;
  return contacts
    ? chosen(role, contacts)
    : contactLoader(context)
        .load(domain.id)
        .then((loaded) => chosen(role, loaded));
}

const chosen = (role: ContactRole | undefined, contacts: readonly DomainContact[]): DomainContact[] =>
  contacts.filter((contact) => role === undefined || contact.role === role);
