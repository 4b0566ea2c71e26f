import { contactChanges } from '../../store/registry/list-changes.ts';
import { followInput, readListChanges } from '../list-changes.ts';
import { defineQuery } from '../operation.ts';

/** The changes of all contacts: who follows a list chooses among them, before and after each. */
export const followContacts = defineQuery({
  name: 'contact.follow-list',
  summary: 'Reads the changes of all contacts after the last one seen.',
  permits: ['registrar:epp', 'operator'],
  scope: 'READ',
  facade: 'mirror',
  input: followInput,
  errors: ['PARAMETER_VALUE_RANGE'],
  run: (context, input) => readListChanges(context, contactChanges, input),
});
