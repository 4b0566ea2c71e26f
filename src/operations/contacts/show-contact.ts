import { z } from 'zod';
import { registrarOf } from '../../core/actor.ts';
import { objectDoesNotExist, refuseWith } from '../../core/errors.ts';
import { contactByCode } from '../../store/registry/contacts.ts';
import { defineQuery } from '../operation.ts';

/** One of the caller's own contacts, by its exact code (docs/rules/registrar.md#contact-view). */
export const showContact = defineQuery({
  name: 'contact.show',
  summary: "Shows one of the registrar's contacts.",
  permits: ['registrar:epp'],
  input: z.object({ code: z.string() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /registry/v1/contacts/:contact_id',
  graphql: 'Query.contact',
  run: async ({ db, actor }, { code }) =>
    (await contactByCode(db, registrarOf(actor).registrarId, code)) ?? refuseWith(objectDoesNotExist()),
});
