/** A condition on a list, in the house's words: GraphQL's `where` and REST's `q[...]` both become one of these. */
export type Filter =
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly not: Filter }
  | Condition;

export interface Condition {
  readonly field: string;
  readonly is: Comparator;
  readonly value: unknown;
}

export type Comparator =
  | 'eq'
  | 'ne'
  | 'in'
  | 'notIn'
  | 'contains'
  | 'startsWith'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'isNull'
  | 'hasAll'
  | 'hasAny'
  | 'hasNone';

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

/** A slice of a list by position (REST) or from a cursor (GraphQL). */
export type Slice =
  | { readonly by: 'offset'; readonly limit: number; readonly offset: number }
  | {
      readonly by: 'cursor';
      readonly limit: number;
      readonly after?: Cursor;
      readonly before?: Cursor;
      readonly fromEnd: boolean;
    };

/** Where a page ends: the sort field's value (as text) and the row's id, which breaks ties. */
export interface Cursor {
  readonly value: string | null;
  readonly id: number;
}

export interface ListQuery {
  readonly filter?: Filter | undefined;
  readonly sort: readonly [Sort, ...Sort[]];
  readonly slice: Slice;
}
