import { z } from 'zod';
import { failure } from '../../../base/errors.ts';
import { bulkRenewDomains } from '../../../registry/operations/domains/bulk-renew-domains.ts';
import { renewDomain } from '../../../registry/operations/domains/renew-domain.ts';
import { invalidRenewPeriod, parseRenewPeriod } from '../../../registry/rules/domain/period.ts';
import { fields, readAs, renamed, report, twoWay, unvalidated } from '../codec.ts';
import { type RestRoute, route } from '../route.ts';
import { data } from '../shapes.ts';
import { periodOf, renewalBody } from './domain-body.ts';
import { domainName } from './domain-view.ts';
import { success } from './envelope.ts';
import { changedDomain, changedDomainData, domainNameOf, lookUpOwnDomain } from './own-domain.ts';

/**
 * The body of a bulk renewal, which has its own messages and checks the period first
 * (docs/rules/registrar.md#bulk-renewal). A value that is not text does not name a domain.
 */
const bulkRenewalBody = renamed(
  fields({
    renew_period: twoWay(
      unvalidated({ type: 'string', description: '3m, 6m, 9m, or 1y to 10y' }),
      (period, context) => {
        const known = typeof period === 'string' ? parseRenewPeriod(period) : undefined;
        if (!known) report(context, invalidRenewPeriod());
        return known?.months ?? 0;
      },
      (months) => {
        const { period, period_unit } = periodOf(months);
        return `${period}${period_unit}`;
      },
    ),
    domains: readAs(
      unvalidated({
        type: 'array',
        items: { type: 'string' },
        description: 'Names; all are renewed, or none',
      }),
      (domains, context): string[] => {
        // Nulls are dropped, as the incumbent does; a list of nulls only is empty.
        if (Array.isArray(domains))
          return domains
            .filter((name) => name !== null)
            .map((name) => (typeof name === 'string' ? name : JSON.stringify(name)));
        report(
          context,
          failure('PARAMETER_VALUE_SYNTAX', 'Domains attribute must be an array', { path: ['domains'] }),
        );
        return z.NEVER;
      },
    ),
  }),
  { domains: 'names', renew_period: 'months' },
);

/** docs/rules/registrar.md#renewal, #bulk-renewal. */
export const renewalRoutes: readonly RestRoute[] = [
  route({
    method: 'POST',
    path: '/domains/renew/bulk',
    operation: bulkRenewDomains,
    request: { body: bulkRenewalBody },
    docs: {
      data: data({
        updated_domains: z.array(domainName).meta({ description: 'The domains that were renewed' }),
      }),
    },
    handle: async (call) => {
      const { results } = await call.run(bulkRenewDomains, call.body);
      return success({ updated_domains: results.map(({ name }) => name) });
    },
  }),
  route({
    method: 'POST',
    path: '/domains/:domain_name/renew',
    operation: renewDomain,
    request: { body: renewalBody, lookUp: lookUpOwnDomain },
    docs: { data: changedDomainData },
    handle: async (call) =>
      changedDomain(await call.run(renewDomain, { name: domainNameOf(call), ...call.body })),
  }),
];
