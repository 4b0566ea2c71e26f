import { z } from 'zod';
import { type ContactAddress, contact } from '../../../registry/entities/contact.ts';
import { maxLength } from '../../../registry/entities/entity.ts';
import { isHash, prepared, renamed, requestSchema, word } from '../codec.ts';
import { orNull, text } from '../shapes.ts';

/**
 * Postal addresses of contacts: `addr` in requests, `address` in answers (docs/rules/registrar.md#postal-addresses).
 */

const shown = {
  street: text('The street with the number of the house', 'Pikk 1'),
  zip: text('The postal code', '10123'),
  city: text('The city or village', 'Tallinn'),
  state: text('The county, state or province', 'Harjumaa'),
  country_code: text('The country, ISO 3166-1 alpha-2', 'EE'),
};
type Name = keyof typeof shown;
const names = Object.keys(shown) as Name[];
const each = <T>(value: (name: Name) => T) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, T>;

const partOf = (name: Name): keyof ContactAddress => (name === 'country_code' ? 'countryCode' : name);

const limitOf = (name: Name) => (name === 'country_code' ? {} : maxLength(contact, `address_${name}`));

const parts = renamed(
  z.object(each((name) => word({ description: shown[name].description, ...limitOf(name) }).nullish())),
  { country_code: 'countryCode' } as const,
);

/** Null removes the address, or the part that is null. A value that is not an object is ignored. */
export const addr = prepared(
  (value) => (value === null || isHash(value) ? value : undefined),
  parts.nullish(),
  {
    anyOf: [requestSchema(parts), { type: ['null', 'string', 'number', 'boolean', 'array'], items: {} }],
    description: 'The postal address, or parts of it that change; null removes it',
  },
).optional();

export const addressShape = z
  .object(each((name) => orNull(shown[name])))
  .optional()
  .meta({ description: 'The postal address; left out where there is none' });

export const shownAddress = (address: ContactAddress) => each((name) => address[partOf(name)]);
