import { GraphQLError, type ValueNode, valueFromASTUntyped } from 'graphql';
import { isLocalDate, parseDuration, parseInstant } from '../../base/calendar.ts';
import { parseMoney } from '../../base/money.ts';
import { builder } from './builder.ts';

const malformed = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', resultCode: 2005 } });

function text(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw malformed(`${name} must be a string`);
}

function checked(name: string, form: string, isWellFormed: (value: string) => boolean) {
  return (value: unknown): string => {
    const given = text(value, name);
    if (!isWellFormed(given)) throw malformed(`${name} must be ${form}`);
    return given;
  };
}

function instant(value: unknown): Date {
  const given = text(value, 'DateTime');
  const parsed = parseInstant(given);
  if (!parsed) throw malformed('DateTime must be ISO 8601 with an offset');
  return parsed;
}

const shown = (value: unknown): string => String(value);
const isoMoment = (value: string): boolean =>
  isLocalDate(value) || parseDuration(value) !== undefined || parseInstant(value) !== undefined;

/** A literal is read like the value of a variable; no scalar of ours can hold a variable. */
const read = <T>(parseValue: (value: unknown) => T) => ({
  parseValue,
  parseLiteral: (node: ValueNode): T => parseValue(valueFromASTUntyped(node)),
});

builder.scalarType('DateTime', {
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  description:
    'A moment as ISO 8601 with its offset from UTC: "2026-11-15T02:23:00.252+02:00". Shown in the time zone of the registry; any offset is accepted.',
  serialize: shown,
  ...read(instant),
});
builder.scalarType('Date', {
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date.html',
  description: 'A calendar day in the time zone of the registry as yyyy-mm-dd: "2026-11-15".',
  serialize: shown,
  ...read(checked('Date', 'a day as yyyy-mm-dd', isLocalDate)),
});
builder.scalarType('Decimal', {
  specifiedByURL: 'https://www.w3.org/TR/xmlschema-2/#decimal',
  description:
    'An amount of money in euros as text, so that no cent gets lost: "10.00". Always shown with two decimals.',
  serialize: shown,
  ...read(checked('Decimal', 'an amount such as "10.00"', (value) => parseMoney(value) !== undefined)),
});
builder.scalarType('BigInt', {
  specifiedByURL: 'https://www.w3.org/TR/xmlschema-2/#integer',
  description: 'A whole number as text, because it may grow beyond Int: "4294967297".',
  serialize: shown,
  ...read(checked('BigInt', 'a whole number such as "42"', (value) => /^-?\d{1,19}$/.test(value))),
});
builder.scalarType('DomainName', {
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc5890',
  description:
    'A domain name with its zone: "tamm.ee", "kõrvits.ee" or its ASCII form "xn--krvits-pxa.ee". Case does not matter; shown in lower-case Unicode.',
  serialize: shown,
  ...read((value) => text(value, 'DomainName')),
});
builder.scalarType('CountryCode', {
  specifiedByURL: 'https://www.iso.org/iso-3166-country-codes.html',
  description: 'A country by its two letters (ISO 3166-1): "EE".',
  serialize: shown,
  ...read((value) => text(value, 'CountryCode')),
});
builder.scalarType('Duration', {
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#appendix-A',
  description:
    'A span of time as ISO 8601: "P1Y" is a year, "P3M" three months, "P30D" thirty days, "PT36H" thirty-six hours.',
  serialize: shown,
  ...read(
    checked('Duration', 'an ISO 8601 duration such as P1Y', (value) => parseDuration(value) !== undefined),
  ),
});
builder.scalarType('Secret', {
  specifiedByURL: 'https://spec.graphql.org/draft/#sec-String',
  description: 'A secret code, shown as text to its owner only. Keep it out of logs, traces and caches.',
  serialize: shown,
  ...read((value) => text(value, 'Secret')),
});
builder.scalarType('JSON', {
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  description: 'Any JSON value, where the shape depends on the case: text, number, list or object.',
  serialize: (value) => value,
  ...read((value) => value),
});
builder.scalarType('DateTimeOrDuration', {
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#appendix-A',
  description:
    'A moment ("2026-12-31T12:00:00+02:00"), the beginning of a day ("2026-12-31"), or a distance from now: "P30D" is in 30 days, "-P7D" a week ago, "PT0S" now.',
  serialize: shown,
  ...read(
    checked('DateTimeOrDuration', 'a moment with its offset, a day or an ISO 8601 duration', isoMoment),
  ),
});
