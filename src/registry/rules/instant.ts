const syntax = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/;

/** Parses a moment as services write it: ISO 8601, a space for the T, `UTC`; UTC by default. */
export function readInstant(text: string | undefined): Date | undefined | 'unreadable' {
  if (text === undefined || text === '') return undefined;
  const [, date, time = '00:00', zone = 'Z'] = syntax.exec(text) ?? [];
  const instant = new Date(`${date}T${time}${zone === 'UTC' ? 'Z' : zone}`);
  return Number.isNaN(instant.getTime()) || instant.getUTCFullYear() < 1 ? 'unreadable' : instant;
}
