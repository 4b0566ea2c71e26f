import { defineDomainJob } from './domain-job.ts';
import { eachDomain, withStatus } from './each-domain.ts';

/**
 * Takes domains whose outzone date has come out of the zone by setting `serverHold`. They stay registered, a renewal
 * brings them back, and the registrar gets no message (docs/rules/registrar.md#scheduled-changes).
 */
export const outzoneDomains = defineDomainJob({
  name: 'outzone',
  operation: 'domain.outzone',
  summary: 'Removes domains whose outzone date has come from the zone.',
  step: 'outzoning',
  apply: eachDomain((_, { draft }) => ({ draft: withStatus(draft, 'serverHold'), event: 'DOMAIN_OUTZONED' })),
});
