import { defineDomainJob } from './domain-job.ts';
import { eachDomain, withStatus } from './each-domain.ts';

export const outzoneDomains = defineDomainJob({
  name: 'outzone',
  operation: 'domain.outzone',
  summary: 'Removes domains whose outzone date has come from the zone.',
  step: 'outzoning',
  apply: eachDomain((_, { draft }) => ({ draft: withStatus(draft, 'serverHold'), event: 'DOMAIN_OUTZONED' })),
});
