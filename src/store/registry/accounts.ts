import { type CompiledQuery, type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Grouping, Groups, ListQuery } from '../../core/filter.ts';
import type { Money } from '../../core/money.ts';
import { type LedgerActivity, transactionKinds } from '../../rules/money/charges.ts';
import { applyList, type Columns, compileFilter } from '../driver/filters.ts';
import { type Groupable, groupRows, registrarKey } from '../driver/groups.ts';
import type { Db } from '../driver/pool.ts';
import { Recordset } from '../driver/recordset.ts';
import { rowsOf } from '../driver/walk.ts';
import type { LedgerTable } from '../tables/schema.ts';

export interface Account {
  readonly balance: Money;
  readonly currency: string;
}

export type Transaction = Selectable<LedgerTable>;

export interface LedgerEntry {
  readonly registrarId: number;
  readonly activity: LedgerActivity;
  readonly description: string;
  readonly sum: Money;
  readonly domainId?: number;
  readonly invoiceId?: number;
  readonly requestId: string;
  /** The registrar's user, where it was one. */
  readonly by?: string | undefined;
  readonly at: Date;
}

/** The constraint that an overdraft breaks. */
export const overdraft = 'accounts_balance_not_negative';

export async function openAccount(db: Db, registrarId: number): Promise<void> {
  await db.insertInto('accounts').values({ registrar_id: registrarId }).execute();
}

export function accountOf(db: Db, registrarId: number): Promise<Account> {
  return db
    .selectFrom('accounts')
    .select(['balance', 'currency'])
    .where('registrar_id', '=', registrarId)
    .executeTakeFirstOrThrow();
}

export async function balancesOf(
  db: Db,
  registrarIds: readonly number[],
): Promise<{ registrar_id: number; balance: Money }[]> {
  return db
    .selectFrom('accounts')
    .select(['registrar_id', 'balance'])
    .where('registrar_id', '=', sql<number>`any(${registrarIds})`)
    .execute();
}

/** Locks the account until the transaction ends: what is checked now still holds when it is charged. */
export function lockAccount(db: Db, registrarId: number): Promise<Account> {
  return db
    .selectFrom('accounts')
    .select(['balance', 'currency'])
    .where('registrar_id', '=', registrarId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

const movements = new Recordset<Insertable<LedgerTable>>({
  registrar_id: 'integer',
  activity: 'text',
  description: 'text',
  sum: 'numeric',
  domain_id: 'integer',
  invoice_id: 'integer',
  request_id: 'text',
  actor_name: 'text',
  created_at: 'timestamptz',
});

/** The only way money moves: the balance follows the ledger in the database. */
const movement = (given: RawBuilder<unknown>) => sql`insert into ledger (${movements.columns})
  select ${movements.columns} from ${given}`;
const silently = movements.statement(movement);
const telling = movements.statement<Transaction>((given) => sql`${movement(given)} returning *`);

const movementOf = (entry: LedgerEntry): Insertable<LedgerTable> => ({
  registrar_id: entry.registrarId,
  activity: entry.activity,
  description: entry.description,
  sum: entry.sum,
  domain_id: entry.domainId ?? null,
  invoice_id: entry.invoiceId ?? null,
  request_id: entry.requestId,
  actor_name: entry.by ?? null,
  created_at: entry.at,
});

/** To be sent with the commit: from then on whoever else is charged waits for the account. */
export const posting = (entries: readonly LedgerEntry[]): CompiledQuery =>
  silently.filled(entries.map(movementOf));

export const post = (db: Db, entries: readonly LedgerEntry[]): Promise<Transaction[]> =>
  telling(db, entries.map(movementOf));

/** Lists go by a movement's place, taken while its account was locked: each balance follows from the one below it. */
export const transactionColumns: Columns = {
  position: sql`ledger.position`,
  createdAt: sql`ledger.created_at`,
  sum: sql`ledger.sum`,
  description: sql`ledger.description`,
  activity: sql`ledger.activity`,
  balance: sql`ledger.balance`,
  actorName: sql`coalesce(ledger.actor_name, '')`,
  kind: sql`ledger.activity`,
};

/** Sorted as callers see them. */
const activitiesByKind = Object.entries(transactionKinds)
  .sort(([, one], [, other]) => (one < other ? -1 : 1))
  .map(([activity]) => activity);

export const transactionGroups: Groupable = {
  keys: {
    kind: {
      value: sql`ledger.activity`,
      place: (activity) => sql`array_position(${activitiesByKind}::text[], ${activity})`,
    },
    registrar: registrarKey(sql`ledger.registrar_id`),
    zone: {
      value: sql`ledger.zone_id`,
      each: (id, name) =>
        sql`left join (select id, origin as value from zones) as ${name} on ${name}.id = ${id}`,
    },
    createdAt: { value: sql`ledger.created_at` },
  },
  amount: sql`ledger.sum`,
};

export function listTransactions(db: Db, registrarId: number, list: ListQuery): Promise<Transaction[]> {
  const query = transactionsOf(db, registrarId, undefined);
  const position = sql`ledger.position`;
  return rowsOf(db, list, {
    id: 'position',
    ids: (all) => applyList(query.select('ledger.position'), all, transactionColumns, position),
    rows: (page) => applyList(query.selectAll(), page, transactionColumns, position).execute(),
  });
}

export async function countTransactions(
  db: Db,
  registrarId: number,
  filter: ListQuery['filter'],
): Promise<number> {
  const { count } = await transactionsOf(db, registrarId, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const groupTransactions = (
  db: Db,
  registrarId: number,
  filter: ListQuery['filter'],
  grouping: Grouping,
): Promise<Groups> => groupRows(db, transactionsOf(db, registrarId, filter), transactionGroups, grouping);

function transactionsOf(db: Db, registrarId: number, filter: ListQuery['filter']) {
  const query = db.selectFrom('ledger').where('ledger.registrar_id', '=', registrarId);
  return filter ? query.where(compileFilter(filter, transactionColumns)) : query;
}

export function transactionsById(db: Db, ids: readonly number[]): Promise<Transaction[]> {
  return db.selectFrom('ledger').selectAll().where('id', '=', sql<number>`any(${ids})`).execute();
}

/** What was charged for each of several domains, newest first; to one registrar, or to all of them. */
export function transactionsOfDomains(
  db: Db,
  domainIds: readonly number[],
  registrarId: number | undefined,
): Promise<Transaction[]> {
  let query = db.selectFrom('ledger').selectAll().where('domain_id', '=', sql<number>`any(${domainIds})`);
  if (registrarId !== undefined) query = query.where('registrar_id', '=', registrarId);
  return query.orderBy('position', 'desc').execute();
}
