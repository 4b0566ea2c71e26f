import { type RawBuilder, sql } from 'kysely';
import { ofRegistrars } from '../billing/invoices.ts';
import { concerns } from '../registry/history.ts';

/**
 * What registrars' webhooks are told, written by the statement that writes what it is about: whoever has none pays for
 * no trip, and nothing can be told that did not happen. Each goes before the final `select`, after `written`.
 */
const tell = (happened: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  told as (
    insert into outbox (kind, subject, payload, next_attempt_at, created_at, webhook_id)
    select 'webhook', event.type || ' ' || event.subject,
      jsonb_build_object('event', event.type, 'message', gen_random_uuid(), 'data', event.data),
      event.at, event.at, webhooks.id
    from (${happened}) event (id, type, subject, at, registrar_id, data)
    join webhooks on webhooks.registrar_id = event.registrar_id and webhooks.enabled
      and event.type = any(webhooks.events)
    where exists (select from webhooks where enabled)
    order by event.id, webhooks.id
    returning id)`;

/** `written`: rows of history. Who is told of a change of a domain is who could follow it. */
export const tellOfChanges = tell(sql`
  select written.id, 'domain.changed', object_key, written.at, registrars.id, jsonb_build_object(
    'id', object_id, 'name', object_key, 'fields', (select jsonb_agg(field) from jsonb_object_keys(changes) field))
  from written join registrars on ${concerns(sql`registrars.code`)}
  where object_type = 'domain'
  union all
  select written.id, 'invoice.changed', object_key, written.at, invoices.registrar_id, jsonb_build_object(
    'id', object_id, 'number', invoices.number, 'status', snapshot->'status')
  from written join invoices on invoices.id = object_id and ${ofRegistrars}
  where object_type = 'invoice'`);

/** `written`: poll messages. */
export const tellOfMessages = tell(sql`
  select written.id, 'notification.created', written.id::text, created_at, registrar_id,
    jsonb_build_object('id', written.id, 'number', written.id, 'kind', written.kind)
  from written`);
