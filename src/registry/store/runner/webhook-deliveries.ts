import { type Selectable, sql } from 'kysely';
import type { testEvent, WebhookEvent } from '../../rules/registrar/webhooks.ts';
import type { Db } from '../driver/connections/pool.ts';
import { type OwnedPage, rowsOfPages, wantedPages } from '../driver/lists/owned-pages.ts';
import type { Webhook } from '../registry/webhooks.ts';
import type { OutboxTable } from '../tables/integrations-schema.ts';
import { type Claim, unclaimed } from './outbox.ts';

/** The outbox payload of a webhook message. */
interface Message {
  readonly event: WebhookEvent | typeof testEvent;
  /** An id that is the same for every attempt: receivers recognise a repetition by it. */
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type Row = Omit<Selectable<OutboxTable>, 'payload' | 'webhook_id'> & {
  readonly payload: Message;
  readonly webhook_id: number;
};

/** A claimed message, with its destination. */
export type ClaimedDelivery = Row &
  Pick<Webhook, 'url' | 'secret' | 'previous_secret' | 'previous_secret_until'> & {
    readonly first_attempt_at: Date;
  };

const pending = sql<boolean>`outbox.done_at is null and outbox.dead_at is null`;
/**
 * Messages about one object are sent one after another. The first of them is looked up in outbox_webhook_turn, and
 * the query is written so that the planner cannot compare all waiting messages with each other or scan those of other
 * webhooks.
 */
const isNext = sql<boolean>`outbox.id = (
  select first.id from outbox first
  where (first.webhook_id, first.subject, first.id) >= (outbox.webhook_id, outbox.subject, 0)
    and first.webhook_id is not null and first.done_at is null and first.dead_at is null
  order by first.webhook_id, first.subject, first.id limit 1)`;

/**
 * Claims due messages, some of each webhook and of each registrar, alternating between registrars: a
 * registrar with many messages, or a slow receiver, does not block the others. A failing webhook gets one
 * message at a time.
 */
export async function claimForWebhooks(
  db: Db,
  {
    now,
    leaseMs,
    limit,
    except,
    each,
    ofRegistrar,
  }: Omit<Claim, 'orderedKinds' | 'maxAttempts'> & { readonly each: number; readonly ofRegistrar: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with receivers as materialized (
      select webhooks.*, coalesce(busy, 0) as busy,
        coalesce(sum(busy) over (partition by registrar_id), 0) as busy_of_registrar
      from webhooks left join (
        select webhook_id, count(*) as busy from outbox
        where webhook_id is not null and ${pending} and claimed_until is not null
          and claimed_until > clock_timestamp()
        group by webhook_id) in_hand on webhook_id = webhooks.id
      where registrar_id not in (select id from registrars where suspended_at is not null))
    update outbox set attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, ${now}),
      claimed_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    from (
      select due_id, url, secret, previous_secret, previous_secret_until from (
        select due.id as due_id, due.next_attempt_at, receivers.*, busy_of_registrar + row_number() over (
          partition by registrar_id order by failing_since is not null, due.next_attempt_at, due.id) as turn
        from receivers cross join lateral (
          select id, next_attempt_at from outbox
          where webhook_id = receivers.id and ${pending} and next_attempt_at <= ${now} and ${unclaimed}
            and not id = any(${except}::bigint[])
            and ${isNext}
          order by next_attempt_at, id
          limit greatest(0, case when failing_since is null then ${each}::int else 1 end - busy)
          for update skip locked) due) waiting
      where turn <= ${ofRegistrar}
      order by failing_since is not null, turn, next_attempt_at, due_id
      limit ${limit}) taken
    where outbox.id = taken.due_id
    returning outbox.*, url, secret, previous_secret, previous_secret_until`.execute(db);
  return rows.sort((one, other) => one.id - other.id);
}

/** A delivered message proves that the webhook works. The message is kept, because its owner may request it again. */
export async function markDelivered(db: Db, { id }: Pick<Row, 'id'>, now: Date): Promise<void> {
  await sql`
    with arrived as (
      update outbox set done_at = ${now}, dead_at = null, last_error = null
      where id = ${id} and done_at is null returning webhook_id)
    update webhooks set failing_since = null from arrived
    where webhooks.id = arrived.webhook_id and failing_since is not null`.execute(db);
}

type Claimed = Pick<Row, 'id' | 'attempts'>;

/** `attempts` identifies the claim: one that has expired and been taken over changes nothing. */
export async function markUndelivered(
  db: Db,
  { id, attempts }: Claimed,
  { error, now, retryAt }: { readonly error: string; readonly now: Date; readonly retryAt: Date },
): Promise<void> {
  await sql`
    with failed as (
      update outbox set last_error = ${error}, claimed_until = null, next_attempt_at = ${retryAt}
      where id = ${id} and attempts = ${attempts} and ${pending} returning webhook_id)
    update webhooks set failing_since = ${now} from failed
    where webhooks.id = failed.webhook_id and failing_since is null`.execute(db);
}

/** Returns whether the claim was still valid. */
export async function abandon(
  db: Db,
  { id, attempts }: Claimed,
  { error, now }: { readonly error: string; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update outbox set last_error = ${error}, claimed_until = null, dead_at = ${now}
    where id = ${id} and attempts = ${attempts} and ${pending} returning id`.execute(db);
  return rows.length > 0;
}

/** Stops sending these events to a webhook, unless its owner asks for them. */
export async function abandonAll(
  db: Db,
  webhookId: number,
  {
    error,
    now,
    events,
  }: { readonly error: string; readonly now: Date; readonly events: readonly Message['event'][] },
): Promise<void> {
  await sql`
    update outbox set last_error = coalesce(last_error, ${error}), claimed_until = null, dead_at = ${now}
    where webhook_id = ${webhookId} and payload->>'event' = any(${events}::text[]) and ${pending}`.execute(
    db,
  );
}

export async function isTestPending(db: Db, webhookId: number, event: typeof testEvent): Promise<boolean> {
  const { rows } = await sql`
    select from outbox where webhook_id = ${webhookId} and subject = ${event} and ${pending} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function enqueueTest(
  db: Db,
  webhookId: number,
  event: typeof testEvent,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into outbox (kind, subject, payload, next_attempt_at, created_at, webhook_id)
    values ('webhook', ${event}::text,
      jsonb_build_object('event', ${event}::text, 'message', gen_random_uuid(), 'data', '{}'::jsonb),
      ${now}, ${now}, ${webhookId})
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Resets the attempts; a delivery in progress is not affected. */
export async function resetAttempts(db: Db, id: number, now: Date): Promise<void> {
  await sql`
    update outbox set done_at = null, dead_at = null, last_error = null, attempts = 0, first_attempt_at = null,
      next_attempt_at = ${now}, claimed_until = null
    where id = ${id} and not (${pending} and claimed_until > clock_timestamp())`.execute(db);
}

export type WebhookDelivery = Pick<
  Row,
  'id' | 'attempts' | 'created_at' | 'done_at' | 'dead_at' | 'last_error' | 'webhook_id' | 'payload'
>;

const columns = sql`outbox.id, attempts, outbox.created_at, done_at, dead_at, last_error, webhook_id, payload`;

/** Returns deliveries with the owners of their webhooks, for the visibility check. */
export async function deliveriesById(
  db: Db,
  ids: readonly number[],
): Promise<(WebhookDelivery & Pick<Webhook, 'registrar_id' | 'events'>)[]> {
  const { rows } = await sql<WebhookDelivery & Pick<Webhook, 'registrar_id' | 'events'>>`
    select ${columns}, registrar_id, events from outbox join webhooks on webhooks.id = webhook_id
    where outbox.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** A page of messages of each of several webhooks, newest first. */
export async function deliveriesOfWebhooks(
  db: Db,
  wanted: readonly OwnedPage[],
  { limit, heard }: { readonly limit: number; readonly heard: readonly Message['event'][] },
): Promise<WebhookDelivery[][]> {
  const { rows } = await sql<WebhookDelivery & { readonly place: number }>`
    select newest.*, wanted.place from ${wantedPages(wanted)}
    cross join lateral (
      select ${columns} from outbox
      where webhook_id = wanted.owner_id and outbox.id < wanted.before_id and payload->>'event' = any(${heard}::text[])
      order by outbox.id desc limit ${limit}) newest
    order by wanted.place, newest.id desc`.execute(db);
  return rowsOfPages(wanted, rows);
}

export async function countDeliveries(
  db: Db,
  webhookIds: readonly number[],
  heard: readonly Message['event'][],
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from outbox
      where webhook_id = wanted.id and payload->>'event' = any(${heard}::text[])) as count
    from unnest(${webhookIds}::bigint[]) with ordinality as wanted (id, place) order by wanted.place`.execute(
    db,
  );
  return rows.map(({ count }) => count);
}

/** Includes messages that were written while their webhook was being deleted. */
export async function forgetOldDeliveries(db: Db, before: Date): Promise<void> {
  await sql`
    delete from outbox where webhook_id is not null and created_at <= ${before}
      and (not (${pending}) or not exists (select from webhooks where webhooks.id = webhook_id))`.execute(db);
}

export interface WebhooksState {
  readonly pending: number;
  readonly failing: number;
  /** How long the oldest message to a working webhook has been due. */
  readonly lagSeconds: number;
}

/** How many of the oldest messages are examined for each webhook, so that a backlog does not make it slow. */
const lookedAtForLag = 100;

export async function webhooksState(db: Db, now: Date): Promise<WebhooksState> {
  const { rows } = await sql<WebhooksState>`
    select coalesce(sum(waiting.count), 0)::float8 as pending,
      count(*) filter (where failing_since is not null) as failing,
      greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(oldest.next_attempt_at)), 0))::float8
        as "lagSeconds"
    from webhooks
    cross join lateral (
      select count(*) from outbox where webhook_id = webhooks.id and ${pending}) waiting
    left join lateral (
      select next_attempt_at from (
        select id, webhook_id, subject, next_attempt_at from outbox
        where webhook_id = webhooks.id and failing_since is null and ${pending} and ${unclaimed}
        order by next_attempt_at, id limit ${lookedAtForLag}) outbox
      where ${isNext}
      order by next_attempt_at limit 1) oldest on true
    where enabled`.execute(db);
  return rows[0] ?? { pending: 0, failing: 0, lagSeconds: 0 };
}
