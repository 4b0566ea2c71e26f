export interface TableColumn {
  readonly name: string;
  /** The type in PostgreSQL. */
  readonly type: string;
  readonly about: string;
  /** The place in a row of the answer. */
  readonly path: readonly string[];
  /** For a list of objects: the field that is shown instead of the object. */
  readonly item?: string;
  /** The selection in GraphQL. */
  readonly selects: string;
}

export interface Table {
  readonly name: string;
  readonly about: string;
  /** The fields that lead to the list, from the root. */
  readonly way: readonly string[];
  /** Whether there can be a table of a day in the past. */
  readonly hasPast: boolean;
  readonly columns: readonly TableColumn[];
}
