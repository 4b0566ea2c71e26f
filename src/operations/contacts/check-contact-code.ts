import { z } from 'zod';
import { registrarOf } from '../../core/actor.ts';
import { defineQuery } from '../../core/operation.ts';
import { buildContactCode } from '../../rules/contact-fields.ts';
import { takenCodes } from '../../store/contacts.ts';

/** Free when neither the code as given nor the one that create would build from it is taken (reference 5.5). */
export const checkContactCode = defineQuery({
  name: 'contact.check-code',
  summary: 'Tells whether a custom contact code is still free.',
  permits: ['registrar:epp'],
  input: z.object({ code: z.string() }),
  errors: [],
  rest: 'GET /registry/v1/contacts/check/:contact_id',
  graphql: 'Query.contactCodeCheck',
  run: async ({ db, actor }, { code }) => {
    const wouldBe = buildContactCode(registrarOf(actor).registrarCode, code, () => '');
    return { code, available: (await takenCodes(db, [code, wouldBe])).length === 0 };
  },
});
