import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Actor, askedByOf, namedTokenOf, nameOf, personOf } from '../../../base/actor.ts';
import {
  type Change,
  differences,
  type OutboxItem,
  type PollMessage,
  type Topic,
  withoutSecrets,
} from '../../../base/events.ts';
import { groupBy } from '../../../base/grouping.ts';
import { negate } from '../../../base/money.ts';
import { historyEntry } from '../../entities/history-entry.ts';
import { notification } from '../../entities/notification.ts';
import type { Db, Ready } from '../driver/connections/pool.ts';
import { Prepared, Slot } from '../driver/connections/prepared.ts';
import { writtenTypes } from '../driver/lists/entity-columns.ts';
import { Recordset } from '../driver/lists/recordset.ts';
import { type LedgerEntry, post } from '../registry/accounts.ts';
import type { OutboxTable } from '../tables/integrations-schema.ts';
import type { HistoryTable, NotificationTable } from '../tables/schema.ts';
import { assertNoListener, enqueueWebhookMessages, hasListener, listenersTo } from './webhook-events.ts';

/**
 * The rows that every command writes besides its own: history, poll messages, outbox, notifications, and last
 * the charges.
 */
export interface JournalEntry {
  readonly at: Date;
  readonly actor: Actor;
  readonly operation: string;
  readonly requestId: string;
  /** Why an operator has done it. */
  readonly reason?: string | undefined;
  readonly changes: readonly Change[];
  readonly messages: readonly PollMessage[];
  readonly charges: readonly LedgerEntry[];
  readonly outbox: readonly OutboxItem[];
  readonly announcements: readonly { topic: Topic; key: string }[];
}

/** A change and its position in history. */
type WrittenChange = Pick<RealChange, 'entry' | 'change'> & Pick<Selectable<HistoryTable>, 'id'>;

export const channel = 'zonegraph';

export const writeJournal = (db: Db, entry: JournalEntry): Promise<void> => writeJournals(db, [entry]);

/**
 * Writes the entries of several operations in as many statements as for one, and in one round trip unless an id is
 * needed.
 */
export async function writeJournals(db: Db, entries: readonly JournalEntry[]): Promise<void> {
  const changes = entries.flatMap(realChanges);
  const attached = entries.some(({ messages }) => messages.some((message) => message.attachedHistoryOf));
  const history = writeHistory(db, entries, changes);
  const { written } = attached ? await history : { written: [] };
  const [reported, , , messages] = await Promise.all([
    history,
    writeOutbox(db, entries),
    post(
      db,
      entries.flatMap(({ charges }) => charges),
    ),
    // An account is locked before its messages, here as elsewhere.
    writePollMessages(db, entries, written),
  ]);
  if (!reported.hasListener) return;
  await enqueueWebhookMessages(db, {
    historyIds: reported.written.map(({ id }) => id),
    messageIds: messages.map(({ id }) => id),
    wake: sql`pg_notify(${channel}, ${announcement({ topic: 'outbox', key: 'webhook' })})`,
  });
}

/**
 * Adds each charge to the change that it is for, so that the event has its price from the start: an operation changes a
 * domain once when it charges for it.
 */
export function withPrices(
  changes: readonly Change[],
  charges: readonly LedgerEntry[],
): { changes: Change[]; charges: LedgerEntry[] } {
  const groups = groupBy(charges, ({ activity, domainId }) => `${activity} ${domainId}`);
  const next = new Map([...groups].map(([key, group]) => [key, group.values()]));
  const priced = new Set<LedgerEntry>();
  const withPrice = changes.map((change) => {
    const { type, id, before, after } = change;
    if (type !== 'domain' || !after) return change;
    const charge = next.get(`${before ? 'renew' : 'create'} ${id}`)?.next().value;
    if (!charge) return change;
    priced.add(charge);
    return { ...change, price: negate(charge.sum) };
  });
  return {
    changes: withPrice,
    charges: charges.map((charge) => (priced.has(charge) ? { ...charge, isPriced: true } : charge)),
  };
}

interface RealChange {
  readonly entry: JournalEntry;
  readonly change: Change;
  readonly fields: ReturnType<typeof differences>;
}

