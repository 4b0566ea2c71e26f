import { z } from 'zod';
import { inPlaceFields } from '../in-place.ts';
import { domainName } from '../input.ts';
import { defineDomainChange } from './model/define-domain-change.ts';
import { changeErrors } from './model/forbidden.ts';

/**
 * Puts one of the registrar's domains back into the zone: locks it, checks its statuses, and removes `clientHold`.
 * All other statuses stay as they are (docs/rules/registrar.md#client-hold).
 */
export const removeClientHold = defineDomainChange({
  name: 'domain.remove-client-hold',
  summary: 'Takes a domain off hold.',
  input: z.object({ name: domainName(), ...inPlaceFields }),
  errors: changeErrors,
  rest: 'DELETE /registry/v1/domains/:domain_name/statuses/clientHold',
  graphql: 'Mutation.domainClientHoldRemove',
  did: ({ name }) => `taken ${name} off hold`,
  wanted: (_, { draft }) => ({
    action: 'removeClientHold',
    parts: { statuses: draft.statuses.filter((status) => status !== 'clientHold') },
  }),
});
