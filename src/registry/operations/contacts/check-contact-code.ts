import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { buildContactCode } from '../../rules/contact/contact-fields.ts';
import { takenCodes } from '../../store/registry/contacts.ts';
import { defineQuery } from '../operation.ts';

/**
 * Tells a registrar whether a contact code is free, by building the code that create would build and looking it up.
 * The graph checks nothing else and so does not reveal which codes with other prefixes exist; REST also checks the
 * code as given, as documented (docs/rules/registrar.md#contact-codes).
 */
export const checkContactCode = defineQuery({
  name: 'contact.check-code',
  summary: 'Checks whether a contact code is still free.',
  permits: ['registrar:epp'],
  scope: 'READ',
  input: z.object({ code: z.string(), asGiven: z.boolean().optional() }),
  errors: [],
  rest: 'GET /registry/v1/contacts/check/:contact_id',
  graphql: 'Query.contactCodeCheck',
  run: async ({ db, actor }, { code, asGiven }) => {
    const wouldBe = buildContactCode(registrarOf(actor).registrarCode, code, () => '');
    const taken = await takenCodes(db, asGiven ? [code, wouldBe] : [wouldBe]);
    return { code, available: taken.length === 0 };
  },
});
