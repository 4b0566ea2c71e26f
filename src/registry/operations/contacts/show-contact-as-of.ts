import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { defineQuery } from '../operation.ts';
import { contactsAsOf } from './past-contacts.ts';

/**
 * Rebuilds a contact from history as it was at a moment, even if it has been deleted since. A registrar sees it only
 * if it sponsored the contact then, and an operator sees any.
 */
export const showContactAsOf = defineQuery({
  name: 'contact.show-as-of',
  summary: "Shows one of the registrar's contacts as it was at a moment.",
  permits: ['registrar:epp', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({ code: z.string(), asOf: z.date() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  run: async ({ db, actor }, { code, asOf }) => {
    const contact = (await contactsAsOf(db, [code], asOf)).get(code);
    const isFor = actor.kind !== 'registrar' || contact?.registrar_id === actor.registrarId;
    return contact && isFor ? contact : refuseWith(objectDoesNotExist());
  },
});
