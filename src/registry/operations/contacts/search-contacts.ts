import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { contactByCode, searchContacts as findContacts } from '../../store/registry/contacts.ts';
import { defineQuery } from '../operation.ts';

const most = 10;

/**
 * Finds up to ten of the registrar's contacts for a portal's search box, by part of a name, code or ident. With
 * `code` alone it finds the one contact with exactly that code (docs/rules/registrar.md#existing-clients).
 */
export const searchContacts = defineQuery({
  name: 'contact.search',
  summary: "Finds some of the registrar's contacts by part of a name, code or ident.",
  permits: ['registrar:epp'],
  scope: 'READ',
  input: z.object({ text: z.string().optional(), code: z.string().optional() }),
  errors: [],
  rest: 'GET /registry/v1/contacts/search',
  run: async ({ db, actor }, { text, code }): Promise<{ code: string; name: string }[]> => {
    const { registrarId } = registrarOf(actor);
    if (text !== undefined || code === undefined) return findContacts(db, registrarId, text ?? '', most);
    const contact = await contactByCode(db, registrarId, code);
    return contact ? [contact] : [];
  },
});
