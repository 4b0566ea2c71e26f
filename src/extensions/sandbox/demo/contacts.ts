import type { Actor } from '../../../base/actor.ts';
import { contactChange } from '../../../registry/operations/contacts/contact-document.ts';
import { type Contact, contactsByCode } from '../../../registry/store/registry/contacts.ts';
import { writeJournal } from '../../../registry/store/runner/journal.ts';
import { insertContacts } from '../store/bulk-inserts.ts';
import { requestId } from './backdated-runner.ts';
import { deterministicHex } from './deterministic-hex.ts';
import { people, registrarOfContact } from './people.ts';
import { type Demo, daysFrom } from './world.ts';

/** The demo world's people and companies, with their history. */
export async function seedContacts(
  world: Omit<Demo, 'contacts' | 'runner'>,
): Promise<ReadonlyMap<string, Contact>> {
  const { db, began, calendar, registrars } = world;
  await insertContacts(
    db,
    people.map((person, index) => ({
      code: person.code,
      registrar_id: registrars[registrarOfContact(person.code)].registrarId,
      name: person.name,
      email: person.email,
      phone: `+372.55${String(10_000 + index * 137)}`,
      ident: person.ident.code,
      ident_type: person.ident.type,
      ident_country_code: person.ident.countryCode,
      auth_info: deterministicHex(`auth info ${person.code}`, 22),
      statuses: [...(person.statuses ?? [])],
      disclosed_attributes: [...(person.disclosed ?? [])],
      original_id: null,
      unlinked_at: person.unlinkedDays === undefined ? null : daysFrom(world, -person.unlinkedDays),
      created_at: calendar.plus(began, { days: 1 + index }),
      updated_at: calendar.plus(began, { days: 1 + index }),
    })),
  );
  const contacts = new Map(
    (
      await contactsByCode(
        db,
        people.map(({ code }) => code),
      )
    ).map((contact) => [contact.code, contact]),
  );
  for (const registrar of Object.values(registrars)) {
    const actor: Actor = registrar;
    const own = people.flatMap(({ code }) => contacts.get(code) ?? []).filter(isOf(registrar.registrarId));
    await writeJournal(db, {
      at: began,
      actor,
      operation: 'contact.create',
      requestId,
      changes: own.map((contact) => ({ ...contactChange(undefined, contact), at: contact.created_at })),
      messages: [],
      charges: [],
      outbox: [],
      announcements: [],
    });
  }
  return contacts;
}

const isOf =
  (registrarId: number) =>
  (contact: Contact): boolean =>
    contact.registrar_id === registrarId;
