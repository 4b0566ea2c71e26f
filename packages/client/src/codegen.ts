/** How each scalar of the schema is written in JSON, as a type of TypeScript: `config: { scalars }` of GraphQL Code Generator. */
export { scalars } from './cache.generated.ts';
