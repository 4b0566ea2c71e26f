import { contact } from '../../entities/contact.ts';
import { checkContactCode } from '../../operations/contacts/check-contact-code.ts';
import { listContacts, pastContactFields } from '../../operations/contacts/list-contacts.ts';
import { showContact } from '../../operations/contacts/show-contact.ts';
import { showContactAsOf } from '../../operations/contacts/show-contact-as-of.ts';
import type { Contact } from '../../operations/readers/shown.ts';
import { clockOf, momentAsked, pastOf } from '../as-of.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { connect } from '../connections.ts';
import { cursorAt, cursorColumns, groupsOf } from '../entity-fields.ts';
import { key, offerGroups } from '../groups.ts';
import { sortBy } from '../order.ts';
import { RegistrarRef } from '../registrar/type.ts';
import { runList, runQuery } from '../run.ts';
import { toFilter } from '../where.ts';
import { ContactOrder, ContactWhere } from './inputs.ts';
import { ContactRef, IdentTypeEnum } from './type.ts';

const ContactCodeCheckRef = builder.simpleObject('ContactCodeCheck', {
  description: 'Whether a contact code of your own choice can still be had.',
  fields: (t) => ({
    code: t.string({ description: 'The code that was asked about, as it was written.', nullable: false }),
    available: t.boolean({ description: 'Whether a new contact can have it.', nullable: false }),
  }),
});

const ContactConnection = connectionOf(ContactRef, 'contacts');

offerGroups(ContactConnection, 'Contact', {
  many: 'contacts',
  keys: {
    REGISTRAR: key(RegistrarRef, 'The registrar whose contacts they are.'),
    COUNTRY: key('CountryCode', 'The country that has given their number.'),
    IDENT_TYPE: key(IdentTypeEnum, 'The kind of their number.'),
    ...groupsOf(contact),
  },
});

const cursors: Readonly<Record<string, string>> = {
  ...cursorColumns(contact),
  domainsCount: 'domains_count',
};

builder.queryFields((t) => ({
  contact: t.field({
    type: ContactRef,
    nullable: true,
    description: showContact.summary,
    args: {
      code: t.arg.string({ required: true, description: 'The code of the contact, such as ALPHA:TAMM.' }),
      asOf: t.arg({
        type: 'DateTimeOrDuration',
        description:
          'Shows it as it was at this moment ("-P30D" is 30 days ago), even if it is gone by now; now when left out. Secrets of the past are not shown, nor what is only known of now.',
      }),
    },
    resolve: (_, { code, asOf }, context) =>
      asOf
        ? runQuery(context, showContactAsOf, { code, asOf: momentAsked(asOf, context) })
        : runQuery(context, showContact, { code }),
  }),
  contacts: t.connection(
    {
      type: ContactRef,
      nullable: true,
      description: `${listContacts.summary} Narrow the list down with where and sort it with orderBy.`,
      args: {
        where: t.arg({
          type: ContactWhere,
          description: 'Which contacts; all of yours, or all there are for an operator, when left out.',
        }),
        orderBy: t.arg({ type: ContactOrder, description: 'How to sort them; newest first when left out.' }),
        asOf: t.arg({
          type: 'DateTimeOrDuration',
          description:
            'The list as it was at this moment: "2026-06-30T23:59:59+03:00", "-P30D"; now when left out. Distances in where count from it, and where, orderBy and groups take what history keeps.',
        }),
      },
      resolve: (_, { where, orderBy, asOf, ...page }, context, info) => {
        const past = asOf ? pastOf(asOf, page, context, pastContactFields) : undefined;
        return connect<Contact, { asOf?: Date | undefined }>(context, page, info, {
          operation: listContacts,
          with: { asOf: past?.moment },
          past,
          filter: toFilter(where, ContactWhere, clockOf(past, context)),
          sort: sortBy(orderBy, { field: 'createdAt', descending: true }),
          cursorOf: (row, field) => cursorAt(row, cursors[field] ?? 'created_at'),
        });
      },
    },
    ContactConnection,
  ),
  contactCodeCheck: t.field({
    type: ContactCodeCheckRef,
    nullable: true,
    description: checkContactCode.summary,
    args: {
      code: t.arg.string({
        required: true,
        description: 'The code you would like, with or without the prefix.',
      }),
    },
    resolve: (_, { code }, context) => runList(context, checkContactCode, { code }),
  }),
}));
