import { secretColumns } from '../../entities/entity.ts';
import type { Db } from '../../store/driver/connections/pool.ts';

/** The objects that an answer has shown, by name, as they are kept with its idempotency key. */
export type Shown = Readonly<Record<string, unknown>>;

type Noted = { readonly then: Shown } | { readonly noted: Record<string, unknown> };

/** Each transaction has a `Db` of its own. */
const notes = new WeakMap<Db, Noted>();

/** Notes in the result everything that `shownAgain` reads for the answer from here on. */
export function noteShown(db: Db): Shown {
  const noted = {};
  notes.set(db, { noted });
  return noted;
}

/** Makes `shownAgain` return what the first answer has shown, from here on. */
export const repeatShown = (db: Db, then: Shown): void => void notes.set(db, { then });

/**
 * Reads an object for the answer of a command. A repeated request is shown it as it was then
 * (docs/rules/graph.md#idempotency): it is kept with the key, without its secrets, which are shown as they are now.
 */
export async function shownAgain<T>(db: Db, name: string, read: () => Promise<T>): Promise<T> {
  const note = notes.get(db);
  const now = await read();
  if (!note) return now;
  if ('noted' in note) note.noted[name] = kept(now);
  else if (name in note.then) return asThen(now, note.then[name]);
  return now;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value);

/** A moment among texts that may look like one. */
const moment = '$at';

/** Returns an object without its secrets; moments stay moments. */
function kept(value: unknown): unknown {
  if (value instanceof Date) return { [moment]: value.toISOString() };
  if (!isObject(value)) return value;
  const open = Object.entries(value).filter(([name]) => !secretColumns.has(name));
  return Object.fromEntries(open.map(([name, one]) => [name, one instanceof Date ? kept(one) : one]));
}

const revived = (value: unknown): unknown =>
  isObject(value) && typeof value[moment] === 'string' ? new Date(value[moment]) : value;

function asThen<T>(now: T, then: unknown): T {
  if (!isObject(then)) return then as T;
  const values = Object.entries(then).map(([name, value]) => [name, revived(value)]);
  return { ...now, ...Object.fromEntries(values) };
}
