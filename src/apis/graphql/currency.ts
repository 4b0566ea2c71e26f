import type { Types } from './builder.ts';
import { byRegistry } from './written.ts';

/** Beside every amount and price: which money it is. */
export const currency = <Row>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, Row>) =>
  t.string({
    extensions: byRegistry,
    description: 'The currency of its amounts: always EUR.',
    resolve: () => 'EUR',
  });
