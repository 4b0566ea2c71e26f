import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { Services } from '../../services.ts';
import type { Format } from './format.ts';
import type { NoList, OneList } from './list.ts';

type Snapshot = Awaited<ReturnType<Services['database']['snapshot']>>;

/** The place of a reader to whom a whole list is sent. */
interface Place {
  /** Called when the reader is waited for; `stop` ends its file. Returns what to call when the reader has read. */
  pause(stop: (why: string) => void): () => void;
  readonly leave: () => void;
}

/** The requested file: one for each request, however many pages are read for it. */
export interface FileRequest {
  readonly format: Format;
  /** True if all pages of the list are wanted, not only the one that the document selects. */
  readonly wantsAll: boolean;
  /** The original request, to be repeated for the next page. */
  params?: GraphQLParams;
  list?: OneList | NoList;
  /** The cursor after which the page begins that is read now. */
  after?: string | null;
  /**
   * Takes a place before anything is charged, or says why there is none; undefined unless readers share a few places.
   */
  readonly takePlace?: () => Promise<Place | string>;
  place?: Place;
  /** The snapshot that all pages are read from, once the first was paid for. */
  snapshot?: Snapshot;
  /** The number of rows, if the list shows only a part of them and is not a connection. */
  total?: number;
}

/** A partial list reports its total; rows are counted only for a file of that very list. */
export async function reportTotal(
  { file }: { readonly file?: FileRequest | undefined },
  { path }: Pick<GraphQLResolveInfo, 'path'>,
  count: () => number | Promise<number>,
): Promise<void> {
  if (!file?.list || 'problem' in file.list) return;
  const { path: above, key } = file.list;
  if (responsePathAsArray(path).join() === [...above, key].join()) file.total = await count();
}
