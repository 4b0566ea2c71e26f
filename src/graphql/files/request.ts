import type { GraphQLParams } from 'graphql-yoga';
import type { Services } from '../../services.ts';
import type { NoList, OneList } from './list.ts';
import type { Format } from './rows.ts';

export type Snapshot = Awaited<ReturnType<Services['database']['snapshot']>>;

/** What is wanted as a file: one for each request, however many pages are read for it. */
export interface FileRequest {
  readonly format: Format;
  /** All pages of the list, not the one that the document asks for. */
  readonly wantsAll: boolean;
  /** The request as it came, to be asked again for the next page. */
  params?: GraphQLParams;
  list?: OneList | NoList;
  /** The cursor after which the page begins that is read now. */
  after?: string | null;
  /** What all pages are read from, once the first of them was paid for. */
  snapshot?: Snapshot;
}
