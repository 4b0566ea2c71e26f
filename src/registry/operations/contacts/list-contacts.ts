import { z } from 'zod';
import { registrarListed } from '../../rules/visibility.ts';
import { countContacts, groupContacts, listContacts as readContacts } from '../../store/registry/contacts.ts';
import { contactsAsOf, pastContactFields } from '../../store/registry/past.ts';
import { contactEntries } from '../../store/registry/past-entries.ts';
import { listed, listedFrom, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';
import { contactsFrom } from './past-contacts.ts';

export { pastContactFields };

/**
 * Lists a registrar's own contacts, or all contacts for an operator, as one page with its filter, order, count and
 * groups (docs/rules/registrar.md#contact-list). With `asOf` the page is rebuilt from history and shows the contacts
 * as they were at that moment.
 */
export const listContacts = defineQuery({
  name: 'contact.list',
  summary: "Lists contacts: the registrar's own, or all of them for an operator.",
  permits: ['registrar:epp', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: listInput.extend({ asOf: z.date().optional() }),
  errors: [],
  rest: 'GET /registry/v1/contacts',
  graphql: 'Query.contacts',
  run: async ({ db, actor, config }, { asOf, ...input }) => {
    const registrarId = registrarListed(actor);
    if (asOf) {
      const then = { asOf, registrarId, isCreatedHere: config.ownsRegistry };
      const { rows, ...totals } = await listedFrom(db, contactsAsOf(then), input);
      const entries = await contactEntries(
        db,
        rows.map(({ id }) => id),
      );
      return { ...totals, rows: contactsFrom(entries, asOf) };
    }
    return listed(
      input,
      (query) => readContacts(db, registrarId, query),
      (filter) => countContacts(db, registrarId, filter),
      (filter, grouping) => groupContacts(db, registrarId, filter, grouping),
    );
  },
});
