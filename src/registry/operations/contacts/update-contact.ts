import { z } from 'zod';
import { sponsorOf } from '../../../base/actor.ts';
import { type Failure, objectDoesNotExist, Problems, refuseAll } from '../../../base/errors.ts';
import { addressColumns, addressIn, addressInput } from '../../entities/contact.ts';
import { addressFailures, changedAddress, missingInAddress } from '../../rules/contact/contact-address.ts';
import {
  contactFieldFailures,
  identUpdateFailure,
  normaliseEmail,
} from '../../rules/contact/contact-fields.ts';
import { contactUpdateForbidden } from '../../rules/contact/contact-statuses.ts';
import { normaliseCountryCode } from '../../rules/contact/countries.ts';
import type { IdentInput, IdentType, Moment } from '../../rules/contact/ident.ts';
import {
  type Contact,
  contactsById,
  holdsDomains,
  lockContact,
  updateContact as writeContact,
} from '../../store/registry/contacts.ts';
import { inPlaceFields, registrarsOrInPlace } from '../in-place.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { addressChangedMails } from './address-changed-mails.ts';
import { contactChange } from './contact-document.ts';
import type { WrittenContact } from './create-contact.ts';

/**
 * Changes one of the registrar's contacts: locks it, checks its statuses, and runs all field rules again on the whole
 * contact as it would be. It saves the contact, and when a registrant's e-mail address changes, it mails both the new
 * address and the old one (docs/rules/registrar.md#updating-a-contact).
 */
export const updateContact = defineCommand({
  name: 'contact.update',
  summary: "Changes a contact's name, e-mail address, phone number or postal address.",
  ...registrarsOrInPlace,
  scope: 'WRITE',
  input: z.object({
    code: text('The code of the contact to change, such as ALPHA:TAMM.'),
    name: text('The new full name; unchanged when left out.').optional(),
    email: text('The new e-mail address; unchanged when left out.').optional(),
    phone: text('The new phone number, such as +372.5555555; unchanged when left out.').optional(),
    ident: z
      .object({
        code: z.string().optional(),
        type: z.string().optional(),
        countryCode: z.string().optional(),
      })
      .optional(),
    address: addressInput.meta({
      description: 'The parts of the postal address that change; unchanged when left out, removed when null.',
    }),
    ...inPlaceFields,
  }),
  inPlace: { of: ({ code }) => ({ contact: code }), did: ({ code }) => `changed the contact ${code}` },
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
    'DATA_MANAGEMENT_POLICY',
  ],
  rest: 'PUT /registry/v1/contacts/:contact_id',
  graphql: 'Mutation.contactUpdate',
  mistakes: (input, moment) => mistakesIn(input, moment),
  run: async ({ db, actor, now, calendar, record, enqueue }, input): Promise<WrittenContact> => {
    const contact = await lockContact(db, sponsorOf(actor).registrarId, input.code);
    if (!contact)
      return refuseAll(
        new Problems().direct(objectDoesNotExist()).further().with(mistakesIn(input, { now, calendar })).all,
      );
    const forbidden = contactUpdateForbidden(contact.statuses);

    const stored = storedIdent(contact);
    const given = definedParts(input.ident);
    const ident = { ...stored, ...given };
    const changed = {
      code: contact.code,
      name: input.name ?? contact.name,
      email: input.email === undefined ? (contact.email ?? '') : normaliseEmail(input.email),
      phone: input.phone ?? contact.phone ?? '',
      ident,
    };
    const address = changedAddress(addressIn(contact), input.address);
    // An old contact without an address can still be changed otherwise.
    const isJudged = input.address !== undefined && (await registrySettings(db)).addressProcessing;
    const [incomplete, ...others] = isJudged ? missingInAddress(address) : [];
    new Problems()
      .direct(forbidden)
      .further()
      .direct(incomplete)
      .direct(input.ident && identUpdateFailure(stored, given, { now, calendar }))
      .validation(
        ...contactFieldFailures(changed, { now, calendar }),
        ...(input.address ? addressFailures(address) : []),
      )
      .further()
      .direct(...others)
      .refuseIfAny();

    await writeContact(db, contact.id, {
      name: changed.name,
      email: changed.email,
      phone: changed.phone,
      ident_type: ident.type as IdentType,
      ident_country_code: normaliseCountryCode(ident.countryCode) ?? ident.countryCode,
      ...addressColumns(address),
      updated_at: now,
    });
    const [after] = await contactsById(db, [contact.id]);
    if (changed.email !== contact.email && contact.email !== null && (await holdsDomains(db, contact.id)))
      for (const mail of addressChangedMails({ name: changed.name, email: contact.email }, changed.email))
        enqueue({
          kind: 'mail',
          subject: contact.code,
          payload: { ...mail },
          recipients: [{ contactId: contact.id }],
        });
    if (after) record(contactChange(contact, after));
    return { id: contact.id, code: contact.code, addressDiscarded: false };
  },
});

/** Returns the mistakes in the given fields, whichever contact they are for. */
function mistakesIn(
  given: { readonly code: string } & { readonly [field in 'name' | 'email' | 'phone']?: string | undefined },
  moment: Moment,
): Problems {
  const { code, name = '', email = '', phone = '' } = given;
  // Names of organisations may have any character.
  const ident = { code: '', type: 'org', countryCode: 'EE' };
  const failures = contactFieldFailures({ code, name, email: normaliseEmail(email), phone, ident }, moment);
  const isGiven = ({ path: [field] = [] }: Failure): boolean =>
    (field === 'name' || field === 'email' || field === 'phone') && given[field] !== undefined;
  return new Problems().validation(...failures.filter(isGiven));
}

const storedIdent = (contact: Contact): IdentInput => ({
  code: contact.ident ?? '',
  type: contact.ident_type ?? '',
  countryCode: contact.ident_country_code ?? '',
});

function definedParts(ident: { readonly [part in keyof IdentInput]?: string | undefined } = {}) {
  return Object.fromEntries(
    Object.entries(ident).filter(([, value]) => value !== undefined),
  ) as Partial<IdentInput>;
}
