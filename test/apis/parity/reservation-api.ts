import { portal } from '../../support/world.ts';
import { scenariosAt } from './service-api.ts';

/** The portal's door: its token, `{"error": text}` for a refusal. */
export const reservationApi = { root: '/api/v1/business_registry', auth: portal };

export const portalScenarios = scenariosAt(reservationApi);
