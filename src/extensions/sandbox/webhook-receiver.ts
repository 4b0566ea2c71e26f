import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptText } from '../../apis/request-bodies.ts';
import type { Calendar } from '../../base/calendar.ts';
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { limit } from '../../base/limits.ts';
import { addScope } from '../../base/scope.ts';
import { sameSecret } from '../../base/secrets.ts';
import { storableText } from '../../base/text.ts';
import { signatures } from '../../integrations/webhooks.ts';
import { receiveHere } from '../../registry/rules/registrar/webhooks.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import { sendPage } from '../kit/page.ts';
import {
  allWebhooks,
  keepSandboxWebhook,
  type SandboxWebhook,
  sandboxWebhooks,
} from './store/sandbox-webhooks.ts';
import { receiverPage, receiverPath } from './webhook-page.ts';

receiveHere(receiverPath);

export interface ReceiverParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly database: Database;
  readonly address: { readonly publicUrl: string };
}

const largestBody = limit(
  "bytes of a message to the sandbox's receiver of webhooks",
  64 * 1024,
  'Our messages are far smaller.',
);
const shown = 50;
/** The headers that a receiver needs. */
const keptHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'content-type', 'user-agent'];

/** `/sandbox/webhooks`: accepts every message, checks its signature, and shows the last ones. */
export function mountWebhookReceiver(app: FastifyInstance, { config, ...parts }: ReceiverParts): void {
  const { database, clock, calendar, address } = parts;
  addScope(app, { name: 'webhook receiver' }, async (scope) => {
    acceptText(scope, '*', { bodyLimit: largestBody });
    scope.post(receiverPath, async (request, reply) => {
      const headers = kept(request);
      // PostgreSQL cannot store U+0000 in text.
      const body = storableText(String(request.body ?? ''));
      const answered = wantedStatus(request);
      await keepSandboxWebhook(database.db, {
        received_at: clock.now(),
        headers: JSON.stringify(headers),
        body,
        webhook_id: await signerOf(database, headers, body),
        answered,
      });
      return reply.status(answered).send();
    });
    scope.get(receiverPath, async (request, reply) => {
      const rows = await sandboxWebhooks(database.db, shown);
      if (request.headers.accept?.includes('application/json'))
        return reply.send({ received: rows.map((row) => asJson(row, calendar)) });
      return sendPage(reply, receiverPage(rows, { url: address.publicUrl, calendar, config }));
    });
  });
}

const kept = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    keptHeaders.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name]).slice(0, 1000)]],
    ),
  );

/** `?status=500` simulates a failing receiver. */
function wantedStatus({ query }: FastifyRequest): number {
  const status = Number((query as { status?: string }).status);
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 204;
}

/** The sandbox's webhook whose secret signed this message; only its owner knows the secret. */
async function signerOf(
  database: Database,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<number | null> {
  const id = headers['webhook-id'] ?? '';
  const timestamp = Number(headers['webhook-timestamp']);
  const given = (headers['webhook-signature'] ?? '').split(' ');
  const signer = (await allWebhooks(database.db)).find(({ secret }) => {
    const expected = signatures({ id, body, secrets: [secret] }, timestamp);
    return given.some((one) => sameSecret(one, expected));
  });
  return signer?.id ?? null;
}

const asJson = (
  { received_at, headers, body, webhook_id, answered }: SandboxWebhook,
  calendar: Calendar,
) => ({
  receivedAt: calendar.format(received_at),
  headers,
  body,
  signature: webhook_id === null ? 'unknown' : 'valid',
  answered,
});
