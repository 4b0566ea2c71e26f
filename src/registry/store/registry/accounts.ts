import { type CompiledQuery, type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Money } from '../../../base/money.ts';
import { transaction } from '../../entities/transaction.ts';
import { type LedgerActivity, transactionKinds } from '../../rules/money/charges.ts';
import type { Db } from '../driver/connections/pool.ts';
import { writtenTypes } from '../driver/lists/entity-columns.ts';
import { referred } from '../driver/lists/filters.ts';
import { registrarKey } from '../driver/lists/group-keys.ts';
import { type OwnedPage, rowsOfPages, wantedPages } from '../driver/lists/owned-pages.ts';
import { Recordset } from '../driver/lists/recordset.ts';
import { rowsById } from '../driver/lists/rows.ts';
import { entityList } from '../driver/lists/stored-list.ts';
import type { LedgerTable } from '../tables/schema.ts';

export interface Account {
  /** The id of its registrar. */
  readonly id: number;
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
  /** The registrar's user, if one caused it. */
  readonly by?: string | undefined;
  readonly at: Date;
  /** True if the history entry has this amount as its price. */
  readonly isPriced?: boolean;
}

/** The constraint that an overdraft violates. */
export const overdraft = 'accounts_balance_not_negative';

export async function openAccount(db: Db, registrarId: number): Promise<void> {
  await db.insertInto('accounts').values({ registrar_id: registrarId }).execute();
}

export function accountsById(db: Db, registrarIds: readonly number[]): Promise<Account[]> {
  return db
    .selectFrom('accounts')
    .select(['registrar_id as id', 'balance', 'currency'])
    .where('registrar_id', '=', sql<number>`any(${registrarIds})`)
    .execute();
}

export async function accountOf(db: Db, registrarId: number): Promise<Account> {
  const [account] = await accountsById(db, [registrarId]);
  if (!account) throw new TypeError(`registrar ${registrarId} has no account`);
  return account;
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

/**
 * The balance of an account right before each of these times. Before the first movement that is known, it is what that
 * movement has changed: a copy of another registry does not know the earlier ones.
 */
export async function balancesBefore(
  db: Db,
  registrarId: number,
  moments: readonly Date[],
): Promise<Money[]> {
  const movement = sql`select balance, sum from ledger where registrar_id = ${registrarId}`;
  const { rows } = await sql<{ balance: Money }>`
    select coalesce(latest.balance, earliest.balance - earliest.sum, accounts.balance) as balance
    from unnest(${moments}::timestamptz[]) with ordinality as moments (at, nth)
    join accounts on accounts.registrar_id = ${registrarId}
    left join lateral (
      ${movement} and created_at < moments.at order by created_at desc, position desc limit 1) latest on true
    left join (${movement} order by created_at, position limit 1) earliest on true
    order by moments.nth`.execute(db);
  return rows.map(({ balance }) => balance);
}

/** Locks the account until the transaction ends, so that checks made now still hold when it is charged. */
export function lockAccount(db: Db, registrarId: number): Promise<Account> {
  return db
    .selectFrom('accounts')
    .select(['registrar_id as id', 'balance', 'currency'])
    .where('registrar_id', '=', registrarId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

const movements = new Recordset<Insertable<LedgerTable>>(writtenTypes(transaction));

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
  priced: entry.isPriced ?? null,
});

/** Should be sent together with the commit, because all other charges of the account wait from then on. */
export const postStatement = (entries: readonly LedgerEntry[]): CompiledQuery =>
  silently.filled(entries.map(movementOf));

export const post = (db: Db, entries: readonly LedgerEntry[]): Promise<Transaction[]> =>
  telling(db, entries.map(movementOf));

/** Movements in the order in which callers see them. */
const activitiesByKind = Object.entries(transactionKinds)
  .sort(([, one], [, other]) => (one < other ? -1 : 1))
  .map(([activity]) => activity);

/**
 * Lists are ordered by a movement's sequence number, taken while its account was locked: each balance follows from
 * the one below it.
 */
export const transactionList = entityList(transaction, {
  id: 'position',
  columns: {
    actorName: sql`coalesce(ledger.actor_name, '')`,
    registrar: referred(sql`ledger.registrar_id`, 'registrars', 'code'),
  },
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
  },
  amount: sql`ledger.sum`,
  level: {
    value: sql`ledger.balance`,
    of: sql`ledger.registrar_id`,
    place: sql`ledger.position`,
  },
  indexed: {
    field: 'registrarId',
    column: 'registrar_id',
    moments: { createdAt: 'created_at' },
    keys: ['kind', 'registrar'],
  },
});

export const transactionsById = rowsById('ledger');

/** A page of charges for each of several domains, newest first; of one registrar, or of all. */
export async function transactionsOfDomains(
  db: Db,
  wanted: readonly OwnedPage[],
  limit: number,
  registrarId: number | undefined,
): Promise<Transaction[][]> {
  const { rows } = await sql<Transaction & { readonly place: number }>`
    select charged.*, wanted.place from ${wantedPages(wanted)}
    cross join lateral (
      select * from ledger
      where domain_id = wanted.owner_id and position < wanted.before_id and ${chargedTo(registrarId)}
      order by position desc limit ${limit}) charged
    order by wanted.place, charged.position desc`.execute(db);
  return rowsOfPages(wanted, rows);
}

export async function countTransactionsOfDomains(
  db: Db,
  domainIds: readonly number[],
  registrarId: number | undefined,
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from ledger where domain_id = wanted.id and ${chargedTo(registrarId)}) as count
    from unnest(${domainIds}::bigint[]) with ordinality as wanted (id, place) order by wanted.place`.execute(
    db,
  );
  return rows.map(({ count }) => count);
}

const chargedTo = (registrarId: number | undefined) =>
  registrarId === undefined ? sql`true` : sql`registrar_id = ${registrarId}`;

export function lastTransaction(db: Db, registrarId: number): Promise<Transaction | undefined> {
  return db
    .selectFrom('ledger')
    .selectAll()
    .where('registrar_id', '=', registrarId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Those after one of the account, which is named by its id, in the order in which they became visible. */
export async function transactionsAfter(
  db: Db,
  registrarId: number,
  after: number,
  limit: number,
): Promise<Transaction[]> {
  const { rows } = await sql<Transaction>`
    select * from ledger where registrar_id = ${registrarId} and position > coalesce(
      (select seen.position from ledger seen where seen.id = ${after} and seen.registrar_id = ${registrarId}), 0)
    order by position limit ${limit}`.execute(db);
  return rows;
}
