// As the product builds it: with what the extensions add, which they declare by being imported.
import './extensions.ts';

export { buildSchema } from '#src/apis/graphql/schema.ts';
