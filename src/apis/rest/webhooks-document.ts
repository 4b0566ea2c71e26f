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
    summary: 'Tells of a new poll message.',
    data: {
      id: text('Its id in the graph.'),
      number: number('Its id over REST.'),
      kind: text('What it is about.'),
    },
  },
  'domain.changed': {
    summary: 'Tells of a change to a domain that the registrar had before it or has after it.',
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
    summary: 'Tells that an invoice was issued, or that its status changed.',
    data: {
      id: text('Its id in the graph.'),
      number: number('Its number.'),
      status: text('Its status now, as the graph names it.'),
    },
  },
  'webhook.test': { summary: 'Tries the webhook out, when its owner asks for it.', data: {} },
};

const headers = {
  'webhook-id': 'Names the message: the same each time that it is sent.',
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
                  data: { ...object(documented[event].data), description: 'What happened to what.' },
                }),
              },
            },
          },
          responses: {
            '2XX': { description: 'The message is taken.' },
            '4XX': { description: 'The message is sent again later, as after any other answer or none.' },
          },
        },
      },
    ]),
  );
