import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { registrarListed } from '../../rules/visibility.ts';
import { contactByCode } from '../../store/registry/contacts.ts';
import { defineQuery } from '../operation.ts';

/**
 * Shows a registrar one of its own contacts by its exact code; contacts of other registrars do not exist. An operator
 * sees any contact (docs/rules/registrar.md#contact-view).
 */
export const showContact = defineQuery({
  name: 'contact.show',
  summary: "Shows one of the registrar's contacts, or any contact to an operator.",
  permits: ['registrar:epp', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({ code: z.string() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /registry/v1/contacts/:contact_id',
  graphql: 'Query.contact',
  run: async ({ db, actor }, { code }) =>
    (await contactByCode(db, registrarListed(actor), code)) ?? refuseWith(objectDoesNotExist()),
});