const realChanges = (entry: JournalEntry): RealChange[] =>
  entry.changes
    .map((change) => ({ entry, change, fields: differences(change.before, change.after) }))
    .filter(({ fields }) => Object.keys(fields).length > 0);

/** The channels that these entries notify. */
function payloadsOf(entries: readonly JournalEntry[], changes: readonly RealChange[]): string[] {
  const payloads = new Set(entries.flatMap((entry) => entry.announcements.map(announcement)));
  for (const { change } of changes)
    if (change.type === 'domain' || change.type === 'contact' || change.type === 'invoice')
      payloads.add(announcement({ topic: change.type, key: change.key }));
  for (const { registrarId } of entries.flatMap(({ messages }) => messages))
    payloads.add(announcement({ topic: 'notification', key: String(registrarId) }));
  if (entries.some(({ outbox }) => outbox.length > 0))
    payloads.add(announcement({ topic: 'outbox', key: '' }));
  return [...payloads];
}

/** Notifies listeners after the commit. */
const notified = sql`(select count(pg_notify(${channel}, payload)) from unnest(${new Slot('payloads')}::text[]) payload)`;
/** Notifies listeners and also returns whether a webhook may be concerned. */
const announced = sql`${hasListener} as answer, ${notified}`;
const announceAlone = new Prepared<Snapshot>(sql`select ${announced}`);

interface Snapshot {
  readonly answer: boolean;
}

type HistoryRow = Omit<Selectable<HistoryTable>, 'id'>;

const historyTypes = writtenTypes(historyEntry);
const history = new Recordset<HistoryRow>(historyTypes);
// A row leaves out null fields; history keeps null for a removed value.
const historyValues = sql.raw(
  Object.keys(historyTypes)
    .map((name) => (name === 'snapshot' ? `coalesce(snapshot, 'null')` : name))
    .join(', '),
);

const insertion = (given: RawBuilder<unknown>) =>
  sql`insert into history (${history.columns}) select ${historyValues} from ${given} returning id`;
const insertHistory = history.statement<Snapshot & Pick<Selectable<HistoryTable>, 'id'>>(
  (given) => sql`${insertion(given)}, ${announced}`,
);
const insertUnheard = history.statement(
  (given) => sql`${insertion(given)}, ${assertNoListener}, ${notified}`,
);

/**
 * Returns the statement for an entry that has only changes and announcements and does not concern a webhook.
 */
export function plainHistory(entry: JournalEntry): Ready {
  const changes = realChanges(entry);
  const values = { ...listenersTo(entry.changes, []), payloads: payloadsOf([entry], changes) };
  return insertUnheard.filled(changes.map(historyRow), values);
}

interface Noted {
  readonly written: readonly WrittenChange[];
  readonly hasListener: boolean;
}

/** Writes history, and notifies listeners in the same statement. */
async function writeHistory(
  db: Db,
  entries: readonly JournalEntry[],
  changes: readonly RealChange[],
): Promise<Noted> {
  const payloads = payloadsOf(entries, changes);
  if (changes.length === 0 && payloads.length === 0) return { written: [], hasListener: false };
  const rows = changes.map(historyRow);
  const listeners = listenersTo(
    entries.flatMap((entry) => entry.changes),
    entries.flatMap(({ messages }) => messages),
  );
  const values = { ...listeners, payloads };
  if (rows.length === 0) {
    const [reported] = await announceAlone.run(db, values);
    return { written: [], hasListener: reported?.answer ?? false };
  }
  const reported = await insertHistory(db, rows, values);
  const written = reported.flatMap(({ id }, index) => {
    const { entry, change } = changes[index] ?? {};
    return entry && change ? [{ id, entry, change }] : [];
  });
  return { written, hasListener: reported[0]?.answer ?? false };
}

