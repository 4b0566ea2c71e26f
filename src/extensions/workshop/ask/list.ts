/** An item that the controls of a step can offer, with its title for people. */
export interface Named {
  readonly name: string;
  readonly title: string;
}
export interface Filter extends Named {
  readonly kind: 'moment' | 'day' | 'choice' | 'states' | 'texts' | 'text' | 'yesno' | 'number' | 'amount';
  readonly options?: readonly Named[];
  /** True if it may lie in the future. */
  readonly ahead?: true;
}
export interface Key extends Named {
  /** The column in the answer. */
  readonly column: string;
  /** The word for it in a title, where its own title does not fit: Domains by month of *expiry*. */
  readonly noun?: string;
  readonly selects: string;
  readonly isTime?: true;
}
export interface Column extends Named {
  readonly selects: string;
  /** The column of the table at /sql, and its type there. */
  readonly sql?: string;
  readonly type?: string;
}

/** A list that callers can ask, as the steps of /ask know it. */
export interface List extends Named {
  readonly way: readonly string[];
  readonly about: string;
  /** The table at /sql. */
  readonly table?: string;
  /** The name of what is counted, where the title does not say it: *Events* by month. */
  readonly headline?: string;
  /** Rows of periods, which are chosen by their first and last day. */
  readonly periods?: readonly string[];
  readonly hasPast: boolean;
  readonly compares: boolean;
  readonly filters: readonly Filter[];
  readonly keys: readonly Key[];
  readonly numbers: readonly Column[];
  readonly columns: readonly Column[];
  readonly begins: readonly string[];
  readonly orders: readonly Named[];
  readonly groupOrders: readonly string[];
}
