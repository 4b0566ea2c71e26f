import { domainToASCII, domainToUnicode } from 'node:url';
import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { composed } from '../text.ts';

/** A name in the form in which domains are stored and found: NFC, lower case, Unicode. */
export type DomainName = string & { readonly __domainName: unique symbol };

export type ParsedDomainName =
  | {
      readonly ok: true;
      readonly name: DomainName;
      readonly puny: string;
      readonly zone: string;
      readonly label: string;
    }
  | { readonly ok: false; readonly failure: Failure };

export const maxLabelLength = limit('characters of a label', 63, 'RFC 1035.');

/** The letters of docs/rules/registrar.md#domain-names. */
const labelCharacters = /^[a-z0-9äõöüšž-]+$/;

/** One label in front of a configured zone (docs/rules/registrar.md#domain-names). */
export function parseDomainName(input: string, zones: readonly string[]): ParsedDomainName {
  const name = normaliseLookup(input);
  if (zones.includes(name)) return { ok: false, failure: domainNameBlocked() };
  const dot = name.indexOf('.');
  const label = name.slice(0, Math.max(dot, 0));
  const zone = name.slice(dot + 1);
  if (!zones.includes(zone) || !isLabel(label)) return { ok: false, failure: invalidName() };
  const punyLabel = toAscii(label);
  if (punyLabel.length > maxLabelLength) return { ok: false, failure: nameTooLong() };
  return { ok: true, name, puny: `${punyLabel}.${toAscii(zone)}`, zone, label };
}

const longestName = limit(
  'characters of a name before it is read',
  255,
  'A longer one cannot become a domain name.',
);

/** Tells whether the length of the name is allowed. */
export const isPossibleLength = (name: DomainName): boolean =>
  name.length <= longestName && name.split('.').every((label) => toAscii(label).length <= maxLabelLength);

const longestDnsName = limit('characters of a domain name in ASCII', 253, 'RFC 1035.');

/**
 * Tells whether it could be a name in the DNS, in whichever zone. It takes a normalised name; long ones cost nothing.
 */
export const isDnsName = (name: DomainName): boolean =>
  name.length <= longestName &&
  toAscii(name).length <= longestDnsName &&
  toAscii(name)
    .split('.')
    .every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label));

/** The possible zones of a name, including the name itself. */
export const zonesAround = (name: string): readonly [string, string] => [
  name,
  name.slice(name.indexOf('.') + 1),
];

/** Checks the alphabet and the position of hyphens; a label that is still punycode could not be decoded. */
export function isLabel(label: string): boolean {
  return (
    labelCharacters.test(label) &&
    !label.startsWith('-') &&
    !label.endsWith('-') &&
    label.slice(2, 4) !== '--'
  );
}

/** The form by which names are compared and found, from Unicode or punycode in any case. Never throws. */
export function normaliseLookup(input: string): DomainName {
  return toUnicode(composed(input.trim().toLowerCase())) as DomainName;
}

export const toUnicode = (name: string): string => mapLabels(name, decodeLabel);

/** Labels that an encoder would have to alter first (upper case, full-width forms) stay as they are. */
export const toAscii = (name: string): string => mapLabels(name, encodeLabel);

function mapLabels(name: string, change: (label: string) => string): string {
  return name.includes('.') ? name.split('.').map(change).join('.') : change(name);
}

// node:url follows UTS 46, which maps characters silently; a label counts as converted only when it comes
// back unchanged. Only `xn--` and non-ASCII labels are passed to it: others may parse as IPv4. A label beyond
// every limit is not worth the encoder's quadratic time.
function decodeLabel(label: string): string {
  if (!/^xn--[a-z0-9-]{1,59}$/.test(label)) return label;
  const unicode = domainToUnicode(label);
  // UTS 46 writes Cherokee in capitals; labels that we would lower-case stay as they are.
  const isOurs = unicode !== '' && unicode !== label && unicode === unicode.toLowerCase();
  return isOurs && domainToASCII(unicode) === label ? unicode : label;
}

function encodeLabel(label: string): string {
  if (!/^[\p{L}\p{M}\p{N}-]{1,255}$/u.test(label) || /^[a-z0-9-]+$/.test(label)) return label;
  const ascii = domainToASCII(label);
  return ascii !== '' && domainToUnicode(ascii) === label ? ascii : label;
}

// The texts have the incumbent's field names; the path has those of our inputs.
const invalidName = (): Failure =>
  failure('PARAMETER_VALUE_SYNTAX', 'Domain name is invalid [name_dirty]', { path: ['name'] });

const nameTooLong = (): Failure =>
  failure(
    'PARAMETER_VALUE_SYNTAX',
    `Domain name is too long (maximum is ${maxLabelLength} characters) [puny_label]`,
    { path: ['name'] },
  );

export const domainNameExists = (): Failure =>
  failure('OBJECT_EXISTS', 'Domain name already exists [name_dirty]', { path: ['name'] });

/** The name is blocked, or is the name of a zone. */
export const domainNameBlocked = (): Failure =>
  failure('DATA_MANAGEMENT_POLICY', 'Data management policy violation: Domain name is blocked [name]', {
    path: ['name'],
  });

/** The zone is closed to new names (docs/rules/registrar.md#zones). */
export const zoneIsClosed = (): Failure =>
  failure('PARAMETER_VALUE_POLICY', 'Zone is closed: nothing new is registered in it', { path: ['name'] });
