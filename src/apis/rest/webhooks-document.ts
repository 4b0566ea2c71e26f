import { everyEvent } from '../../registry/rules/registrar/webhooks.ts';

/** The OpenAPI description of the messages to registrars' webhooks (docs/rules/webhooks.md#messages). */

type Schema = Readonly<Record<string, unknown>>;
interface DocumentedEvent {
  readonly summary: string;
  readonly data: Readonly<Record<string, Schema>>;
}

const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });
const number = (description: string): Schema => ({ type: 'integer', description });

const documented: Readonly<Record<(typeof everyEvent)[number], DocumentedEvent>> = {
  'notification.created': {
    summary: 'Reports a new poll message.',
    data: {
      id: text('Its id in the graph.'),
      number: number('Its id over REST.'),
      kind: text('What it is about.'),
    },
  },
  'domain.changed': {
    summary: 'Reports a change of a domain that the registrar sponsors before or after it.',
    data: {
      id: text('Its id in the graph.'),
      name: text('Its name.'),
      change: text('What happened; a transfer is UPDATED for both registrars.', {
        enum: ['CREATED', 'UPDATED', 'DELETED'],
      }),
      fields: {
        type: 'array',
        items: { type: 'string' },
        description: 'The fields that changed, as its history names them.',
      },
    },
  },
  'invoice.changed': {
    summary: 'Reports that an invoice was issued, or that its status changed.',
    data: {
      id: text('Its id in the graph.'),
      number: number('Its number.'),
      status: text('Its status now, as the graph names it.'),
    },
  },
  'approval.changed': {
    summary:
      'Reports that a write of an access token waits for a person, or that somebody has decided on it.',
    data: {
      id: text('Its id in the graph.'),
      operation: text('The write that was prepared, such as domain.renew.'),
      status: text('Its state now, as the graph names it.'),
    },
  },
  'webhook.test': { summary: "Tests the webhook at its owner's request.", data: {} },
};

const headers = {
  'webhook-id': 'The id of the message, the same for every attempt.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970.',
  'webhook-signature':
    '`v1,` and HMAC-SHA256 in base64 over `id.timestamp.body`; several are separated by spaces.',
};

const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

export const webhooksDocument = (tag: string): object =>
  Object.fromEntries(
    everyEvent.map((event) => [
      event,
      {
        post: {
          operationId: `webhook.${event}`.replace(/\W(\w)/g, (_, letter: string) => letter.toUpperCase()),
          tags: [tag],
          summary: documented[event].summary,
          description:
            'Sent to the address of a webhook (`Mutation.webhookCreate`) until it is answered with 2xx.',
          security: [],
          parameters: Object.entries(headers).map(([name, description]) => ({
            name,
            in: 'header',
            required: true,
            description,
            schema: { type: 'string' },
          })),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: object({
                  type: { const: event, description: 'The event of the message.' },
                  timestamp: text("When it happened, by the registry's clock.", { format: 'date-time' }),
                  data: {
                    ...object(documented[event].data),
                    description: 'The changed object and the change.',
                  },
                }),
              },
            },
          },
          responses: {
            '2XX': { description: 'The message is accepted.' },
            '4XX': { description: 'The message is sent again later, as after any other answer or none.' },
          },
        },
      },
    ]),
  );
