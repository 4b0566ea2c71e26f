import { maxNamesPerRequest } from '../../../registry/rules/reservation/reservation-names.ts';
import { fields, unvalidated } from '../codec.ts';

/**
 * Any value of `domain_names`: the operation's rule validates it. Other fields are ignored
 * (docs/rules/reservation.md#request-syntax).
 */
export const namesBody = fields({
  domain_names: unvalidated({
    type: 'array',
    items: { type: ['string', 'null'], pattern: '^[\\p{L}\\p{N}.-]+$' },
    minItems: 1,
    maxItems: maxNamesPerRequest,
    description: 'Names with their zone',
  }),
}).transform(({ domain_names }) => ({ names: domain_names }));
