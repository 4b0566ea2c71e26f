import { it } from 'vitest';
import { portal, type TestWorld } from '../support/world.ts';
import { type ServiceScenario, sameThroughServiceDoor } from './service-door.ts';

/** The portal's door: its token, `{"error": text}` for a refusal. */
export const reservationDoor = { root: '/api/v1/business_registry', auth: portal };

/** `const scenario = portalScenarios(() => world)`: each is a test. */
export const portalScenarios =
  (world: () => TestWorld) =>
  <C, T = undefined>(one: ServiceScenario<C, T>): void =>
    it(one.title, () => sameThroughServiceDoor(world(), reservationDoor, one));
