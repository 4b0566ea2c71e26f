// The parts of Swagger UI that docs.ts replaces, and of the OpenAPI document that it shows.

/** The parts of an operation in an OpenAPI document that docs.ts uses. */
export interface Operation {
  tags?: string[];
  'x-names'?: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly example?: string | number | boolean;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly responses?: unknown;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
export type Components = Record<string, Record<string, unknown>>;
export interface Specification {
  readonly paths: Paths;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: Components;
}

/** The parts of Swagger UI that docs.ts uses; its data are Immutable's. */
export interface Kept<Value> {
  toJS(): Value;
  getIn(path: readonly string[]): Kept<Operation>;
}
export interface TaggedOperation {
  get(name: string): string;
  getIn(path: readonly string[]): string | undefined;
}
export interface Operations {
  readonly size: number;
  filter(isMatch: (operation: TaggedOperation) => boolean): Operations;
}
export interface Tag {
  get(name: 'operations'): Operations;
  update(name: 'operations', change: (operations: Operations) => Operations): Tag;
}
export interface Tags {
  readonly size: number;
  map(change: (tag: Tag) => Tag): Tags;
  filter(isMatch: (tag: Tag) => boolean): Tags;
  reduce(add: (sum: number, tag: Tag) => number, begin: number): number;
}
export interface Selectors {
  taggedOperations(): Tags;
  specJson(): Kept<Specification>;
  loadingStatus(): string;
}
export interface Layout {
  readonly layoutSelectors: { currentFilter(): unknown };
  readonly layoutActions: {
    updateFilter(phrase: string): void;
    show(thing: readonly string[], isShown: boolean): void;
  };
}
export interface System extends Layout {
  readonly specSelectors: Selectors;
  readonly specActions: { updateJsonSpec(document: object): void };
}
export interface Ui extends System {
  preauthorizeBasic(name: string, username: string, password: string): void;
  preauthorizeApiKey(name: string, key: string): void;
}
/** Its elements are React's, made of tags or of components. */
export type Made = { readonly key: string | null } | null;
export type Component<Props> = (props: Props) => Made;
export interface React {
  createElement<Props extends object>(
    type: string | Component<Props>,
    properties?: Props | null,
    ...children: readonly (Made | string | readonly Made[])[]
  ): Made;
  useState<Value>(first: Value): [Value, (next: Value) => void];
}
export type Resolve = (document: Specification, path: readonly string[], options?: object) => unknown;
export interface Pluggable {
  readonly React: React;
  readonly fn: { readonly resolveSubtree: Resolve };
}
export interface Answered extends System {
  readonly path: string;
  readonly method: string;
  readonly request?: { toJS?(): Request };
}
export interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
