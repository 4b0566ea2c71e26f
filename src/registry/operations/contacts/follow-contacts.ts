import { contactChanges } from '../../store/registry/list-changes.ts';
import { followInput, readListChanges } from '../list-changes.ts';
import { defineQuery } from '../operation.ts';

/**
 * Reads the changes of all contacts after the last one seen, for subscriptions that follow a list. The caller then
 * picks the changes that concern its list, by comparing each contact before and after.
 */
export const followContacts = defineQuery({
  name: 'contact.follow-list',
  summary: 'Reads the changes of all contacts after the last one seen.',
  permits: ['registrar:epp', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: followInput,
  errors: ['PARAMETER_VALUE_RANGE'],
  run: (context, input) => readListChanges(context, contactChanges, input),
});
