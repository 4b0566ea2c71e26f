// As the product builds it (src/server/extensions.ts): with the sandbox's fields, which are declared by importing them.
import '#src/sandbox/fields.ts';

export { buildSchema } from '#src/apis/graphql/schema.ts';
