import { parseDuration } from '../../base/calendar.ts';
import { type Filter, fieldsIn, type Sort } from '../../base/filter.ts';
import { constantCase } from '../../base/text.ts';
import type { Context } from './context.ts';
import { unsealed } from './cursor-text.ts';
import { badArgument, notInHistory } from './refusals.ts';
import { momentIn, toFilter } from './where.ts';

/** A list of the past: its time, and the parts of its rows that history keeps. */
export interface Past {
  readonly moment: Date;
  /** `asOf` as it is written in the document; cursors contain it. */
  readonly asked: string;
  readonly fields: readonly string[];
  /** The fields by which it can be sorted. */
  readonly sorts: readonly string[];
  readonly groups: readonly string[];
}

/** The parts of the rows of a list that history keeps. */
export interface PastColumns {
  readonly columns: readonly string[];
  readonly sorts: readonly string[];
  readonly groups: readonly string[];
}

const minuteMs = 60_000;

/**
 * The time that a document asks for; a future one is refused. A duration of a minute or more leads to the beginning
 * of a minute: ids contain the moment, and caches would never see one again.
 */
export function momentAsked(asked: string, { clock, calendar }: Context): Date {
  const now = clock.now();
  const moment = momentIn(asked, 'asOf', now, calendar);
  if (moment > now)
    throw badArgument('asOf is in the future; use a past moment, such as "-P30D"', 2004, 'asOf');
  const isDistant = parseDuration(asked) && now.getTime() - moment.getTime() >= minuteMs;
  return isDistant ? new Date(Math.floor(moment.getTime() / minuteMs) * minuteMs) : moment;
}

/**
 * The moment of a list. A duration such as "-P30D" is another moment at every page, so a page after a cursor uses the
 * moment of the cursor.
 */
export function pastOf(
  asked: string,
  { after, before }: { readonly after?: string | null; readonly before?: string | null },
  context: Context,
  { columns, sorts, groups }: PastColumns,
): Past {
  const given = after ?? before;
  const begun = given && parseDuration(asked) ? pastOfCursor(given) : undefined;
  const isSame = begun !== undefined && begun.asked === asked;
  return {
    moment: momentAsked(isSame ? begun.moment : asked, context),
    asked,
    fields: keptFor(context, columns),
    sorts,
    groups: keptFor(context, groups),
  };
}

/** Leaves out `registrar` unless the caller is an operator: a registrar's list has only its own rows. */
const keptFor = ({ actor }: Context, fields: readonly string[]): string[] =>
  fields.filter((field) => field !== 'registrar' || actor.kind === 'operator');

/** The filter of a live list, by fields in history; durations in it count from now, once. */
export function filterOfLiveList<Given extends object>(
  where: Given | null | undefined,
  input: { readonly $inferInput: Given },
  context: Context,
  { columns }: { readonly columns: readonly string[] },
): Filter | undefined {
  const filter = toFilter(where, input, context);
  refuseFilterNotInHistory(filter, keptFor(context, columns), 'a live list');
  return filter;
}

/** Distances in the `where` of a list of the past count from its moment. */
export const clockOf = (past: Past | undefined, context: Context): Pick<Context, 'clock' | 'calendar'> =>
  past ? { clock: { now: () => past.moment }, calendar: context.calendar } : context;

/** The facts in a cursor about its list. */
interface OfCursor {
  readonly moment: string;
  readonly asked: string;
}

const pastOfCursor = (text: string): OfCursor | undefined => {
  try {
    const [moment, asked] = unsealed(text).slice(-2);
    if (typeof moment === 'string' && typeof asked === 'string') return { moment, asked };
  } catch {
    // It is not a cursor of ours: the reader of the page refuses it.
  }
  return undefined;
};

/** The parts of a cursor that name the moment of its list; none for a list of the present. */
export const cursorMark = (past: Past | undefined): readonly string[] =>
  past ? [past.moment.toISOString(), past.asked] : [];

/** Tells whether a cursor with this mark was made for the list; a moment may be written in several ways. */
export const matchesCursorMark = (past: Past | undefined, [moment]: readonly unknown[]): boolean =>
  moment === past?.moment.toISOString();

/** The `asOf` that a cursor with this mark needs; undefined if the mark is not ours. */
export function ownMoment([moment]: readonly unknown[]): string {
  if (moment === undefined) return ': the cursor belongs to the list without asOf';
  const at = new Date(String(moment));
  return Number.isNaN(at.getTime()) ? '' : `: the cursor belongs to asOf: "${at.toISOString()}"`;
}

/** Refuses to filter or sort by fields that history does not keep. */
export function refuseFieldsNotInHistory(
  { fields, sorts }: Past,
  filter: Filter | undefined,
  sort: Sort,
): void {
  refuseFilterNotInHistory(filter, fields);
  if (!fields.includes(sort.field))
    throw notInHistory(constantCase(sort.field), 'orderBy', sorts.map(constantCase));
}

export function refuseFilterNotInHistory(
  filter: Filter | undefined,
  known: readonly string[],
  list?: string,
): void {
  for (const field of filter ? fieldsIn(filter) : [])
    if (!known.includes(field)) throw notInHistory(field, 'where', known, list);
}

export function refuseGroupsNotInHistory({ groups }: Past, by: readonly { readonly field: string }[]): void {
  const unknown = by.find(({ field }) => !groups.includes(field));
  if (unknown) throw notInHistory(constantCase(unknown.field), 'by', groups.map(constantCase));
}

/** Returns the history entry after which an object of the past is shown; undefined for the present. */
export const entryOf = (row: object): number | undefined =>
  'asOfEntry' in row ? (row.asOfEntry as number) : undefined;

/** Fields that are known only for the present are null in the past. */
export const isPast = (row: object): boolean => entryOf(row) !== undefined;
