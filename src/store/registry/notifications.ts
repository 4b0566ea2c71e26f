import { type Selectable, sql } from 'kysely';
import type { Grouping, Groups, ListQuery } from '../../core/filter.ts';
import { notification } from '../../entities/notification.ts';
import { groupKeys, listColumns } from '../driver/entity-columns.ts';
import { applyList, compileFilter } from '../driver/filters.ts';
import { type Groupable, groupRows } from '../driver/groups.ts';
import type { Db } from '../driver/pool.ts';
import { rowsOf } from '../driver/walk.ts';
import type { NotificationTable } from '../tables/schema.ts';

export type Notification = Selectable<NotificationTable>;

const columns = listColumns(notification);

const ofRegistrar = (db: Db, registrarId: number) =>
  db.selectFrom('notifications').where('registrar_id', '=', registrarId);

export function listNotifications(db: Db, registrarId: number, list: ListQuery): Promise<Notification[]> {
  const id = sql`notifications.id`;
  return rowsOf(db, list, {
    id: 'id',
    ids: (all) => applyList(ofRegistrar(db, registrarId).select('id'), all, columns, id),
    rows: (page) => applyList(ofRegistrar(db, registrarId).selectAll(), page, columns, id).execute(),
  });
}

export async function countNotifications(
  db: Db,
  registrarId: number,
  filter: ListQuery['filter'],
): Promise<number> {
  const { count } = await chosen(db, registrarId, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const groups: Groupable = {
  keys: {
    read: { value: sql`notifications.read_at is not null` },
    ...groupKeys(notification),
  },
};

export const groupNotifications = (
  db: Db,
  registrarId: number,
  filter: ListQuery['filter'],
  grouping: Grouping,
): Promise<Groups> => groupRows(db, chosen(db, registrarId, filter), groups, grouping);

function chosen(db: Db, registrarId: number, filter: ListQuery['filter']) {
  const query = ofRegistrar(db, registrarId);
  return filter ? query.where(compileFilter(filter, columns)) : query;
}

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

/** The newest one, read or not. */
export function lastNotification(db: Db, registrarId: number): Promise<Notification | undefined> {
  return ofRegistrar(db, registrarId).selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** In the order in which they became visible. */
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

export function notificationsById(db: Db, ids: readonly number[]): Promise<Notification[]> {
  return db.selectFrom('notifications').selectAll().where('id', '=', sql<number>`any(${ids})`).execute();
}
