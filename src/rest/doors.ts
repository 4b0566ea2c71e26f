import { billingRoutes } from './billing/door.ts';
import { billingStatus } from './billing/refusal.ts';
import type { DescribedDoor } from './openapi.ts';
import { registrarRoutes } from './registrar/door.ts';
import { reservationRoutes } from './reservation/door.ts';

const envelope = (data: object | undefined): object => ({
  type: 'object',
  properties: {
    code: { type: 'integer', description: '1000, or another code below 2000, for success' },
    message: { type: 'string' },
    data: data ?? { type: 'object' },
  },
  required: ['code', 'message', 'data'],
});

const bare = (data: object | undefined): object => data ?? { type: 'object' };
const error = (schema: object): object => ({ type: 'object', properties: { error: schema } });

/** Every REST API, in the order the document shows them. */
export const describedDoors: readonly DescribedDoor[] = [
  {
    tag: 'Registrar API',
    description: 'Account, poll messages, contacts and domains; also served at /repp/v1.',
    prefix: '/registry/v1',
    security: 'registrar',
    routes: registrarRoutes,
    answer: envelope,
    refusal: envelope({ type: 'object', maxProperties: 0 }),
  },
  {
    tag: 'Reservation API',
    description: "Names for new organisations, for the business registry's portal.",
    prefix: '/api/v1/business_registry',
    security: 'portal',
    routes: reservationRoutes,
    answer: bare,
    refusal: error({ type: 'string' }),
  },
  {
    tag: 'Billing API',
    description: "Invoices and payments of the registry's services, and the payment provider's callback.",
    prefix: '/api/v1',
    security: 'billing',
    routes: billingRoutes,
    answer: bare,
    refusal: error({ description: 'A text, fields with their texts, or the error of the payment provider' }),
    statusOf: billingStatus,
  },
];
