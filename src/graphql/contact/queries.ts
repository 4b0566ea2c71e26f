import { checkContactCode } from '../../operations/contacts/check-contact-code.ts';
import { listContacts } from '../../operations/contacts/list-contacts.ts';
import { showContact } from '../../operations/contacts/show-contact.ts';
import { showContactAsOf } from '../../operations/contacts/show-contact-as-of.ts';
import type { Contact } from '../../store/contacts.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { connect, instantCursor } from '../connections.ts';
import { runList, runQuery } from '../run.ts';
import { DateTimeFilter, SortDirection, StatusesFilter, StringFilter, toFilter } from '../where.ts';
import { ContactRef } from './contact.ts';

const kinds = { createdAt: 'moment', updatedAt: 'moment', statuses: 'set' } as const;

interface ContactWhereShape {
  and?: ContactWhereShape[] | null;
  or?: ContactWhereShape[] | null;
  not?: ContactWhereShape | null;
  code?: typeof StringFilter.$inferInput | null;
  name?: typeof StringFilter.$inferInput | null;
  email?: typeof StringFilter.$inferInput | null;
  phone?: typeof StringFilter.$inferInput | null;
  ident?: typeof StringFilter.$inferInput | null;
  identType?: typeof StringFilter.$inferInput | null;
  countryCode?: typeof StringFilter.$inferInput | null;
  statuses?: typeof StatusesFilter.$inferInput | null;
  createdAt?: typeof DateTimeFilter.$inferInput | null;
  updatedAt?: typeof DateTimeFilter.$inferInput | null;
}

const ContactWhere = builder.inputRef<ContactWhereShape>('ContactWhere').implement({
  description: 'Which contacts: all conditions given must hold.',
  fields: (t) => ({
    and: t.field({ type: [ContactWhere], description: 'All of these hold.' }),
    or: t.field({ type: [ContactWhere], description: 'At least one of these holds.' }),
    not: t.field({ type: ContactWhere, description: 'This does not hold.' }),
    code: t.field({ type: StringFilter, description: 'By contact code.' }),
    name: t.field({ type: StringFilter, description: 'By name.' }),
    email: t.field({ type: StringFilter, description: 'By e-mail address.' }),
    phone: t.field({ type: StringFilter, description: 'By phone number.' }),
    ident: t.field({
      type: StringFilter,
      description: 'By personal code, registration number or date of birth.',
    }),
    identType: t.field({ type: StringFilter, description: 'By kind of ident: priv, org or birthday.' }),
    countryCode: t.field({ type: StringFilter, description: 'By the country of the ident.' }),
    statuses: t.field({ type: StatusesFilter, description: 'By current statuses.' }),
    createdAt: t.field({ type: DateTimeFilter, description: 'By the time of creation.' }),
    updatedAt: t.field({ type: DateTimeFilter, description: 'By the time of the last change.' }),
  }),
});

const ContactOrderField = builder.enumType('ContactOrderField', {
  description: 'What contacts can be sorted by.',
  values: {
    NAME: { value: 'name', description: 'Name.' },
    CODE: { value: 'code', description: 'Code.' },
    CREATED_AT: { value: 'createdAt', description: 'Time of creation.' },
    UPDATED_AT: { value: 'updatedAt', description: 'Time of the last change.' },
  } as const,
});

const ContactOrder = builder.inputType('ContactOrder', {
  description: 'How contacts are sorted.',
  fields: (t) => ({
    field: t.field({ type: ContactOrderField, required: true, description: 'By what.' }),
    direction: t.field({ type: SortDirection, defaultValue: 'ASC', description: 'Which way.' }),
  }),
});

const ContactCodeCheckRef = builder.simpleObject('ContactCodeCheck', {
  description: 'Whether a contact code can still be taken.',
  fields: (t) => ({
    code: t.string({ description: 'The code as asked for.', nullable: false }),
    available: t.boolean({ description: 'Whether it is free.', nullable: false }),
  }),
});

const ContactConnection = connectionOf(ContactRef, 'contacts');

builder.queryFields((t) => ({
  contact: t.field({
    type: ContactRef,
    nullable: true,
    description: showContact.summary,
    args: {
      code: t.arg.string({ required: true, description: 'Its exact code.' }),
      asOf: t.arg({
        type: 'DateTime',
        description:
          'As it was at this moment, also when it is gone by now; secrets of the past are not shown.',
      }),
    },
    resolve: (_, { code, asOf }, context) =>
      asOf ? runQuery(context, showContactAsOf, { code, asOf }) : runQuery(context, showContact, { code }),
  }),
  contacts: t.connection(
    {
      type: ContactRef,
      nullable: true,
      description: listContacts.summary,
      args: {
        where: t.arg({ type: ContactWhere, description: 'Which ones; all when left out.' }),
        orderBy: t.arg({ type: ContactOrder, description: 'Newest first when left out.' }),
      },
      resolve: (_, { where, orderBy, ...page }, context) =>
        connect(context, page, {
          operation: listContacts,
          filter: toFilter(where, kinds, context),
          sort: orderBy
            ? { field: orderBy.field, descending: orderBy.direction === 'DESC' }
            : { field: 'createdAt', descending: true },
          cursorOf: contactCursor,
        }),
    },
    ContactConnection,
  ),
  contactCodeCheck: t.field({
    type: ContactCodeCheckRef,
    nullable: true,
    description: checkContactCode.summary,
    args: { code: t.arg.string({ required: true, description: 'The custom code you would like.' }) },
    resolve: (_, { code }, context) => runList(context, checkContactCode, { code }),
  }),
}));

function contactCursor(row: Contact, field: string) {
  if (field === 'name' || field === 'code') return { value: row[field], id: row.id };
  return instantCursor(field === 'updatedAt' ? row.updated_at : row.created_at, row.id);
}
