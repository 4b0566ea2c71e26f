import { type RawBuilder, sql } from 'kysely';
import type { Change, ObjectType, PollMessage } from '../../../base/events.ts';
import type { WebhookEvent } from '../../rules/registrar/webhooks.ts';
import { ofRegistrars } from '../billing/invoices.ts';
import type { Db } from '../driver/connections/pool.ts';
import { Slot, type Values } from '../driver/connections/prepared.ts';
import { codeOf } from '../driver/connections/trouble.ts';
import { concerns } from '../registry/history.ts';

/**
 * True if a webhook may be concerned. It is part of a statement that is sent anyway: a registrar without webhooks
 * does not cost a round trip. It may be a false positive; the receivers are decided below.
 */
export const hasListener = sql<boolean>`exists (
  select from webhooks join registrars on registrars.id = webhooks.registrar_id
  where enabled and (code = any(${new Slot('sponsors')}::text[])
    or registrar_id = any(${new Slot('addressees')}::bigint[])
    or (${new Slot('hasInvoices')}::boolean and 'invoice.changed' = any(events))))`;

const listening = 'zonegraph: a webhook listens';

/**
 * Fails if a webhook was created meanwhile for a change that did not have a listener; then the transaction is rolled
 * back and retried.
 */
export const assertNoListener = sql`case when ${hasListener} then ${sql.lit(listening)} else '0' end::int`;

/** PostgreSQL quotes the text that it cannot parse as a number. */
export const isNewListenerError = (error: unknown): boolean =>
  codeOf(error) === '22P02' && String(error).includes(listening);

/** An event of an object whose entries of history have the code of their registrar as their key. */
interface OwnEvent {
  readonly event: WebhookEvent;
  readonly of: ObjectType;
  /** The data of its messages, from the columns of history. */
  readonly data: RawBuilder<unknown>;
}

const ownEvents: OwnEvent[] = [];

/** Sends an event to the webhooks of a registrar when one of these objects changes. */
export const sendToWebhooks = (event: OwnEvent): void => void ownEvents.push(event);

const ownChanges = ({ event, of, data }: OwnEvent, historyIds: readonly number[]) => sql`union all
        select 1, history.id, ${sql.lit(event)}, object_id::text, at, registrars.id, ${data}
        from history join registrars on registrars.code = object_key
        where history.id = any(${historyIds}::bigint[]) and object_type = ${sql.lit(of)}`;

export function listenersTo(changes: readonly Change[], messages: readonly PollMessage[]): Values {
  const sponsors = changes
    .filter(({ type }) => type === 'domain')
    .flatMap(({ before, after }) => [before?.registrar, after?.registrar])
    .filter((code) => typeof code === 'string');
  const own = changes.filter(({ type }) => ownEvents.some(({ of }) => of === type)).map(({ key }) => key);
  return {
    sponsors: [...new Set([...sponsors, ...own])],
    addressees: [...new Set(messages.map(({ registrarId }) => registrarId))],
    hasInvoices: changes.some(
      ({ type, before, after }) => type === 'invoice' && before?.status !== after?.status,
    ),
  };
}

interface JournalIds {
  readonly historyIds: readonly number[];
  readonly messageIds: readonly number[];
  /** Notifies the senders after the commit. */
  readonly wake: RawBuilder<unknown>;
}

/**
 * Puts webhook messages into the outbox, in the transaction of the change: no message is about a change that
 * did not happen. A change of a domain is sent to those who could follow it; an invoice is reported when it is
 * issued or its status changes, not when it is exported to accounting.
 */
export async function enqueueWebhookMessages(
  db: Db,
  { historyIds, messageIds, wake }: JournalIds,
): Promise<void> {
  await sql`
    with delivered as (
      insert into outbox (kind, subject, payload, next_attempt_at, created_at, webhook_id)
      select 'webhook', event.type || ' ' || event.subject,
        jsonb_build_object('event', event.type, 'message', gen_random_uuid(), 'data', event.data),
        event.at, event.at, webhooks.id
      from (
        select 1, history.id, 'domain.changed', object_key, at, registrars.id, jsonb_build_object(
          'id', object_id, 'name', object_key,
          'change', case when history.kind = 'TRANSFERRED' then 'UPDATED' when history.event = 'create' then 'CREATED'
            when history.event = 'destroy' then 'DELETED' else 'UPDATED' end,
          'fields', (select jsonb_agg(field) from jsonb_object_keys(changes) field))
        from history join registrars on ${concerns(sql`registrars.code`)}
        where history.id = any(${historyIds}::bigint[]) and object_type = 'domain'
        union all
        select 1, history.id, 'invoice.changed', object_key, at, invoices.registrar_id, jsonb_build_object(
          'id', object_id, 'number', invoices.number, 'status', snapshot->'status')
        from history join invoices on invoices.id = object_id and ${ofRegistrars}
        where history.id = any(${historyIds}::bigint[]) and object_type = 'invoice' and jsonb_exists(changes, 'status')
        ${sql.join(
          ownEvents.map((one) => ownChanges(one, historyIds)),
          sql` `,
        )}
        union all
        select 2, id, 'notification.created', id::text, created_at, registrar_id,
          jsonb_build_object('id', id, 'number', id, 'kind', kind)
        from notifications where id = any(${messageIds}::bigint[])
      ) event (turn, id, type, subject, at, registrar_id, data)
      join webhooks on webhooks.registrar_id = event.registrar_id and webhooks.enabled
        and event.type = any(webhooks.events)
      order by event.turn, event.id, webhooks.id
      returning id)
    select ${wake} where exists (select from delivered)`.execute(db);
}
