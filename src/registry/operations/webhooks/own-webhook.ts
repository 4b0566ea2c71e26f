import { type Actor, registrarOf } from '../../../base/actor.ts';
import { type Failure, failure, objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { changesOf, type Document } from '../../../base/events.ts';
import { noEvents, secretPrefix, type WebhookEvent } from '../../rules/registrar/webhooks.ts';
import { maySubscribe, seesDelivery, seesWebhook } from '../../rules/visibility.ts';
import { lockRegistrar } from '../../store/registry/registrars.ts';
import { type Webhook, webhooksById } from '../../store/registry/webhooks.ts';
import { deliveriesById, type WebhookDelivery } from '../../store/runner/webhook-deliveries.ts';
import type { Db } from '../operation.ts';

/** A webhook that the caller may manage; the registrar's webhooks are locked (docs/rules/webhooks.md#permissions). */
export async function lockOwnWebhook(db: Db, actor: Actor, id: number): Promise<Webhook> {
  await lockRegistrar(db, registrarOf(actor).registrarId);
  const [webhook] = await webhooksById(db, [id]);
  return webhook && seesWebhook(webhook, actor) ? webhook : refuseWith(objectDoesNotExist());
}

export async function ownDelivery(db: Db, actor: Actor, id: number): Promise<WebhookDelivery> {
  const [delivery] = await deliveriesById(db, [id]);
  return delivery && seesDelivery(delivery, actor) ? delivery : refuseWith(objectDoesNotExist());
}

export function eventFailures(events: readonly WebhookEvent[], actor: Actor): Failure[] {
  if (events.length === 0) return [noEvents()];
  const unheard = events.filter((event) => !maySubscribe(event, actor));
  if (unheard.length === 0) return [];
  return [
    failure('PARAMETER_VALUE_POLICY', `You may not subscribe to ${unheard.join(', ')}`, { path: ['events'] }),
  ];
}

/**
 * Makes a secret as Standard Webhooks prescribes: 24 to 64 random bytes in base64, and a prefix that secret scanners
 * know.
 */
export const newSecret = (secret: (bytes: number) => string): string =>
  secretPrefix + Buffer.from(secret(32), 'hex').toString('base64');

/** The webhook as history keeps it; for the secret only when it was last changed. */
const webhookDocument = (webhook: Webhook): Document => ({
  registrarId: webhook.registrar_id,
  url: webhook.url,
  events: webhook.events,
  description: webhook.description,
  enabled: webhook.enabled,
  previousSecretUntil: webhook.previous_secret_until?.toISOString() ?? null,
});

export const webhookChange = changesOf('webhook', ({ id }) => String(id), webhookDocument);
