import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { Problems } from '../../../base/errors.ts';
import { addressColumns, addressInput } from '../../entities/contact.ts';
import { addressFailures, changedAddress, missingInAddress } from '../../rules/contact/contact-address.ts';
import {
  buildContactCode,
  companyNumberOf,
  contactCodeExists,
  contactFieldFailures,
  normaliseEmail,
} from '../../rules/contact/contact-fields.ts';
import { normaliseCountryCode } from '../../rules/contact/countries.ts';
import type { IdentType } from '../../rules/contact/ident.ts';
import { insertContact, takenCodes } from '../../store/registry/contacts.ts';
import type { CompanyStatus } from '../external-services.ts';
import { object, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { contactDocument } from './contact-document.ts';

export type WrittenContact = {
  readonly id: number;
  readonly code: string;
  /** True if another registry has discarded the postal address. */
  readonly addressDiscarded: boolean;
};

/**
 * Creates a contact for the calling registrar: looks an Estonian company up in the company register, builds the code,
 * checks all fields in the documented order, and inserts the contact with new auth info. It charges nothing and sends
 * no poll message; history notes a company that could not be looked up (docs/rules/registrar.md#creating-a-contact).
 */
export const createContact = defineCommand({
  name: 'contact.create',
  summary: 'Creates a contact.',
  permits: ['registrar:epp'],
  scope: 'WRITE',
  input: z.object({
    code: text(
      "A code of your own choice, which gets your registrar's code as a prefix (TAMM becomes ALPHA:TAMM); random when left out.",
    ).optional(),
    name: text('The full name of the person or organisation.'),
    email: text('The e-mail address at which it will confirm changes of its domains.'),
    phone: text('The phone number, with a dot after the country code: +372.5555555.'),
    ident: object('IdentInput', 'The number that identifies a contact.', {
      code: text(
        'The personal code, the registration number or the date of birth (yyyy-mm-dd), depending on type.',
      ),
      type: text('The kind of number.', 'NewIdentType'),
      countryCode: text('The country that issued the number.', 'CountryCode'),
    }).meta({ description: 'The number that identifies it.' }),
    address: addressInput.meta({
      description:
        'The postal address; none when left out. Street, city, zip and countryCode are required while the setting address_processing is on.',
    }),
  }),
  errors: ['REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_SYNTAX', 'OBJECT_EXISTS'],
  conflicts: { contacts_code_unique: contactCodeExists() },
  rest: 'POST /registry/v1/contacts',
  graphql: 'Mutation.contactCreate',
  mistakes: (input, moment) =>
    new Problems().validation(
      ...contactFieldFailures(
        {
          ...input,
          // The prefix is the shortest possible, so that a code that fits does not count as too long.
          code: buildContactCode('X', input.code, () => '0'),
          email: normaliseEmail(input.email),
        },
        moment,
      ),
      ...addressFailures(changedAddress(null, input.address)),
    ),
  lookUp: async ({ companyRegister }, { ident }): Promise<CompanyStatus | undefined> => {
    const number = companyNumberOf(ident);
    return number === undefined ? undefined : companyRegister?.status(number);
  },
  run: async (
    { db, actor, now, calendar, record, secret },
    input,
    companyStatus,
  ): Promise<WrittenContact> => {
    const { registrarId, registrarCode } = registrarOf(actor);
    const code = buildContactCode(registrarCode, input.code, () => secret(4));
    const contact = { ...input, code, email: normaliseEmail(input.email) };

    const address = changedAddress(null, input.address);
    const incomplete = missingInAddress(address);
    const whatIsAskedFor = async () =>
      incomplete.length > 0 && (await registrySettings(db)).addressProcessing ? incomplete : [];
    const failures = [
      ...contactFieldFailures(contact, { now, calendar }, { isUnknownCompany: companyStatus === 'unknown' }),
      ...addressFailures(address),
    ];
    if (failures.length > 0) {
      const [[missing, ...others], taken] = await Promise.all([whatIsAskedFor(), takenCodes(db, [code])]);
      new Problems()
        .direct(missing)
        .validation(...failures, taken.length > 0 ? contactCodeExists() : undefined)
        .further()
        .direct(...others)
        .refuseIfAny();
    }

    // The setting is read in the same round trip. If nothing else is wrong, the unique index reports a code that is
    // taken.
    const [missing, created] = await Promise.all([
      whatIsAskedFor(),
      insertContact(db, {
        code,
        registrar_id: registrarId,
        name: contact.name,
        email: contact.email,
        phone: contact.phone,
        ident: contact.ident.code,
        ident_type: contact.ident.type as IdentType,
        ident_country_code: normaliseCountryCode(contact.ident.countryCode) ?? contact.ident.countryCode,
        ...addressColumns(address),
        auth_info: secret(11),
        original_id: null,
        unlinked_at: null,
        created_at: now,
        updated_at: now,
      }),
    ]);
    new Problems().direct(...missing).refuseIfAny();
    const after = contactDocument({ ...created, registrar_code: registrarCode });
    // History says so, so that operators find companies that were not looked up (docs/operating.md#company-register).
    const unchecked = companyStatus === 'unavailable' && { companyRegister: companyStatus };
    record({ type: 'contact', id: created.id, key: code, after: { ...after, ...unchecked } });
    return { id: created.id, code, addressDiscarded: false };
  },
});
