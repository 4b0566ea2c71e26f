import { scalars } from './cache.generated.ts';

/** How each scalar of the schema is written in JSON, as a type of TypeScript: `config: { scalars }` of GraphQL Code Generator. */
export { scalars };

/** The same as types: `initGraphQLTada<{ introspection: introspection; scalars: Scalars }>()` of gql.tada. */
export type Scalars = {
  [Name in keyof typeof scalars]: (typeof scalars)[Name] extends 'string' ? string : unknown;
};
