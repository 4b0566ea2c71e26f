import { failure, refuseWith } from '../../../base/errors.ts';
import type { Authenticator } from '../../access/authenticator.ts';
import type { RestApi, RestRoute } from '../route.ts';
import { callbackRoutes } from './callback.ts';
import { exportRoutes } from './exports.ts';
import { importRoutes } from './imports.ts';
import { numberRoutes } from './numbers.ts';
import { paymentRoutes } from './payments.ts';
import { billingRefusal } from './refusal.ts';
import { statusRoutes } from './statuses.ts';
import { billingWordings } from './wordings.ts';

export const billingRoutes: readonly RestRoute[] = [
  ...numberRoutes,
  ...paymentRoutes,
  ...statusRoutes,
  ...importRoutes,
  ...exportRoutes,
  ...callbackRoutes,
];

/** The billing API for the registry's services; the reservation API is below its prefix. */
export const billingApi = (authenticator: Authenticator): RestApi => ({
  name: 'billing',
  prefixes: ['/api/v1'],
  routes: billingRoutes,
  authenticate: async (sender) =>
    (await authenticator.guarded(sender, () => authenticator.billingClient(sender))) ??
    refuseWith(failure('INVALID_AUTHORIZATION_INFORMATION', 'Access denied')),
  wordings: billingWordings,
  refusal: billingRefusal,
});
