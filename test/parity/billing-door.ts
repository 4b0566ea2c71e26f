import { it } from 'vitest';
import { token } from '../support/billing.ts';
import type { TestWorld } from '../support/world.ts';
import { type ServiceScenario, sameThroughServiceDoor } from './service-door.ts';

/** The billing door: a service's signed token; the callback is called by nobody (`auth: null`). */
export const billingDoor = { root: '/api/v1', auth: token('registry') };

/** `const scenario = billingScenarios(() => world)`: each is a test. Another service calls with `auth: token(...)`. */
export const billingScenarios =
  (world: () => TestWorld) =>
  <C, T = undefined>(one: ServiceScenario<C, T>): void =>
    it(one.title, () => sameThroughServiceDoor(world(), billingDoor, one));
