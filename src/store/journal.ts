import { sql } from 'kysely';
import { type Actor, nameOf } from '../core/actor.ts';
import {
  type Change,
  differences,
  type OutboxItem,
  type PollMessage,
  type Topic,
  withoutSecrets,
} from '../core/events.ts';
import { inChunks } from './chunks.ts';
import type { Db } from './database.ts';

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

export const channel = 'zonegraph';

export async function writeJournal(db: Db, entry: JournalEntry): Promise<void> {
  const announcements = new Set(entry.announcements.map(announcement));
  for (const { type, key } of await writeHistory(db, entry))
    if (type === 'domain' || type === 'contact' || type === 'invoice')
      announcements.add(announcement({ topic: type, key }));
  for (const registrarId of await writePollMessages(db, entry))
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
): Promise<Change[]> {
  const real = changes
    .map((change) => ({ change, fields: differences(change.before, change.after) }))
    .filter(({ fields }) => Object.keys(fields).length > 0);
  if (real.length === 0) return [];
  const rows = real.map(({ change, fields }) => ({
    at,
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
  for (const chunk of inChunks(rows)) await db.insertInto('history').values(chunk).execute();
  return real.map(({ change }) => change);
}

function eventOf({ before, after }: Change): 'create' | 'update' | 'destroy' {
  if (before === undefined) return 'create';
  return after === undefined ? 'destroy' : 'update';
}

// A registrar's messages are numbered under its own lock, so that their ids follow the order of commits and a
// live stream that remembers the last id seen misses none.
async function writePollMessages(db: Db, { at, messages }: JournalEntry): Promise<number[]> {
  if (messages.length === 0) return [];
  const registrarIds = [...new Set(messages.map((message) => message.registrarId))].sort((a, b) => a - b);
  await sql`select pg_advisory_xact_lock(20101, id) from unnest(${registrarIds}::int[]) id`.execute(db);
  const rows = messages.map((message) => ({
    registrar_id: message.registrarId,
    kind: message.kind,
    text: message.text,
    attached_obj_type: message.attachedObjType ?? null,
    attached_obj_id: message.attachedObjId ?? null,
    read_at: null,
    created_at: at,
  }));
  for (const chunk of inChunks(rows)) await db.insertInto('notifications').values(chunk).execute();
  return registrarIds;
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
