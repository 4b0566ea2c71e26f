import { z } from 'zod';
import { addressColumns, type ContactAddress } from '../../entities/contact.ts';
import { changedAddress } from '../../rules/contact/contact-address.ts';
import { isHash, requestSchema, unvalidated, word } from '../codec.ts';
import { orNull, text } from '../shapes.ts';

/** Postal addresses of contacts: `addr` in requests, `address` in answers (docs/rules/registrar.md#postal-addresses). */

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

type Given = { readonly [Part in keyof ContactAddress]?: string | null | undefined };
const decoded = (given: { readonly [N in Name]?: string | null | undefined }): Given =>
  Object.fromEntries(names.filter((name) => name in given).map((name) => [partOf(name), given[name]]));

const parts = z.object(each((name) => word({ description: shown[name].description }).nullish()));

/** Null takes it away, or the part that is null; what is no object is ignored. */
export const addr = unvalidated({
  anyOf: [requestSchema(parts), { type: ['null', 'string', 'number', 'boolean', 'array'], items: {} }],
  description: 'The postal address, or parts of it that change; null removes it',
})
  .transform((value) => (value === null || isHash(value) ? value : undefined))
  .pipe(parts.transform(decoded).nullish())
  .optional();

/** As requests have it. */
export const encodedAddress = (address: Given | null) =>
  address && Object.fromEntries(names.map((name) => [name, address[partOf(name)]]));

export const addressShape = z
  .object(each((name) => orNull(shown[name])))
  .optional()
  .meta({ description: 'The postal address; left out where there is none' });

export const shownAddress = (address: ContactAddress) => each((name) => address[partOf(name)]);

/** What a registry upstream reports of it, as columns. */
export const reportedAddress = z
  .object(each(() => z.union([z.string(), z.number().transform(String)]).nullish()))
  .nullish()
  .transform((address) => addressColumns(changedAddress(null, address && decoded(address))));
