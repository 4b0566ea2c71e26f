import { failure, refuseWith } from '../../../base/errors.ts';
import { invalidOrganizationName } from '../../../registry/rules/reservation/legal-forms.ts';
import type { Authenticator } from '../../access/authenticator.ts';
import type { RestApi, RestRoute } from '../route.ts';
import { freeRoutes } from './free.ts';
import { paidRoutes } from './paid.ts';
import { reservationRefusal } from './refusal.ts';

export const reservationRoutes: readonly RestRoute[] = [...freeRoutes, ...paidRoutes];

/** The reservation API for the business registry's portal. */
export const reservationApi = (authenticator: Authenticator): RestApi => ({
  name: 'reservation',
  prefixes: ['/api/v1/business_registry'],
  routes: reservationRoutes,
  authenticate: async (sender) =>
    (await authenticator.guarded(sender, () => authenticator.portal(sender))) ??
    refuseWith(failure('INVALID_AUTHORIZATION_INFORMATION', 'Unauthorized')),
  // The operations' rules validate all values, so codecs report nothing in this API.
  wordings: { failureOf: () => failure('COMMAND_SYNTAX') },
  refusal: reservationRefusal,
  // Organization names are the only free text in the paths of this API.
  undecodable: invalidOrganizationName(),
});
