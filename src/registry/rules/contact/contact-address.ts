import { type Failure, failure } from '../../../base/errors.ts';
import { codePoints, isBlank, isUnsafeText } from '../text.ts';
import { normaliseCountryCode } from './countries.ts';

/** The maximum length of each part (RFC 5733, postalLineType and pcType). */
export const longestParts = { street: 255, city: 255, zip: 16, state: 255, countryCode: 2 } as const;
type Part = keyof typeof longestParts;
type Address = Readonly<Record<Part, string | null>>;
type AddressInput = { readonly [P in Part]?: string | null | undefined };

const parts = Object.keys(longestParts) as Part[];
/** The required parts in the order in which the real registry checks them, with the names that it reports. */
const required = { countryCode: 'country_code', city: 'city', street: 'street', zip: 'zip' } as const;

/**
 * The address after a change: a part that is not given stays, one that is blank or null is removed, and an address
 * without parts is null (docs/rules/registrar.md#postal-addresses).
 */
export function changedAddress(
  before: Address | null,
  given: AddressInput | null | undefined,
): Address | null {
  if (given === undefined) return before;
  if (given === null) return null;
  const after = Object.fromEntries(
    parts.map((part) => {
      const value = given[part] === undefined ? (before?.[part] ?? null) : given[part];
      return [part, value === null || isBlank(value) ? null : value.trim()];
    }),
  ) as Record<Part, string | null>;
  if (parts.every((part) => after[part] === null)) return null;
  return {
    ...after,
    countryCode: after.countryCode && (normaliseCountryCode(after.countryCode) ?? after.countryCode),
  };
}

/** The missing parts, if the registry requires whole addresses (`address_processing`); REST reports the first. */
export function missingInAddress(address: Address | null): Failure[] {
  if (!address) return [missing('addr', ['address'])];
  return (Object.keys(required) as (keyof typeof required)[])
    .filter((part) => address[part] === null)
    .map((part) => missing(required[part], ['address', part]));
}

const missing = (name: string, path: readonly string[]): Failure =>
  failure('REQUIRED_PARAMETER_MISSING', `param is missing or the value is empty: ${name}`, { path });

/** Everything wrong with its texts. */
export function addressFailures(address: Address | null): Failure[] {
  if (!address) return [];
  return parts.flatMap((part) => {
    const wrong = wrongWith(part, address[part] ?? '');
    return wrong === undefined ? [] : [failure('PARAMETER_VALUE_SYNTAX', wrong, { path: ['address', part] })];
  });
}

function wrongWith(part: Part, value: string): string | undefined {
  if (part === 'countryCode')
    return value === '' || normaliseCountryCode(value)
      ? undefined
      : 'Country code does not conform to ISO 3166-1 alpha-2 standard';
  const name = `${part.charAt(0).toUpperCase()}${part.slice(1)}`;
  if (codePoints(value) > longestParts[part])
    return `${name} is too long, max ${longestParts[part]} characters [${part}]`;
  return isUnsafeText(value) ? `${name} is invalid [${part}]` : undefined;
}
