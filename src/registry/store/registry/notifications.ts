import { type Selectable, type SqlBool, sql } from 'kysely';
import { notification } from '../../entities/notification.ts';
import type { Db } from '../driver/connections/pool.ts';
import { rowsById } from '../driver/lists/rows.ts';
import { entityList, type StoredList } from '../driver/lists/stored-list.ts';
import type { NotificationTable } from '../tables/schema.ts';

export type Notification = Selectable<NotificationTable>;

const ofRegistrar = (db: Db, registrarId: number) =>
  db.selectFrom('notifications').where('registrar_id', '=', registrarId);

export const notificationsList = (registrarId: number): StoredList<Notification> =>
  entityList(notification, {
    only: sql<SqlBool>`notifications.registrar_id = ${registrarId}`,
    keys: { read: { value: sql`notifications.read_at is not null` } },
  });

/** The newest unread one: the queue is last in, first out (docs/rules/registrar.md#the-queue). */
export function latestUnread(db: Db, registrarId: number): Promise<Notification | undefined> {
  return ofRegistrar(db, registrarId)
    .selectAll()
    .where('read_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest message, read or not. */
export function lastNotification(db: Db, registrarId: number): Promise<Notification | undefined> {
  return ofRegistrar(db, registrarId).selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** Returns the messages after this id, in the order in which they became visible. */
export function notificationsAfter(
  db: Db,
  registrarId: number,
  after: number,
  limit: number,
): Promise<Notification[]> {
  return ofRegistrar(db, registrarId)
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function notificationOf(db: Db, registrarId: number, id: number): Promise<Notification | undefined> {
  return ofRegistrar(db, registrarId).selectAll().where('id', '=', id).executeTakeFirst();
}

export function markRead(
  db: Db,
  registrarId: number,
  id: number,
  now: Date,
): Promise<Notification | undefined> {
  return db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('registrar_id', '=', registrarId)
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export const notificationsById = rowsById('notifications');
