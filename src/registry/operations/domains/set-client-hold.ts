import { z } from 'zod';
import { inPlaceFields } from '../in-place.ts';
import { domainName } from '../input.ts';
import { defineDomainChange } from './model/define-domain-change.ts';
import { changeErrors } from './model/forbidden.ts';

/**
 * Takes one of the registrar's domains out of the zone: locks it, checks its statuses, and adds `clientHold`. The
 * domain stays registered, nothing is charged, and the registrar can undo it (docs/rules/registrar.md#client-hold).
 */
export const setClientHold = defineDomainChange({
  name: 'domain.set-client-hold',
  summary: 'Puts a domain on hold.',
  effect: 'destructive',
  input: z.object({ name: domainName(), ...inPlaceFields }),
  errors: changeErrors,
  rest: 'PUT /registry/v1/domains/:domain_name/statuses/clientHold',
  graphql: 'Mutation.domainClientHoldSet',
  did: ({ name }) => `put ${name} on hold`,
  wanted: (_, { draft }) => ({
    action: 'setClientHold',
    parts: { statuses: [...draft.statuses, 'clientHold'] },
  }),
});
