import { maxNamesPerRequest } from '../../rules/reservation/reservation-names.ts';

/**
 * Whatever stands under `domain_names`; the rule judges it. Other fields are ignored
 * (docs/rules/reservation.md#request-syntax).
 */
export function namesOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, 'domain_names')
    ? (body as { domain_names: unknown }).domain_names
    : undefined;
}

export const namesSchema = {
  type: 'object',
  properties: {
    domain_names: {
      type: 'array',
      items: { type: 'string', pattern: '^[\\p{L}\\p{N}.-]+$' },
      minItems: 1,
      maxItems: maxNamesPerRequest,
      description: 'Names with their zone',
    },
  },
  required: ['domain_names'],
};
