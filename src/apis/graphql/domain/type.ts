import type { Actor } from '../../../base/actor.ts';
import { domain } from '../../../registry/entities/domain.ts';
import { domainsThen } from '../../../registry/operations/readers/of-the-past.ts';
import { domainRows } from '../../../registry/operations/readers/rows.ts';
import type { ContactRole, DomainContact } from '../../../registry/operations/readers/shown.ts';
import {
  hiddenName,
  isNameShownOnDomain,
  isSponsor,
  maySeeName,
} from '../../../registry/rules/visibility.ts';
import { entryOf, isPast } from '../as-of.ts';
import { ContactRef, IdentTypeEnum } from '../contact/type.ts';
import type { Context } from '../context.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { BooleanFilter, StringFilter, StringListFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { historyConnection, startsOfPast } from '../history/loaders.ts';
import { HistoryEntryConnection, HistoryEntryRef } from '../history/type.ts';
import { documentsOfDomain, LegalDocumentRef } from '../legal-document/type.ts';
import { listOf } from '../list.ts';
import { permitted } from '../node-visibility.ts';
import { RegistrarRef } from '../registrar/type.ts';
import { rowNode } from '../row-node.ts';
import { findPastRows, stateFields } from '../state-fields.ts';
import { contactLoader, type DomainNode, keyLoader, nameserverLoader } from './loaders.ts';
import { DnssecKeyRef, DomainStatusRef, NameserverRef } from './part-type.ts';

export const DomainRef = rowNode<DomainNode>('Domain', (db, ids, { calendar, clock }) =>
  domainRows.many(db, ids, calendar.dateOf(clock.now())),
);
findPastRows('Domain', (db, ids, asOf, { actor }) => domainsThen(db, ids, asOf, actor));

const ContactRoleEnum = enumOf(
  'ContactRole',
  'The roles that a contact can have on a domain besides registrant.',
  {
    admin: 'An admin contact: decides about the domain for its registrant.',
    tech: 'A tech contact: looks after the technical side.',
  },
);

DomainRef.implement({
  description:
    'A registered domain name with everything that belongs to it: people, servers, keys, dates and statuses.',
  fields: (t) => ({
    ...plainFields(t, domain),
    ...stateFields(t, DomainRef, 'domain'),
    registrar: t.field({
      type: RegistrarRef,
      description: 'The registrar that sponsors it and alone may change it.',
      resolve: (row) => row.related?.registrar ?? row.registrar_id,
    }),
    registrant: t.field({
      type: ContactRef,
      description: 'The registrant: the person or organisation whose domain it is.',
      resolve: (row) => row.related?.registrant ?? row.registrant_id,
    }),
    adminContacts: t.field({
      type: [ContactRef],
      description: 'The admin contacts, who decide about it for the registrant.',
      resolve: (row, _, context) => inRole('admin', row, context),
    }),
    techContacts: t.field({
      type: [ContactRef],
      description: 'The tech contacts, who look after servers and DNS.',
      resolve: (row, _, context) => inRole('tech', row, context),
    }),
    contacts: t.field({
      type: [ContactRef],
      description: 'Its admin and tech contacts together, or only those of one role.',
      args: {
        role: t.arg({
          type: ContactRoleEnum,
          description: 'Only contacts of this role; both roles when left out.',
        }),
      },
      resolve: (row, { role }, context) => inRole(role ?? undefined, row, context),
    }),
    nameservers: t.field({
      type: [NameserverRef],
      description: 'The servers that answer for it in the DNS, in the order in which they were added.',
      resolve: (row, _, context) =>
        row.related?.nameservers?.slice() ??
        nameserverLoader(context)
          .load(row.id)
          .then((rows) => [...rows]),
    }),
    dnssecKeys: t.field({
      type: [DnssecKeyRef],
      description: 'The DNSSEC keys that its answers are signed with; empty when it is not signed.',
      resolve: (row, _, context) =>
        row.related?.keys?.slice() ??
        keyLoader(context)
          .load(row.id)
          .then((rows) => [...rows]),
    }),
    statuses: t.field({
      type: [DomainStatusRef],
      description:
        'Its current statuses, such as ok, expired or serverHold; they decide what can be done with it.',
      resolve: ({ statuses, status_notes, status_times }) =>
        statuses.map((name) => ({
          name,
          note: status_notes[name] ?? null,
          setAt: status_times[name] ?? null,
        })),
    }),
    disputed: t.exposeBoolean('disputed', {
      description: 'Whether a dispute over the name is open, which forbids most changes.',
    }),
    legalDocuments: t.field({
      type: [LegalDocumentRef],
      nullable: true,
      extensions: permitted(['operator']),
      description:
        'The legal documents that registrars sent with their changes, newest first; null unless you are an operator, and in the past.',
      resolve: (row, _, context) => (isPast(row) ? null : documentsOfDomain(row, context)),
    }),
    history: t.connection(
      {
        type: HistoryEntryRef,
        nullable: true,
        description:
          'Its changes with actor and time, newest first; page forward with first and after. Null unless you sponsor it; for a past state of a domain that you no longer sponsor, the changes since it came to you.',
        resolve: async (row, page, context, info) => {
          const asOfEntry = entryOf(row);
          if (asOfEntry === undefined)
            return isSponsor(row, context.actor)
              ? historyConnection(context, info, 'domain', row.id, page)
              : null;
          const after = await startsOfPast(context).load({ objectId: row.id, asOfEntry });
          return after === null
            ? null
            : historyConnection(context, info, 'domain', row.id, page, { after, until: asOfEntry });
        },
      },
      HistoryEntryConnection,
    ),
  }),
});

