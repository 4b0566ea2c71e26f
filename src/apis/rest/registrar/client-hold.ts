import { z } from 'zod';
import { refuseWith } from '../../../base/errors.ts';
import { removeClientHold } from '../../../registry/operations/domains/remove-client-hold.ts';
import { setClientHold } from '../../../registry/operations/domains/set-client-hold.ts';
import { clientStatusFailure } from '../../../registry/rules/domain/allowed-actions.ts';
import type { RestCall, RestRoute } from '../route.ts';
import { data } from '../shapes.ts';
import { domainName } from './domain-view.ts';
import { nothing, success } from './envelope.ts';
import { domainNameOf, lookUpOwnDomain } from './own-domain.ts';
import { putOrPatch } from './self-service.ts';

/** docs/rules/registrar.md#client-hold. */
export const clientHoldRoutes: readonly RestRoute[] = [
  ...putOrPatch({
    method: 'PUT',
    path: '/domains/:domain_name/statuses/clientHold',
    operation: setClientHold,
    docs: { data: data({ domain: domainName, status: z.literal('clientHold') }) },
    handle: async (call) => {
      const { name } = await call.run(setClientHold, { name: domainNameOf(call) });
      return success({ domain: name, status: 'clientHold' });
    },
  }),
  {
    method: 'DELETE',
    path: '/domains/:domain_name/statuses/clientHold',
    operation: removeClientHold,
    docs: { data: nothing },
    handle: async (call) => {
      await call.run(removeClientHold, { name: domainNameOf(call) });
      return success();
    },
  },
  // Only the registry sets any other status.
  ...putOrPatch({
    method: 'PUT',
    path: '/domains/:domain_name/statuses/:status',
    operation: setClientHold,
    extension: true,
    docs: { onlyRefuses: true },
    handle: refuseStatus,
  }),
  {
    method: 'DELETE',
    path: '/domains/:domain_name/statuses/:status',
    operation: removeClientHold,
    extension: true,
    docs: { onlyRefuses: true },
    handle: refuseStatus,
  },
];

async function refuseStatus(call: RestCall): Promise<never> {
  await lookUpOwnDomain(call);
  return refuseWith(clientStatusFailure(call.path.status ?? ''));
}
