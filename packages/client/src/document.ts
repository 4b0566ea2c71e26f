/** A document: parsed, as text, or its text in an object (codegen's `documentMode: 'string'`). */
export type AnyDocument =
  | string
  | { readonly kind: string; readonly definitions: readonly object[] }
  | { trim(): string };

/** A document with the types of its result and variables: a TypedDocumentNode, a TypedDocumentString, or any other. */
export type TypedDocument<D, V> = AnyDocument | (AnyDocument & { readonly __apiType?: (variables: V) => D });
