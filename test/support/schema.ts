// As the product builds it: with what the extensions add, which they declare by being imported.
import '#src/extensions/index.ts';

export { buildSchema } from '#src/apis/graphql/schema.ts';
