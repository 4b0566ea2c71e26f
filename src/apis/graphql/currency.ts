import type { Types } from './builder.ts';

/** Beside every amount and price: which money it is. */
export const currency = <Row>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, Row>) =>
  t.string({ description: 'The currency of its amounts: always EUR.', resolve: () => 'EUR' });
