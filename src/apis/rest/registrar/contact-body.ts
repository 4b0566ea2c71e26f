import { z } from 'zod';
import { contact } from '../../../registry/entities/contact.ts';
import { maxLength } from '../../../registry/entities/entity.ts';
import {
  bodyOf,
  filled,
  isHash,
  optional,
  prepared,
  readAs,
  renamed,
  twoWay,
  word,
  wrapper,
} from '../codec.ts';
import { addr } from './contact-address.ts';
import { legal_document } from './legal-document-field.ts';

/** Clients may send numbers where text is documented; nothing else is text. */
const name = word({ description: 'Full name', ...maxLength(contact, 'name') });
const email = word({ description: 'E-mail address', ...maxLength(contact, 'email') });
const phone = word({
  description: 'Phone number, country code separated by a dot: +372.5555555',
  ...maxLength(contact, 'phone'),
});
const ident = word({ description: 'Personal code, registration number or date of birth' });
const ident_type = word({ enum: ['priv', 'org', 'birthday'] });
const ident_country_code = word({ description: 'ISO 3166-1 alpha-2' });

const identNames = { ident: 'code', ident_type: 'type', ident_country_code: 'countryCode' } as const;

/**
 * Presence in the documented order: name, email, phone, then ident and its parts; an ident that is not an object
 * counts as missing (docs/rules/registrar.md#creating-a-contact).
 */
const newContact = {
  id: optional(word({ description: 'Custom code; left out: a random one' })),
  name: filled(name),
  email: filled(email),
  phone: filled(phone),
  ident: filled(
    renamed(
      z.object(
        {
          ident: filled(ident),
          ident_type: filled(ident_type),
          ident_country_code: filled(ident_country_code),
        },
        'empty',
      ),
      identNames,
    ),
  ),
  addr: twoWay(
    addr,
    (address) => address,
    (address) => address ?? undefined,
  ),
  legal_document,
};

export const newContactBody = bodyOf(
  'contact',
  newContact,
  renamed(wrapper(newContact), { id: 'code', addr: 'address' }),
);

/** Reads null as a value to remove, which the field's own rule checks; a missing field stays unchanged. */
const orTakenAway = (shape: z.ZodType<string>) =>
  readAs(shape.nullish(), (value) => (value === null ? '' : value));

const changedIdent = renamed(
  z.object({
    ident: optional(ident),
    ident_type: optional(ident_type),
    ident_country_code: optional(ident_country_code),
  }),
  identNames,
);

/**
 * The changes of a contact: at least one key inside `contact`. Unknown keys are ignored, and so is an ident that is
 * not an object (docs/rules/registrar.md#updating-a-contact).
 */
const changedContact = {
  name: orTakenAway(name),
  email: orTakenAway(email),
  phone: orTakenAway(phone),
  ident: prepared(
    (value) => (isHash(value) && Object.keys(value).length > 0 ? value : undefined),
    changedIdent.optional(),
    { description: 'What it is now, as an object; anything else is ignored' },
  ).optional(),
  addr,
  legal_document,
};

export const contactChangesBody = bodyOf(
  'contact',
  changedContact,
  renamed(wrapper(changedContact), { addr: 'address' }),
);
