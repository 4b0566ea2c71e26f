import { portal } from '../support/world.ts';
import { scenariosAt } from './service-door.ts';

/** The portal's door: its token, `{"error": text}` for a refusal. */
export const reservationDoor = { root: '/api/v1/business_registry', auth: portal };

export const portalScenarios = scenariosAt(reservationDoor);
