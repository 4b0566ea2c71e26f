import { randomUUID } from 'node:crypto';
import type { Context } from './context.ts';

/**
 * The state of an object that a row shows: the present, a moment of the past, or what a dry run would make of it. The
 * id says which, so that no cache takes one for another (docs/rules/graph.md#ids): `5` is the present,
 * `5@1763480000000` a moment and `5~e7c1…` a dry run.
 */

/** A row of the past. */
interface OfThen {
  readonly asOf: Date;
}

/** The dry run that a row comes from. */
interface Preview {
  readonly mark: string;
  /** True if the write is about the row; false if the row only hangs on what it is about. */
  readonly isSubject: boolean;
}

// A symbol, because copies of a row keep it and no column has its name.
const preview = Symbol('preview');

export type Identified = { readonly id: number };

const previewOf = (row: object): Preview | undefined => (row as { readonly [preview]?: Preview })[preview];

/** The moment that a row is shown as of; undefined for the present, and in a dry run. */
export const asOfIn = (row: object): Date | undefined => ('asOf' in row ? (row as OfThen).asOf : undefined);

/**
 * The id that a row is shown with, inside the global id. What a dry run is about has an id of the dry run; what hangs
 * on that has one only where it differs from `live`, so that a live id never shows anything else.
 */
export function idShown<Row extends { readonly id: number | string }>(
  row: Row,
  live: () => Promise<unknown>,
  keyOf: (row: Row) => string | number = ({ id }) => id,
): string | number | Promise<string | number> {
  const then = asOfIn(row);
  if (then) return `${keyOf(row)}@${then.getTime()}`;
  const of = previewOf(row);
  if (!of) return row.id;
  const own = `${row.id}~${of.mark}`;
  return of.isSubject ? own : live().then((now) => (isSame(row, now) ? row.id : own));
}

/** A mark that no other dry run has. */
export const newPreview = (): string => randomUUID();

/** Marks everything that a dry run shows. Copies, because rows may be kept for others. */
export function asPreview<T>(shown: T, mark: string, isSubject = true): T {
  if (Array.isArray(shown)) return shown.map((item) => asPreview(item, mark, isSubject)) as T;
  if (!isPlain(shown)) return shown;
  const isObject = 'id' in shown;
  const copy = Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [name, asPreview(value, mark, isSubject && !isObject)]),
  );
  return { ...copy, ...(isObject && { [preview]: { mark, isSubject } }) } as T;
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Tells whether a row has the values of the live one, in the columns that both were read with. */
function isSame(row: object, live: unknown): boolean {
  if (typeof live !== 'object' || live === null || live instanceof Error) return false;
  const now = live as Readonly<Record<string, unknown>>;
  return Object.entries(row).every(
    ([column, value]) => !(column in now) || JSON.stringify(value) === JSON.stringify(now[column]),
  );
}

/** The state that a global id names, where that is not the present. */
export interface NamedState {
  readonly key: string;
  /** The moment of the state; undefined if it is that of a dry run, which is over. */
  readonly asOf: Date | undefined;
}

/** Splits the id inside a global id. */
export function stateIn(id: string): NamedState | undefined {
  const [, key = '', kind, rest = ''] = /^([^@~]*)([@~])(.*)$/s.exec(id) ?? [];
  if (kind === undefined) return undefined;
  const ms = /^\d{1,15}$/.test(rest) ? Number(rest) : Number.NaN;
  return { key, asOf: kind === '@' && !Number.isNaN(ms) ? new Date(ms) : undefined };
}

type Finder = (key: string, asOf: Date, context: Context) => Promise<object | null>;

const finders = new Map<string, Finder>();

/** How a state of the past of this type is found again. */
export const findPast = (typename: string, find: Finder): void => {
  finders.set(typename, find);
};

/** The object in the state that an id names; null where it cannot be shown again. */
export async function nodeThen(
  typename: string,
  { key, asOf }: NamedState,
  context: Context,
): Promise<object | null> {
  if (!asOf || asOf > context.clock.now()) return null;
  return (await finders.get(typename)?.(key, asOf, context)) ?? null;
}
