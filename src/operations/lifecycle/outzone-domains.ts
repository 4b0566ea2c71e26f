import { defineDomainJob } from './domain-job.ts';
import { eachDomain, withStatus } from './each-domain.ts';

export const outzoneDomains = defineDomainJob({
  name: 'outzone',
  operation: 'domain.outzone',
  summary: 'Takes domains out of the zone whose time in it has run out.',
  step: 'outzoning',
  apply: eachDomain((_, { draft }) => ({ draft: withStatus(draft, 'serverHold'), event: 'DOMAIN_OUTZONED' })),
});
