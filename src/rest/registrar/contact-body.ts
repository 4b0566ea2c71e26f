import { z } from 'zod';
import {
  fields,
  filled,
  isHash,
  optional,
  orBare,
  type Shape,
  unvalidated,
  word,
  wrapper,
} from '../codec.ts';
import { addr } from './contact-address.ts';
import { legal_document } from './legal-document-field.ts';

/** Clients may send numbers where text is documented; nothing else is text. */
const name = word({ description: 'Full name, at most 255 characters' });
const email = word({ description: 'E-mail address' });
const phone = word({ description: 'Phone number, country code separated by a dot: +372.5555555' });
const ident = word({ description: 'Personal code, registration number or date of birth' });
const ident_type = word({ enum: ['priv', 'org', 'birthday'] });
const ident_country_code = word({ description: 'ISO 3166-1 alpha-2' });

interface Ident<T> {
  readonly ident: T;
  readonly ident_type: T;
  readonly ident_country_code: T;
}
const identOf = <T>({ ident, ident_type, ident_country_code }: Ident<T>) => ({
  code: ident,
  type: ident_type,
  countryCode: ident_country_code,
});

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
    z
      .object(
        {
          ident: filled(ident),
          ident_type: filled(ident_type),
          ident_country_code: filled(ident_country_code),
        },
        'empty',
      )
      .transform(identOf),
  ),
  addr,
  legal_document,
};

export const newContactBody = orBare(
  fields({ contact: wrapper(newContact) }).transform(
    ({ contact: { id: code, addr: address, legal_document: _, ...contact } }) => ({
      code,
      ...contact,
      address,
    }),
  ),
  'contact',
  newContact,
);

/** Null takes the value away, which the field's own rule judges; what is not there stays. */
const orTakenAway = <S extends Shape>(shape: S) =>
  shape.nullish().transform((value) => (value === null ? '' : value));

const changedIdent = z
  .object({
    ident: optional(ident),
    ident_type: optional(ident_type),
    ident_country_code: optional(ident_country_code),
  })
  .transform(identOf);

/**
 * At least one key inside `contact`; unknown ones are ignored, an ident that is not an object too
 * (docs/rules/registrar.md#updating-a-contact).
 */
const changedContact = {
  name: orTakenAway(name),
  email: orTakenAway(email),
  phone: orTakenAway(phone),
  ident: unvalidated({ description: 'What it is now, as an object; anything else is ignored' })
    .transform((value) => (isHash(value) && Object.keys(value).length > 0 ? value : undefined))
    .pipe(changedIdent.optional())
    .optional(),
  addr,
  legal_document,
};

export const contactChangesBody = orBare(
  fields({ contact: wrapper(changedContact) }).transform(
    ({ contact: { name, email, phone, ident, addr: address } }) => ({ name, email, phone, ident, address }),
  ),
  'contact',
  changedContact,
);
