import { type Narrowing, withoutOperations } from '../../apis/graphql/served-fields.ts';

/** Nobody moves a clock or resets the world of a real registry. */
export const sandboxNarrowing: Narrowing = {
  name: 'sandbox',
  applies: ({ isTrial }) => !isTrial,
  narrow: (schema) => withoutOperations(schema, ({ name }) => name.startsWith('sandbox.')),
};
