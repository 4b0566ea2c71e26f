import { type Selectable, sql } from 'kysely';
import { type Actor, nameOf } from '../../core/actor.ts';
import {
  type Change,
  differences,
  type OutboxItem,
  type PollMessage,
  type Topic,
  withoutSecrets,
} from '../../core/events.ts';
import { inChunks } from '../driver/chunks.ts';
import type { Db } from '../driver/lane.ts';
import type { HistoryTable } from '../tables/schema.ts';

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

export async function writeJournal(db: Db, entry: JournalEntry): Promise<void> {
  const announcements = new Set(entry.announcements.map(announcement));
  const written = await writeHistory(db, entry);
  for (const { object_type: topic, object_key: key } of written)
    if (topic === 'domain' || topic === 'contact' || topic === 'invoice')
      announcements.add(announcement({ topic, key }));
  for (const registrarId of await writePollMessages(db, entry, written))
    announcements.add(announcement({ topic: 'notification', key: String(registrarId) }));
  if (await writeOutbox(db, entry)) announcements.add(announcement({ topic: 'outbox', key: '' }));
  if (announcements.size > 0)
    await sql`select pg_notify(${channel}, payload) from unnest(${[...announcements]}::text[]) payload`.execute(
      db,
    );
}

async function writeHistory(
  db: Db,
  { at, actor, operation, requestId, changes }: JournalEntry,
): Promise<Written[]> {
  const real = changes
    .map((change) => ({ change, fields: differences(change.before, change.after) }))
    .filter(({ fields }) => Object.keys(fields).length > 0);
  if (real.length === 0) return [];
  const rows = real.map(({ change, fields }) => ({
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
    changes: JSON.stringify(fields),
    snapshot: JSON.stringify(change.after === undefined ? null : withoutSecrets(change.after)),
  }));
  const written: Written[] = [];
  for (const chunk of inChunks(rows))
    written.push(
      ...(await db
        .insertInto('history')
        .values(chunk)
        .returning(['id', 'object_type', 'object_id', 'object_key'])
        .execute()),
    );
  return written;
}

function eventOf({ before, after }: Change): 'create' | 'update' | 'destroy' {
  if (before === undefined) return 'create';
  return after === undefined ? 'destroy' : 'update';
}

// A registrar's messages are numbered under its own lock, so that their ids follow the order of commits and a
// live stream that remembers the last id seen misses none.
async function writePollMessages(
  db: Db,
  { at, messages }: JournalEntry,
  written: readonly Written[],
): Promise<number[]> {
  if (messages.length === 0) return [];
  const registrarIds = [...new Set(messages.map((message) => message.registrarId))].sort((a, b) => a - b);
  await sql`select pg_advisory_xact_lock(20101, id) from unnest(${registrarIds}::int[]) id`.execute(db);
  const rows = messages.map((message) => ({
    registrar_id: message.registrarId,
    kind: message.kind,
    text: message.text,
    attached_obj_type: message.attachedObjType ?? null,
    attached_obj_id: message.attachedObjId ?? historyId(message, written),
    read_at: null,
    created_at: message.at ?? at,
  }));
  for (const chunk of inChunks(rows)) await db.insertInto('notifications').values(chunk).execute();
  return registrarIds;
}

function historyId({ attachedHistoryOf: of }: PollMessage, written: readonly Written[]): number | null {
  return written.find((row) => row.object_type === of?.type && row.object_id === of.id)?.id ?? null;
}

async function writeOutbox(db: Db, { at, outbox }: JournalEntry): Promise<boolean> {
  if (outbox.length === 0) return false;
  const rows = outbox.map((item) => ({
    kind: item.kind,
    subject: item.subject,
    payload: JSON.stringify(item.payload),
    next_attempt_at: item.notBefore ?? at,
    created_at: at,
    done_at: null,
    dead_at: null,
    last_error: null,
  }));
  for (const chunk of inChunks(rows)) await db.insertInto('outbox').values(chunk).execute();
  return true;
}

const announcement = ({ topic, key }: { topic: Topic; key: string }): string => JSON.stringify([topic, key]);
