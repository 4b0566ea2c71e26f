import { registrarListed } from '../../rules/visibility.ts';
import { countContacts, groupContacts, listContacts as readContacts } from '../../store/registry/contacts.ts';
import { listed, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/** The caller's own contacts (docs/rules/registrar.md#contact-list); an operator sees all. */
export const listContacts = defineQuery({
  name: 'contact.list',
  summary: "Lists contacts: the registrar's own, everybody's for the operator.",
  permits: ['registrar:epp', 'operator'],
  scope: 'READ',
  facade: 'mirror',
  input: listInput,
  errors: [],
  rest: 'GET /registry/v1/contacts',
  graphql: 'Query.contacts',
  run: ({ db, actor }, input) => {
    const registrarId = registrarListed(actor);
    return listed(
      input,
      (query) => readContacts(db, registrarId, query),
      (filter) => countContacts(db, registrarId, filter),
      (filter, grouping) => groupContacts(db, registrarId, filter, grouping),
    );
  },
});
