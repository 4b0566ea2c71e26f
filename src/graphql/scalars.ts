import { GraphQLError } from 'graphql';
import { isLocalDate, parseDuration } from '../core/calendar.ts';
import { parseMoney } from '../core/money.ts';
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
    if (!isWellFormed(given))
      throw malformed(`${name} must be ${form}, not ${JSON.stringify(given.slice(0, 100))}`);
    return given;
  };
}

function instant(value: unknown): Date {
  const given = text(value, 'DateTime');
  const parsed = new Date(given);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/i.test(given) || Number.isNaN(parsed.getTime()))
    throw malformed(`DateTime must be ISO 8601 with an offset, not ${JSON.stringify(given.slice(0, 100))}`);
  return parsed;
}

const shown = (value: unknown): string => String(value);
const isoMoment = (value: string): boolean =>
  isLocalDate(value) || parseDuration(value) !== undefined || /^\d{4}-\d{2}-\d{2}T.+/.test(value);

builder.scalarType('DateTime', {
  description: 'A moment: ISO 8601 with milliseconds and offset, such as 2026-11-15T02:23:00.252+02:00.',
  serialize: shown,
  parseValue: instant,
});
builder.scalarType('Date', {
  description: 'A calendar day in the time zone of the registry, yyyy-mm-dd.',
  serialize: shown,
  parseValue: checked('Date', 'a day as yyyy-mm-dd', isLocalDate),
});
builder.scalarType('Decimal', {
  description: 'An amount of money with two decimals as text, such as "10.00"; never a float.',
  serialize: shown,
  parseValue: checked('Decimal', 'an amount such as "10.00"', (value) => parseMoney(value) !== undefined),
});
builder.scalarType('DomainName', {
  description: 'A domain name in Unicode or punycode, in any case; shown in lower-case Unicode.',
  serialize: shown,
  parseValue: (value) => text(value, 'DomainName'),
});
builder.scalarType('CountryCode', {
  description: 'A country as ISO 3166-1 alpha-2, such as EE.',
  serialize: shown,
  parseValue: (value) => text(value, 'CountryCode'),
});
builder.scalarType('Duration', {
  description: 'A span of time as ISO 8601, such as P1Y, P3M or PT36H.',
  serialize: shown,
  parseValue: checked(
    'Duration',
    'an ISO 8601 duration such as P1Y',
    (value) => parseDuration(value) !== undefined,
  ),
});
builder.scalarType('Secret', {
  description: 'A code that only its owner is shown. Keep it out of logs, traces and caches.',
  serialize: shown,
  parseValue: (value) => text(value, 'Secret'),
});
builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
});
builder.scalarType('DateTimeOrDuration', {
  description:
    'A moment (2026-12-31T00:00:00+02:00), a day (2026-12-31), or a distance from now (P30D is in 30 days, -P7D a week ago).',
  serialize: shown,
  parseValue: checked('DateTimeOrDuration', 'a moment, a day or an ISO 8601 duration', isoMoment),
});
