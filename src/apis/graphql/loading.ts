import { createContextCache, initContextCache } from '@pothos/core';
import { decodeGlobalID } from '@pothos/plugin-relay';
import DataLoader from 'dataloader';
import { getOrCreate } from '../../base/get-or-create.ts';
import type { Db } from '../../registry/operations/operation.ts';
import type { Context } from './context.ts';
import { type NamedState, stateIn } from './states.ts';

/** Batches the lookups of one request by key into one statement. */
export const batched = <Key, T>(read: (db: Db, keys: readonly Key[], context: Context) => Promise<T[]>) =>
  createContextCache(
    (context: Context) => new DataLoader<Key, T>((keys) => read(context.database.db, keys, context)),
  );

/** Batches lookups with equal arguments, such as those of the objects of one page, into one statement. */
export const sharedLoader = <Params, T, Key = number>(
  read: (context: Context, keys: readonly Key[], asked: Params) => Promise<T[]>,
) =>
  createContextCache((context: Context) => {
    const loaders = new Map<string, DataLoader<Key, T>>();
    return (asked: Params): DataLoader<Key, T> =>
      getOrCreate(loaders, JSON.stringify(asked), () => new DataLoader((ids) => read(context, ids, asked)));
  });

/** Makes everything be read anew after an item of a stream, or after a write. */
export function dropLoaderCaches(context: Context): void {
  Object.assign(context, initContextCache());
}

/** Puts the rows of a batch into the order of its keys; a missing row is an error of its own. */
export function byId<T extends { readonly id: number }>(
  ids: readonly number[],
  rows: readonly T[],
): (T | Error)[] {
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(Number(id)) ?? new NotFound('not found'));
}

/** The error for a row that does not exist; every other error of a loader is a fault. */
export class NotFound extends Error {}

/** The row's id inside a global id; invalid text matches no row. */
export function rowId(text: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) ? id : 0;
}

export interface GlobalId {
  readonly typename: string;
  readonly id: string;
  /** The state of the object that the id names; undefined for the present. */
  readonly state?: NamedState | undefined;
}

/** The parts of a global id; invalid text has no type. */
export function partsOf(text: string): GlobalId {
  try {
    const { typename, id } = decodeGlobalID(text);
    const state = stateIn(id);
    return state ? { typename, id: state.key, state } : { typename, id };
  } catch {
    return { typename: '', id: text };
  }
}

/**
 * The row that a global id of this type names, or its number, as REST shows it; an id of another type, or of a state
 * that is not the present, names no row.
 */
export const rowOf = (typename: string, given: GlobalId): number =>
  (given.typename === typename || given.typename === '') && !given.state ? rowId(given.id) : 0;