function inRole(role: ContactRole | undefined, domain: DomainNode, context: Context) {
  const contacts = domain.related?.contacts;
  return contacts
    ? chosen(role, contacts, domain, context.actor)
    : contactLoader(context)
        .load(domain.id)
        .then((loaded) => chosen(role, loaded, domain, context.actor));
}

function chosen(
  role: ContactRole | undefined,
  contacts: readonly DomainContact[],
  domain: DomainNode,
  actor: Actor,
): DomainContact[] {
  const shown: DomainContact[] = [];
  // Today's sponsor sees contacts of earlier sponsors like other registrars' contacts.
  const on = isPast(domain) && actor.kind === 'registrar' ? { registrar_id: actor.registrarId } : domain;
  for (const contact of contacts) {
    if (role !== undefined && contact.role !== role) continue;
    const isNamed = maySeeName(contact, on, actor) || isNameShownOnDomain(contact, on);
    shown.push(isNamed ? contact : { ...contact, name: hiddenName });
  }
  return shown;
}

export const domains = listOf(DomainRef, domain, {
  many: 'domains',
  example: '{expiresAt: {gte: "PT0S", lt: "P30D"}} are those that expire in the next 30 days.',
  where: {
    zone: [StringFilter, 'By the zone it is registered in: {eq: "com.ee"}.'],
    registrar: [StringFilter, 'By the code of its registrar: {eq: "ALPHA"}.'],
    registrantCode: [StringFilter, 'By the contact code of its registrant: {eq: "ALPHA:TAMM"}.'],
    registrantName: [StringFilter, 'By the full name of its registrant: {contains: "tamm"}.'],
    nameserverHostnames: [
      StringListFilter,
      'By the names of its nameservers, in lower case: {contains: ["ns1.hosting.example"]}.',
    ],
    signed: [BooleanFilter, 'By whether it has DNSSEC keys: {eq: true}.'],
    contactCodes: [
      StringListFilter,
      'By the codes of its registrant, admin and tech contacts: {contains: ["ALPHA:TAMM"]}.',
    ],
    contactIdents: [
      StringListFilter,
      'By the personal codes or registration numbers of its registrant, admin and tech contacts; for registrars, only of their own contacts.',
    ],
  },
  orders: {
    REGISTRANT_NAME: { value: 'registrantName', description: 'By the full name of their registrant.' },
  },
  keys: {
    REGISTRAR: key(RegistrarRef, 'The registrar through which they are registered.'),
    ZONE: key('String', 'The zone they are registered in: ee, com.ee.'),
    STATUS: key('String', "A status, in the registry's spelling; a domain counts in each that it has."),
    REGISTRANT: key(
      ContactRef,
      'Their registrant, where that is your contact. With asOf, the registrant at that moment, with its present data.',
    ),
    REGISTRANT_NAME: key(
      'String',
      'The name of their registrant, where that is your contact; registrants of the same name form one group.',
    ),
    REGISTRANT_COUNTRY_CODE: key(
      'CountryCode',
      "The country of their registrant's number, where the registrant is your contact.",
    ),
    REGISTRANT_TYPE: key(
      IdentTypeEnum,
      "The kind of their registrant's number, where the registrant is your contact.",
    ),
    SIGNED: key('Boolean', 'Whether they have DNSSEC keys.'),
    NAMESERVER_HOSTNAME: key('String', 'The name of a nameserver; a domain counts in each that it has.'),
  },
});