const historyRow = ({
  entry: { at, actor, operation, requestId, reason },
  change,
  fields,
}: RealChange): HistoryRow => ({
  at: change.at ?? at,
  actor_kind: actor.kind,
  actor_name: nameOf(actor),
  registrar_id: actor.kind === 'registrar' ? actor.registrarId : null,
  operator_id: personOf(actor),
  operation: change.operation ?? operation,
  request_id: requestId,
  object_type: change.type,
  object_id: change.id,
  object_key: change.key,
  event: eventOf(change),
  changes: fields,
  snapshot: change.after === undefined ? null : withoutSecrets(change.after),
  kind: change.kind ?? null,
  asked_by: askedByOf(actor),
  token_id: namedTokenOf(actor)?.id ?? null,
  token_name: namedTokenOf(actor)?.name ?? null,
  reason: reason ?? null,
  price: change.price ?? null,
});

function eventOf({ before, after }: Change): 'create' | 'update' | 'destroy' {
  if (before === undefined) return 'create';
  return after === undefined ? 'destroy' : 'update';
}

// A registrar's messages are numbered under its own lock, so that their ids follow the order of commits and a
// live stream that continues after the last id seen misses none.
async function writePollMessages(
  db: Db,
  entries: readonly JournalEntry[],
  written: readonly WrittenChange[],
): Promise<readonly Pick<Selectable<NotificationTable>, 'id'>[]> {
  const rows = entries.flatMap((entry) =>
    entry.messages.map((message) => ({
      number: message.number,
      registrar_id: message.registrarId,
      kind: message.kind,
      text: message.text,
      attached_obj_type: message.attachedObjType ?? null,
      attached_obj_id: message.attachedObjId ?? historyId(entry, message, written),
      read_at: null,
      created_at: message.at ?? entry.at,
    })),
  );
  if (rows.length === 0) return [];
  const registrarIds = [...new Set(rows.map((row) => row.registrar_id))].sort((a, b) => a - b);
  const numbered = rows.flatMap(({ number: id, ...row }) => (id === undefined ? [] : [{ id, ...row }]));
  const ours = rows.filter(({ number }) => number === undefined).map(({ number: _, ...row }) => row);
  const [, ...inserted] = await Promise.all([
    sql`select pg_advisory_xact_lock(20101, hashint8(id)) from unnest(${registrarIds}::bigint[]) id`.execute(
      db,
    ),
    insertMessages(db, ours),
    insertNumbered(db, numbered),
  ]);
  return inserted.flat();
}

type Message = Selectable<NotificationTable>;

const messageTypes = writtenTypes(notification);
const messages = new Recordset<Omit<Message, 'id'>>(messageTypes);
/** Messages with the ids of another registry. */
const numberedMessages = new Recordset<Message>({ id: 'bigint', ...messageTypes });

const insertMessages = messages.statement<Pick<Message, 'id'>>(
  (given) => sql`insert into notifications (${messages.columns})
    select ${messages.columns} from ${given} returning id`,
);
const insertNumbered = numberedMessages.statement<Pick<Message, 'id'>>(
  (given) => sql`insert into notifications (${numberedMessages.columns}) overriding system value
    select ${numberedMessages.columns} from ${given} on conflict (id) do nothing returning id`,
);

const historyId = (
  from: JournalEntry,
  { attachedHistoryOf: of }: PollMessage,
  written: readonly WrittenChange[],
): number | null =>
  written.find(({ entry, change }) => entry === from && change.type === of?.type && change.id === of.id)
    ?.id ?? null;

async function writeOutbox(db: Db, entries: readonly JournalEntry[]): Promise<void> {
  const rows = entries.flatMap(({ at, outbox }) =>
    outbox.map((item) => ({
      kind: item.kind,
      subject: item.subject,
      payload: item.payload,
      next_attempt_at: item.notBefore ?? at,
      created_at: at,
    })),
  );
  await insertOutbox(db, rows);
}

const outboxItems = new Recordset<
  Pick<Selectable<OutboxTable>, 'kind' | 'subject' | 'payload' | 'next_attempt_at' | 'created_at'>
>({
  kind: 'text',
  subject: 'text',
  payload: 'jsonb',
  next_attempt_at: 'timestamptz',
  created_at: 'timestamptz',
});

const insertOutbox = outboxItems.statement(
  (given) => sql`insert into outbox (${outboxItems.columns}) select ${outboxItems.columns} from ${given}`,
);

const announcement = ({ topic, key }: { topic: Topic; key: string }): string => JSON.stringify([topic, key]);
