import { token } from '../../support/billing.ts';
import { scenariosAt } from './service-api.ts';

/** The billing door: a service's signed token; the callback is called by nobody (`auth: null`). */
export const billingApi = { root: '/api/v1', auth: token('registry') };

/** Another service calls with `auth: token(...)`. */
export const billingScenarios = scenariosAt(billingApi);
