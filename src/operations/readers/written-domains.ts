import type { Calendar } from '../../core/calendar.ts';
import { WrittenDomains } from '../../store/registry/domain-reader.ts';
import {
  domainText,
  formatsLike,
  kindOfReader,
  type Reader,
  type Shape,
  type Zone,
} from '../../store/registry/domain-text.ts';
import type { Db } from '../operation.ts';
import type { Domain } from './shown.ts';

export { kindOfReader, type Shape, type Zone };

/** Domains as texts of this shape, by the column that their cursors keep; undefined: the database cannot write them. */
export function writtenDomains(
  shape: Shape,
  reader: Reader,
): ((also: keyof Domain & string) => WrittenDomains) | undefined {
  const sql = domainText(shape, reader);
  return sql && ((also) => new WrittenDomains(sql, also));
}

const from = new Date('1970-01-01T00:00:00Z');
const until = new Date('2100-01-01T00:00:00Z');

/** The calendar's zone, if the database knows it as the calendar does: it may take `EET` for an offset, or be older. */
export async function zoneToWriteIn(db: Db, calendar: Calendar): Promise<Zone | undefined> {
  const changes = calendar.offsetsBetween(from, until);
  const zone = { name: calendar.zone, offsets: [...new Set(changes.map(({ offset }) => offset))] };
  const moments = new Map<Date, string>();
  for (const change of changes)
    for (const moment of [
      change.from,
      new Date(change.from.getTime() + 1),
      new Date(change.from.getTime() - 1),
    ])
      if (moment >= from) moments.set(moment, calendar.format(moment));
  return (await formatsLike(db, zone, moments)) ? zone : undefined;
}
