import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Actor, nameOf } from '../../core/actor.ts';
import {
  type Change,
  differences,
  type OutboxItem,
  type PollMessage,
  type Topic,
  withoutSecrets,
} from '../../core/events.ts';
import { groupBy } from '../../core/grouping.ts';
import { inChunks } from '../driver/chunks.ts';
import type { Db } from '../driver/lane.ts';
import { type ColumnTypes, Recordset } from '../driver/recordset.ts';
import type { HistoryTable, NotificationTable } from '../tables/schema.ts';
import { isListenedTo, tellWebhooks } from './webhook-events.ts';

/** What every command writes beside its own rows: history, poll messages, outbox, wake-up calls. */
export interface JournalEntry {
  readonly at: Date;
  readonly actor: Actor;
  readonly operation: string;
  readonly requestId: string;
  readonly changes: readonly Change[];
  readonly messages: readonly PollMessage[];
  readonly outbox: readonly OutboxItem[];
  readonly announcements: readonly { topic: Topic; key: string }[];
}

type Written = Pick<Selectable<HistoryTable>, 'id' | 'object_type' | 'object_id' | 'object_key'>;

export const channel = 'zonegraph';

export const writeJournal = (db: Db, entry: JournalEntry): Promise<void> => writeJournals(db, [entry]);

/** Those of several operations, in as many statements as that of one. */
export async function writeJournals(db: Db, entries: readonly JournalEntry[]): Promise<void> {
  const announcements = new Set(entries.flatMap((entry) => entry.announcements.map(announcement)));
  const written = await writeHistory(db, entries);
  const rows = [...written.values()].flat();
  for (const { object_type: topic, object_key: key } of rows)
    if (topic === 'domain' || topic === 'contact' || topic === 'invoice')
      announcements.add(announcement({ topic, key }));
  const messages = await writePollMessages(db, entries, written);
  for (const { registrar_id } of messages)
    announcements.add(announcement({ topic: 'notification', key: String(registrar_id) }));
  if (await writeOutbox(db, entries)) announcements.add(announcement({ topic: 'outbox', key: '' }));
  if (announcements.size === 0) return;
  const listening = isListenedTo(
    entries.flatMap(({ changes }) => changes),
    entries.flatMap((entry) => entry.messages),
  );
  if (!(await announce(db, [...announcements], listening))) return;
  await tellWebhooks(db, {
    historyIds: rows.map(({ id }) => id),
    messageIds: messages.map(({ id }) => id),
    wake: sql`pg_notify(${channel}, ${announcement({ topic: 'outbox', key: 'webhook' })})`,
  });
}

/** Wakes those who listen, once this is committed; answers what it was asked along the way. */
async function announce(db: Db, payloads: string[], question: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ answer: boolean }>`
    select ${question} as answer, (select count(pg_notify(${channel}, payload)) from unnest(${payloads}::text[]) payload)`.execute(
    db,
  );
  return rows[0]?.answer ?? false;
}

type HistoryRow = Omit<Selectable<HistoryTable>, 'id'>;

const historyTypes: ColumnTypes<HistoryRow> = {
  at: 'timestamptz',
  actor_kind: 'text',
  actor_name: 'text',
  registrar_id: 'integer',
  operation: 'text',
  request_id: 'text',
  object_type: 'text',
  object_id: 'integer',
  object_key: 'text',
  event: 'text',
  changes: 'jsonb',
  snapshot: 'jsonb',
};
const history = new Recordset<HistoryRow>(historyTypes);
// A null among the values of a row is no value; of what is gone, history keeps the value null.
const historyValues = sql.raw(
  Object.keys(historyTypes)
    .map((name) => (name === 'snapshot' ? `coalesce(snapshot, 'null')` : name))
    .join(', '),
);

/** What became of the changes of each entry. */
async function writeHistory(
  db: Db,
  entries: readonly JournalEntry[],
): Promise<ReadonlyMap<JournalEntry, readonly Written[]>> {
  const real = entries.flatMap((entry) =>
    entry.changes
      .map((change) => ({ entry, change, fields: differences(change.before, change.after) }))
      .filter(({ fields }) => Object.keys(fields).length > 0),
  );
  if (real.length === 0) return new Map();
  const rows = real.map(({ entry: { at, actor, operation, requestId }, change, fields }) => ({
    at: change.at ?? at,
    actor_kind: actor.kind,
    actor_name: nameOf(actor),
    registrar_id: actor.kind === 'registrar' ? actor.registrarId : null,
    operation,
    request_id: requestId,
    object_type: change.type,
    object_id: change.id,
    object_key: change.key,
    event: eventOf(change),
    changes: fields,
    snapshot: change.after === undefined ? null : withoutSecrets(change.after),
  }));
  const { rows: written } = await sql<Written>`
    insert into history (${history.columns}) select ${historyValues} from ${history.of(rows)}
    returning id, object_type, object_id, object_key`.execute(db);
  const byEntry = groupBy(
    written.map((row, index) => ({ row, entry: real[index]?.entry })),
    ({ entry }) => entry,
  );
  return new Map(entries.map((entry) => [entry, (byEntry.get(entry) ?? []).map(({ row }) => row)]));
}

function eventOf({ before, after }: Change): 'create' | 'update' | 'destroy' {
  if (before === undefined) return 'create';
  return after === undefined ? 'destroy' : 'update';
}

// A registrar's messages are numbered under its own lock, so that their ids follow the order of commits and a
// live stream that remembers the last id seen misses none.
async function writePollMessages(
  db: Db,
  entries: readonly JournalEntry[],
  written: ReadonlyMap<JournalEntry, readonly Written[]>,
): Promise<readonly Pick<Selectable<NotificationTable>, 'id' | 'registrar_id'>[]> {
  const rows = entries.flatMap((entry) =>
    entry.messages.map((message) => ({
      registrar_id: message.registrarId,
      kind: message.kind,
      text: message.text,
      attached_obj_type: message.attachedObjType ?? null,
      attached_obj_id: message.attachedObjId ?? historyId(message, written.get(entry) ?? []),
      read_at: null,
      created_at: message.at ?? entry.at,
    })),
  );
  if (rows.length === 0) return [];
  const registrarIds = [...new Set(rows.map((row) => row.registrar_id))].sort((a, b) => a - b);
  await sql`select pg_advisory_xact_lock(20101, id) from unnest(${registrarIds}::int[]) id`.execute(db);
  const inserted = [];
  for (const chunk of inChunks(rows))
    inserted.push(
      ...(await db.insertInto('notifications').values(chunk).returning(['id', 'registrar_id']).execute()),
    );
  return inserted;
}

function historyId({ attachedHistoryOf: of }: PollMessage, written: readonly Written[]): number | null {
  return written.find((row) => row.object_type === of?.type && row.object_id === of.id)?.id ?? null;
}

async function writeOutbox(db: Db, entries: readonly JournalEntry[]): Promise<boolean> {
  const rows = entries.flatMap(({ at, outbox }) =>
    outbox.map((item) => ({
      kind: item.kind,
      subject: item.subject,
      payload: JSON.stringify(item.payload),
      next_attempt_at: item.notBefore ?? at,
      created_at: at,
      done_at: null,
      dead_at: null,
      last_error: null,
    })),
  );
  if (rows.length === 0) return false;
  for (const chunk of inChunks(rows)) await db.insertInto('outbox').values(chunk).execute();
  return true;
}

const announcement = ({ topic, key }: { topic: Topic; key: string }): string => JSON.stringify([topic, key]);
