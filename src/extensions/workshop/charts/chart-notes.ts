// The notes below a table and a chart, where their numbers could be taken for something else.

import type { Period } from './chart-columns.ts';
import { argumentsIn } from './chart-model.ts';
import { periodNamed } from './chart-periods.ts';

/**
 * Keys of which a row can have several: it counts in each of these groups, so the groups add up to more than there
 * are rows.
 */
const overlapping: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  domains: { status: 'statuses', nameserverHostname: 'nameservers' },
  reservations: { status: 'states' },
};

const asks = (document: string, list: string): boolean => document.split(/\W+/).includes(list);

/**
 * Says what must be said of groups that overlap, with the number of different rows if it is known; '' for all others.
 */
export function overlapIn(columns: readonly string[], document: string, different?: number): string {
  const hasShare = columns.includes('share');
  const [list, keys] = Object.entries(overlapping).find(([name]) => asks(document, name)) ?? [];
  const [, several] = Object.entries(keys ?? {}).find(([name]) => columns.includes(name)) ?? [];
  if (several === undefined || !(hasShare || columns.includes('count'))) return '';
  return [
    `The groups overlap: one with several ${several} counts in each of them, so the numbers add up to more than there are.`,
    hasShare ? `A share is of all these numbers together, not of the ${list}.` : '',
    different === undefined ? '' : `Different ones: ${different}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The invoice of a bulk payment is in the list beside the invoices that it pays. */
function paidTwiceIn(columns: readonly string[], document: string): string {
  const isAddedUp = columns.some((column) => /^(sum|sumShare|average|median|charged)$/.test(column));
  return isAddedUp && asks(document, 'invoices') && !/\bbulk:/.test(document)
    ? 'A bulk payment counts beside the invoices that it pays; the condition “Pays for other invoices: no” (bulk) leaves it out.'
    : '';
}

/** Earlier groups stand beside the present ones. */
const goneIn = (document: string): string =>
  argumentsIn(document, 'groups').some((given) => /\bfield:/.test(given) && /\bcompareTo:/.test(given))
    ? 'Groups that were there only before are left out.'
    : '';

const isBeginning: Readonly<Record<Period, (day: string) => boolean>> = {
  DAY: () => true,
  WEEK: (day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1,
  MONTH: (day) => day.endsWith('-01'),
  QUARTER: (day) => /-(01|04|07|10)-01$/.test(day),
  YEAR: (day) => day.endsWith('-01-01'),
};

/** Tells whether a bound lies within a period: moments relative to now do, and days that do not begin one. */
const isWithin = (bound: string | undefined, period: Period): boolean =>
  bound !== undefined && !(/^\d{4}-\d{2}-\d{2}$/.test(bound) && isBeginning[period](bound));

/** The column whose dates stand for periods, and which ones; undefined where a question has none. */
export function periodsIn(
  document: string,
): { readonly column: string; readonly period: Period } | undefined {
  for (const given of argumentsIn(document, 'groups')) {
    const [, key, named] = /\bfield:\s*([A-Z_]+),?\s*per:\s*([A-Z]+)\b/.exec(given) ?? [];
    const period = periodNamed(named);
    if (key && period)
      return {
        column: key.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        period,
      };
  }
  for (const given of argumentsIn(document, 'domainStatistics')) {
    const period = periodNamed(/\bper:\s*([A-Z]+)\b/.exec(given)?.[1]);
    if (period) return { column: 'period', period };
  }
  return undefined;
}

/**
 * Says that the first and the last period of groups are not whole where the conditions begin and end within them.
 */
function partsIn(document: string): string {
  const periods = periodsIn(document);
  if (!periods) return '';
  const { column, period } = periods;
  const conditions =
    [...document.matchAll(/\b(\w+):\s*\{([^{}]*)\}/g)].find(([, name]) => name === column)?.[2] ?? '';
  const begins = isWithin(/\bgte?:\s*"([^"]*)"/.exec(conditions)?.[1], period);
  const ends = isWithin(/\blte?:\s*"([^"]*)"/.exec(conditions)?.[1], period);
  if (!begins && !ends) return '';
  const which = begins && ends ? 'begins and ends' : begins ? 'begins' : 'ends';
  return `The question ${which} within a ${period.toLowerCase()}, of which only that part is counted.`;
}

/** All that must be said of the numbers in these columns. */
export const cautionIn = (columns: readonly string[], document: string, different?: number): string =>
  [
    overlapIn(columns, document, different),
    paidTwiceIn(columns, document),
    partsIn(document),
    goneIn(document),
  ]
    .filter(Boolean)
    .join(' ');
