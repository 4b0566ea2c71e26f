// As the product builds it (src/extensions/index.ts): with the sandbox's fields, which are declared by importing them.
import '#src/extensions/sandbox/fields.ts';

export { buildSchema } from '#src/apis/graphql/schema.ts';
