import { z } from 'zod';
import { refuse, refuseWith } from '../../core/errors.ts';
import { bulkRenewDomains } from '../../operations/domains/bulk-renew-domains.ts';
import { renewDomain } from '../../operations/domains/renew-domain.ts';
import { invalidRenewPeriod, parseRenewPeriod } from '../../rules/domain/period.ts';
import type { RestRoute } from '../door.ts';
import { data } from '../shapes.ts';
import { readRenewal, renewalSchema } from './domain-body.ts';
import { domainName } from './domain-view.ts';
import { success } from './envelope.ts';
import { changedDomain, changedDomainData, domainNameOf, lookUpOwnDomain } from './own-domain.ts';
import { isHash, readUnlessMissing } from './params.ts';

/** docs/rules/registrar.md#renewal, #bulk-renewal. */
export const renewalRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/domains/renew/bulk',
    operation: bulkRenewDomains,
    docs: {
      body: {
        type: 'object',
        properties: {
          domains: {
            type: 'array',
            items: { type: 'string' },
            description: 'Names; all are renewed, or none',
          },
          renew_period: { type: 'string', description: '3m, 6m, 9m, or 1y to 10y' },
        },
        required: ['domains', 'renew_period'],
      },
      data: data({
        updated_domains: z.array(domainName).meta({ description: 'The domains that were renewed' }),
      }),
    },
    handle: async (call) => {
      const { results } = await call.run(bulkRenewDomains, readBulkRenewal(call.body));
      return success({ updated_domains: results.map(({ name }) => name) });
    },
  },
  {
    method: 'POST',
    path: '/domains/:domain_name/renew',
    operation: renewDomain,
    docs: { body: renewalSchema, data: changedDomainData },
    handle: async (call) => {
      const renewal = await readUnlessMissing(
        () => readRenewal(call.body),
        () => lookUpOwnDomain(call),
      );
      return changedDomain(await call.run(renewDomain, { name: domainNameOf(call), ...renewal }));
    },
  },
];

/** Words of its own, and the period first (docs/rules/registrar.md#bulk-renewal). What is no text names no domain. */
function readBulkRenewal(body: unknown): { names: string[]; months: number } {
  const { domains, renew_period: period } = isHash(body) ? body : {};
  const known = typeof period === 'string' ? parseRenewPeriod(period) : undefined;
  if (!known) return refuseWith(invalidRenewPeriod());
  if (!Array.isArray(domains))
    return refuse('PARAMETER_VALUE_SYNTAX', 'Domains attribute must be an array', { path: ['domains'] });
  return {
    names: domains.map((name) => (typeof name === 'string' ? name : JSON.stringify(name))),
    months: known.months,
  };
}
