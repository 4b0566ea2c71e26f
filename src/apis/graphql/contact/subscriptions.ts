import { describePermits } from '../../../base/actor.ts';
import { followContacts } from '../../../registry/operations/contacts/follow-contacts.ts';
import { pastContactFields } from '../../../registry/operations/contacts/list-contacts.ts';
import { contactChanges } from '../../../registry/operations/list-changes.ts';
import type { Contact } from '../../../registry/operations/readers/shown.ts';
import { filterOfLiveList } from '../as-of.ts';
import { builder } from '../builder.ts';
import { dropLoaderCaches } from '../loading.ts';
import { permitted } from '../node-visibility.ts';
import { lastChangeOfContacts } from '../subscriptions/after.ts';
import { listFollower } from '../subscriptions/follow-list.ts';
import { afterOfList, listChangeType } from '../subscriptions/list-change-type.ts';
import { ContactRef, contacts } from './type.ts';

const ContactListChangeRef = listChangeType<Contact>({ name: 'ContactListChange', many: 'contacts' });

builder.objectFields(ContactListChangeRef, (t) => ({
  code: t.exposeString('key', { description: 'The code of the contact, also when it is gone.' }),
  contact: t.field({
    type: ContactRef,
    nullable: true,
    description: 'The contact now; null when it left the list or was deleted.',
    resolve: ({ now }) => now,
  }),
}));

const follow = listFollower({ topic: 'contact', changes: contactChanges, operation: followContacts });

builder.subscriptionField('contactsChanged', (t) =>
  t.field({
    type: ContactListChangeRef,
    extensions: permitted(followContacts.permits),
    description: `Sends every change of a list of contacts as it happens: your own, or all contacts for an operator. One stream, however long the list is. For ${describePermits(followContacts.permits)}.`,
    args: {
      where: t.arg({
        type: contacts.Where,
        description:
          'Which contacts; all when left out. Accepts the fields that history keeps: code, name, countryCode, identType, createdAt, and registrar for operators. Relative times count from the opening of the stream.',
      }),
      after: t.arg.id({ description: afterOfList }),
    },
    subscribe: async (_, { where, after }, context) =>
      follow(context, {
        filter: filterOfLiveList(where, contacts.Where, context, pastContactFields),
        after: await lastChangeOfContacts(context, after),
      }),
    resolve: (change, _, context) => {
      dropLoaderCaches(context);
      return change;
    },
  }),
);
