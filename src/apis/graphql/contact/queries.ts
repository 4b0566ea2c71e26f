import { checkContactCode } from '../../../registry/operations/contacts/check-contact-code.ts';
import { listContacts, pastContactFields } from '../../../registry/operations/contacts/list-contacts.ts';
import { showContact } from '../../../registry/operations/contacts/show-contact.ts';
import { showContactAsOf } from '../../../registry/operations/contacts/show-contact-as-of.ts';
import { momentAsked } from '../as-of.ts';
import { builder } from '../builder.ts';
import { cursorAt } from '../entity-fields.ts';
import { listQuery } from '../list.ts';
import { runList, runQuery } from '../run.ts';
import { ContactRef, contacts } from './type.ts';

const ContactCodeCheckRef = builder.simpleObject('ContactCodeCheck', {
  description: 'Whether a contact code of your choice is still available.',
  fields: (t) => ({
    code: t.string({ description: 'The code that was checked, as it was written.', nullable: false }),
    available: t.boolean({ description: 'Whether a new contact can have it.', nullable: false }),
  }),
});

listQuery('contacts', contacts, {
  operation: listContacts,
  description: `${listContacts.summary} Narrow the list down with where and sort it with orderBy.`,
  where: 'Which contacts; all of yours, or all there are for an operator, when left out.',
  orderBy: 'How to sort them; newest first when left out.',
  usual: { field: 'createdAt', descending: true },
  past: pastContactFields,
  cursorOf: (row, field) => (field === 'domainsCount' ? cursorAt(row, 'domains_count') : undefined),
});

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
          'Shows it as it was at this moment ("-P30D" is 30 days ago), even if it is gone by now; now when left out. Past secrets are not shown, nor anything of which only the present value is known.',
      }),
    },
    resolve: (_, { code, asOf }, context) =>
      asOf
        ? runQuery(context, showContactAsOf, { code, asOf: momentAsked(asOf, context) })
        : runQuery(context, showContact, { code }),
  }),
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
