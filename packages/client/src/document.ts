/** A document: parsed, as text, or its text in an object (codegen's `documentMode: 'string'`). */
export type AnyDocument =
  | string
  | { readonly kind: string; readonly definitions: readonly object[] }
  | { trim(): string };

/** A document with the types of its result and variables: a TypedDocumentNode, a TypedDocumentString, or any other. */
export type TypedDocument<D, V> = AnyDocument | (AnyDocument & { readonly __apiType?: (variables: V) => D });

/**
 * A document that comes with this package: parsed, and typed for it, Apollo, urql and whatever else takes a TypedDocumentNode. Its
 * parts are `never` because that fits graphql's own types of them, which this package does without.
 */
export interface ShippedDocument<D, V> {
  readonly kind: never;
  readonly definitions: readonly never[];
  readonly __apiType?: (variables: V) => D;
}
