import { z } from 'zod';
import type { Actor } from '../../base/actor.ts';
import type { Document } from '../../base/events.ts';
import { hiddenName } from '../rules/visibility.ts';
import type { ColumnWith, Declared, Entity, RowOf, SqlType } from './entity.ts';
import { unknownValue } from './entity-rows.ts';

/** The plain fields of an object as history stores them; `read` returns the value of a field. */
export function documentOf({ declared }: Entity, read: (field: Declared) => unknown): Document {
  const document: Record<string, unknown> = {};
  for (const field of declared) {
    if (!field.history) continue;
    const value = read(field);
    if (value === null && isLeftOut(field)) continue;
    const [name, part] = pathOf(field);
    const kept = value instanceof Date ? value.toISOString() : value;
    if (part === undefined) document[name] = kept;
    else document[name] = { ...(document[name] as Document | undefined), [part]: kept };
  }
  return document;
}

/** Tells whether null is left out of the document, so that an object without parts is left out as a whole. */
const isLeftOut = ({ history, object }: Declared): boolean => history?.ifAny || object !== undefined;

const pathOf = ({
  name,
  object,
  part: within,
  history,
}: Declared): readonly [name: string, part?: string | undefined] => {
  if (object !== undefined) return [object, within];
  const [first = name, part] = (history?.path ?? name).split('.');
  return [first, part];
};

const shapes: Readonly<Record<SqlType, z.ZodType>> = {
  integer: z.int(),
  bigint: z.int(),
  numeric: z.string(),
  uuid: z.string(),
  text: z.string(),
  boolean: z.boolean(),
  timestamptz: z.coerce.date(),
  date: z.string(),
  'text[]': z.array(z.string()),
  jsonb: z.record(z.string(), z.unknown()),
};

/**
 * Reads the columns back from a history document; throws if a value has another type. A document from before a field
 * was declared lacks its key.
 */
export function historyReader<E extends Entity>({ declared }: E) {
  const read = declared
    .filter(({ history }) => history?.isRead)
    .map((field) => {
      const shape = shapes[field.sql];
      return { field, path: pathOf(field), shape: field.isNullable ? shape.nullable() : shape };
    });
  return (document: Document): Pick<RowOf<E>, ColumnWith<E, 'history'>> =>
    Object.fromEntries(
      read.map(({ field, path: [name, part], shape }) => {
        const found = document[name];
        const value = part === undefined ? found : (found as Document | null | undefined)?.[part];
        return [field.column, value === undefined ? unknownValue(field) : shape.parse(value)];
      }),
    ) as Pick<RowOf<E>, ColumnWith<E, 'history'>>;
}

type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/**
 * The changes of an entry as the caller may see them. Fields that a transfer clears are shown only to operators and
 * to the registrar that the object had at that time; the previous registrar is in the entry if it has changed.
 */
export function changesSeen(
  { declared }: Entity,
  { changes, snapshot }: { readonly changes: Changes; readonly snapshot: Document | null },
  actor: Actor,
): Changes {
  const cleared = new Set(
    declared.filter(({ settable }) => settable?.transfer === 'cleared').map((field) => pathOf(field)[0]),
  );
  if (actor.kind === 'operator' || !Object.keys(changes).some((name) => cleared.has(name))) return changes;
  const isOwn = (code: unknown): boolean => actor.kind === 'registrar' && code === actor.registrarCode;
  const [wasOwn, isOwnNow] = [changes.registrar?.from ?? snapshot?.registrar, snapshot?.registrar].map(isOwn);
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, { from, to }]) => {
      if (!cleared.has(name)) return [[name, { from, to }]];
      const seen = { from: wasOwn ? from : null, to: isOwnNow ? to : null };
      return seen.from === null && seen.to === null ? [] : [[name, seen]];
    }),
  );
}

/** A document, or a part of one, without personal data. */
export function withoutPersonal({ declared }: Entity, document: Document): Document {
  const result: Record<string, unknown> = { ...document };
  for (const field of declared) {
    if (!field.isPersonal || !field.history) continue;
    const [name, part] = pathOf(field);
    const found = result[name];
    const value = field.isNullable ? null : hiddenName;
    if (found === null || found === undefined) continue;
    result[name] = part === undefined ? value : { ...(found as Document), [part]: value };
  }
  return result;
}
