import type { DescribedDoor } from './openapi.ts';
import { registrarRoutes } from './registrar/door.ts';

const envelope = (data: object | undefined): object => ({
  type: 'object',
  properties: {
    code: { type: 'integer', description: '1000, or another code below 2000, for success' },
    message: { type: 'string' },
    data: data ?? { type: 'object' },
  },
  required: ['code', 'message', 'data'],
});

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
];
