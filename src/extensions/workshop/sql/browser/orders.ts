// The orders that the page gives to PostgreSQL in its worker, and the answers to them.
import type { TableColumn } from '../table.ts';

/** The text of a cell; null for none. */
export type Cell = string | null;

/** The answer to a statement. */
export interface Result {
  readonly fields: readonly { readonly name: string; readonly oid: number }[];
  readonly rows: readonly (readonly Cell[])[];
  readonly milliseconds: number;
}

/** The rows of a list as PostgreSQL reads them. */
export interface Rows {
  readonly blobs: readonly Blob[];
  readonly rows: number;
  readonly bytes: number;
  readonly parts: number;
}

export interface Start {
  readonly what: 'start';
  readonly timeZone: string;
  /** A database to copy. */
  readonly from: string | undefined;
  /** The milliseconds by which the registry's clock is ahead of this computer's. */
  readonly ahead: number;
}
export interface Declare {
  readonly what: 'declare';
  readonly tables: readonly { readonly name: string; readonly columns: readonly TableColumn[] }[];
}
export interface TablesRead {
  readonly what: 'tablesRead';
  readonly sql: string;
}
export interface Read {
  readonly what: 'read';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: string;
  readonly variables: object;
  readonly columns: readonly TableColumn[];
}
export interface Fill {
  readonly what: 'fill';
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly blobs: readonly Blob[];
}
export interface Run {
  readonly what: 'run';
  readonly sql: string;
}
export type Order = Start | Declare | TablesRead | Read | Fill | Run;

/** The answer to each order. */
export interface Told {
  readonly start: undefined;
  readonly declare: undefined;
  readonly tablesRead: readonly string[] | undefined;
  readonly read: Rows;
  readonly fill: undefined;
  readonly run: Result;
}

/** How far an order is. */
export interface Progress {
  readonly rows?: number;
  readonly bytes?: number;
  /** Seconds until there are new points. */
  readonly waits?: number;
  /** The part of the table that is filled. */
  readonly filled?: number;
}
export type Say = (progress: Progress) => void;

/** A mistake, as PostgreSQL reports it. */
export interface Mistake {
  readonly message: string;
  readonly position?: string;
  readonly hint?: string;
  readonly detail?: string;
}
export interface Heard {
  readonly id: number;
  readonly progress?: Progress;
  readonly value?: unknown;
  readonly error?: Mistake;
}
