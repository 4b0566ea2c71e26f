export interface TableColumn {
  readonly name: string;
  /** The type in PostgreSQL. */
  readonly type: string;
  readonly about: string;
  /** The place in a row of the answer. */
  readonly path: readonly string[];
  /** The field that is shown instead of each object of a list. */
  readonly item?: string;
  /** The selection in GraphQL. */
  readonly selects: string;
}

export interface Table {
  readonly name: string;
  readonly about: string;
  /** The fields that lead to the list, from the root. */
  readonly way: readonly string[];
  /** True if there can be a table of a day in the past. */
  readonly hasPast: boolean;
  readonly columns: readonly TableColumn[];
}
