import { waitingStates } from '../../registry/rules/registrar/guards.ts';
import { billingRefusal } from './billing/refusal.ts';
import { billingRoutes } from './billing/router.ts';
import type { DescribedApi } from './openapi.ts';
import { fileTroubles } from './registrar/change-set-view.ts';
import { besideRefusals, nothing, refusalEnvelope, successTexts } from './registrar/envelope.ts';
import { registrarRoutes } from './registrar/router.ts';
import { reservationRefusal } from './reservation/refusal.ts';
import { reservationRoutes } from './reservation/router.ts';
import type { RestRoute, RouteDocs } from './route.ts';
import { exactly, textsSchema } from './shapes.ts';

const wrapped = (code: object, message: object, data: object): object => exactly({ code, message, data });

const envelope = ({ data = nothing, codes = [1000] }: RouteDocs, { published }: RestRoute): object =>
  published
    ? data
    : wrapped(
        {
          type: 'integer',
          enum: codes,
          description: codes.map((code) => `${code}: ${successTexts[code]}`).join('. '),
        },
        {
          type: 'string',
          description: 'The same in words',
          examples: codes.map((code) => successTexts[code]),
        },
        data,
      );
const reported = { type: 'string', description: 'What is wrong' };
const resultCode = { type: 'integer', minimum: 2000, description: 'The result code' };
const retryable = { const: true, description: 'With status 503: the same request may be sent again soon' };

const changed = textsSchema('What has changed since the dry run: `price`, `expiresAt`, `results.2`');

/** The data of a refusal with `APPROVAL_NEEDED`. */
const waiting = {
  address: { type: 'string', description: 'The page on which a person of the registrar decides' },
  state: { enum: waitingStates, description: 'Whether it waits, or how it ended' },
  ends_at: { type: 'string', format: 'date-time', description: 'Until when it waits' },
};

const refusalInEnvelope = {
  type: 'object',
  properties: {
    code: { ...resultCode, minimum: 1001 },
    message: reported,
    data: {
      type: 'object',
      description: 'Further details; empty for most refusals',
      properties: { ...besideRefusals, changed, ...waiting, ...fileTroubles },
      additionalProperties: false,
    },
    retryable,
  },
  required: ['code', 'message', 'data'],
  additionalProperties: false,
};
/** The refusal of a request that may be sent again soon, in APIs without an envelope. */
const notNowShape = exactly({ error: reported, code: resultCode, retryable });
const outcomeShape = exactly({
  error: reported,
  code: resultCode,
  data: { type: 'object', properties: { changed }, additionalProperties: false },
});

const bare = ({ data }: RouteDocs): object => data ?? { type: 'object' };

/** Every REST API, in the order of the OpenAPI document. */
export const describedApis: readonly DescribedApi[] = [
  {
    tag: 'Registrar API',
    description: 'Account, poll messages, contacts and domains; also served at /repp/v1.',
    prefix: '/registry/v1',
    security: 'registrar',
    routes: registrarRoutes,
    answer: envelope,
    refusal: refusalInEnvelope,
    refuse: refusalEnvelope,
    misread: {
      query: ['PARAMETER_VALUE_SYNTAX'],
      body: ['COMMAND_SYNTAX', 'REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_SYNTAX'],
    },
  },
  {
    tag: 'Reservation API',
    description: "Names for new organisations, for the business registry's portal.",
    prefix: '/api/v1/business_registry',
    security: 'portal',
    routes: reservationRoutes,
    answer: bare,
    refusal: {
      anyOf: [
        exactly({ error: reported }),
        exactly({ error: reported, details: { type: 'object', description: 'More about it' } }),
        notNowShape,
        outcomeShape,
      ],
    },
    refuse: reservationRefusal,
    misread: { query: [], body: ['COMMAND_SYNTAX'] },
  },
  {
    tag: 'Billing API',
    description: "Invoices and payments of the registry's services, and the payment provider's callback.",
    prefix: '/api/v1',
    security: 'billing',
    routes: billingRoutes,
    answer: bare,
    refusal: {
      description:
        'With status 401 `message` and `code`, with 501 `message` beside `error`, to a callback `message` alone.',
      anyOf: [
        exactly({
          error: { description: 'A text, fields with their texts, or the error of the payment provider' },
        }),
        exactly({ message: reported, code: { type: 'string' } }),
        exactly({ message: reported, error: reported }),
        exactly({ message: reported }),
        notNowShape,
        outcomeShape,
      ],
    },
    refuse: billingRefusal,
    misread: { query: ['PARAMETER_VALUE_SYNTAX'], body: ['COMMAND_SYNTAX', 'PARAMETER_VALUE_SYNTAX'] },
  },
];
