import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Filter, fieldsIn, type ListQuery, negationOf, settled } from '../../../base/filter.ts';
import { domain } from '../../entities/domain.ts';
import type { DomainName } from '../../rules/domain/domain-name.ts';
import type { Db } from '../driver/connections/pool.ts';
import { composer, Slot } from '../driver/connections/prepared.ts';
import { listColumns } from '../driver/lists/entity-columns.ts';
import {
  applyList,
  type Columns,
  compileFilter,
  type Multiple,
  planOf,
  referred,
  slotValues,
} from '../driver/lists/filters.ts';
import { rowsOf } from '../driver/lists/walk.ts';
import {
  type Choice,
  type DomainParts,
  type DomainQuery,
  type DomainWithParts,
  domainsWithIds,
  joinedDomains,
  readDomains,
  wholeDomain,
} from './domain-reader.ts';
import { isSearched, searched } from './domain-search.ts';

const name = { lowerCase: sql.ref('domains.name') };
const puny = { lowerCase: sql.ref('domains.name_puny') };

/** The columns that are never null. */
export const neverNull = new Set(
  domain.declared.filter(({ isNullable, visible }) => !isNullable && !visible).map(({ name }) => name),
);

export const signed = sql<SqlBool>`exists (select from dnssec_keys where dnssec_keys.domain_id = domains.id)`;

const columns: Columns = {
  name,
  // A separate condition, so that the planner may join the keys.
  signed: {
    joins: true,
    some: (test) => test(signed),
    is: (isSigned) => (isSigned ? signed : sql<SqlBool>`not ${signed}`),
  },
  punycode: {
    // Few names differ from their punycode; the index of names finds the others.
    some: (test) => sql<SqlBool>`(${test(puny)}
      and (${test(name)} or (domains.name_puny <> domains.name and ${test(puny)})))`,
    is: (value) => sql<SqlBool>`domains.name_puny = ${value}`,
  },
  zone: referred(sql`domains.zone_id`, 'zones', 'origin'),
  registrantCode: sql`registrants.code`,
  registrantName: sql`registrants.name`,
  registrar: referred(sql`domains.registrar_id`, 'registrars', 'code'),
  registrarName: sql`registrars.name`,
  nameserverHostnames: {
    joins: true,
    some: (test) => sql<SqlBool>`exists (select from nameservers
      where nameservers.domain_id = domains.id and ${test(sql`nameservers.hostname`)})`,
    list: sql`array(select hostname from nameservers where nameservers.domain_id = domains.id)`,
  },
};

/** The columns that a caller may filter by; a registrar must not guess idents of contacts that it may not see. */
export const domainColumnsFor = (viewer: number | undefined): Columns => ({
  ...listColumns(domain, { viewer }),
  ...columns,
  contactCodes: ofContacts('code', sql`true`),
  contactIdents: ofContacts('ident', isSeen('contacts', viewer)),
  adminAndTechIdents: ofContacts('ident', isSeen('contacts', viewer), { andRegistrant: false }),
});

/**
 * Values of its contacts. A match is searched from the contact, which has few domains, the absence of a match from
 * the domain.
 */
function ofContacts(
  column: 'code' | 'ident',
  seen: RawBuilder<unknown>,
  { andRegistrant = true } = {},
): Multiple {
  const value = sql.ref(`contacts.${column}`);
  const first = (registrants: RawBuilder<unknown>) => (andRegistrant ? sql`${registrants} union all` : sql``);
  return {
    joins: true,
    some: (test) => sql<SqlBool>`domains.id in (
      ${first(sql`select held.id from domains held join contacts on contacts.id = held.registrant_id
        where ${test(value)} and ${seen}`)}
      select domain_id from domain_contacts join contacts on contacts.id = contact_id
        where ${test(value)} and ${seen})`,
    list: sql`array(
      ${first(sql`select ${value} from contacts where contacts.id = domains.registrant_id and ${seen}`)}
      select ${value} from contacts join domain_contacts on contact_id = contacts.id
        where domain_contacts.domain_id = domains.id and ${seen})`,
  };
}

/** Tells whether a contact is the viewer's own; without a viewer all are visible. */
export const isSeen = (contacts: string, viewer: number | undefined): RawBuilder<unknown> =>
  viewer === undefined ? sql`true` : sql`${sql.ref(`${contacts}.registrar_id`)} = ${viewer}`;

const cursorTypes = {
  id: 'bigint',
  name: 'text',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  expiresAt: 'timestamptz',
};

/** The domains of one registrar; undefined for all. */
type Whose = number | undefined;

/**
 * True for every domain. The indexes over the domains of all registrars have the same condition, so that the planner
 * never uses them for the page of one registrar: it would search all domains for the few of a small one.
 */
export const ofAnyRegistrar = sql<SqlBool>`domains.registrar_id > 0`;

export function listDomains(
  db: Db,
  registrarId: Whose,
  asked: ListQuery,
  parts: DomainParts,
  today: string,
): Promise<DomainWithParts[]> {
  const list = asked.filter ? { ...asked, filter: settled(asked.filter, neverNull) } : asked;
  return rowsOf(db, list, {
    id: 'id',
    ids: (all) => choiceOf(registrarId, all).among(narrowest(db, all)).select('domains.id'),
    rows: (page) => readDomains(db, choiceOf(registrarId, page), parts, today),
  });
}

/**
 * Returns the domains without the joins if the list reads nothing from them: only then does the planner see that an
 * index covers the rest.
 */
const narrowest = (db: Db, { filter, sort }: Partial<ListQuery>): DomainQuery =>
  [...(filter ? fieldsIn(filter) : []), ...(sort ?? []).map(({ field }) => field)].some((field) =>
    ofOthers.has(field),
  )
    ? joinedDomains(db)
    : (db.selectFrom('domains') as unknown as DomainQuery);

/** The fields that are read from the tables joined by `joinedDomains`. */
const ofOthers: ReadonlySet<string> = new Set(['registrantCode', 'registrantName', 'registrarName']);

/** Tells whether an index has the order of the list. */
const isInOrder = ({ sort }: ListQuery): boolean =>
  sort.every(({ field }) => Object.hasOwn(cursorTypes, field));

function choiceOf(registrarId: Whose, list: ListQuery): Choice {
  const columns = domainColumnsFor(registrarId);
  if (isSearched(list) && isInOrder(list)) {
    const own = (domains: DomainQuery) => ofRegistrar(domains, registrarId);
    return {
      values: {},
      among: (domains) => searched(domains, { list, columns, own, from: narrowest(composer, list) }),
    };
  }
  const plan = planOf(list, cursorTypes);
  return {
    shape: plan.shape && (registrarId === undefined ? `all ${plan.shape}` : plan.shape),
    values: { registrar: registrarId, ...slotValues(list) },
    among: (domains) =>
      applyList(
        registrarId === undefined
          ? fromRegistrants(domains, list).where(ofAnyRegistrar)
          : fromRegistrants(domains, list).where(
              'domains.registrar_id',
              '=',
              sql<number>`${plan.value('registrar', registrarId, 'id')}`,
            ),
        list,
        columns,
        sql`domains.id`,
        plan,
      ),
  };
}

/**
 * Sorted by registrant name, domains are found through the index of those names: from the start of the page, and with
 * an inner join, which may begin there because it drops no rows.
 */
function fromRegistrants(
  domains: DomainQuery,
  { sort: [{ field, descending }], slice }: ListQuery,
): DomainQuery {
  if (field !== 'registrantName') return domains;
  const { after, before } = slice.by === 'cursor' ? slice : {};
  const [up, down] = descending ? [before, after] : [after, before];
  const joined = domains.where('registrants.id', 'is not', null);
  const from = up ? joined.where('registrants.name', '>=', sql<string>`${up.value}`) : joined;
  return down ? from.where('registrants.name', '<=', sql<string>`${down.value}`) : from;
}

/**
 * A negated condition is counted as all domains minus those that match: an index has the matches, and counting all
 * domains reads no rows. One statement counts both in one snapshot.
 */
export async function countDomains(db: Db, registrarId: Whose, filter: ListQuery['filter']): Promise<number> {
  const counted = (those: Filter) =>
    ofRegistrar(narrowest(db, { filter: those }), registrarId)
      .where(compileFilter(those, domainColumnsFor(registrarId)))
      .select(({ fn }) => fn.countAll<number>().as('count'));
  const asked = settled(filter ?? { and: [] }, neverNull);
  const others = negationOf(asked);
  if (!others) return (await counted(asked).executeTakeFirstOrThrow()).count;
  const { rows } = await sql<{ count: number }>`
    select (${counted({ and: [] })}) - (${counted(others)}) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

export const ofRegistrar = (domains: DomainQuery, registrarId: Whose): DomainQuery =>
  registrarId === undefined
    ? domains.where(ofAnyRegistrar)
    : domains.where('domains.registrar_id', '=', registrarId);

/** The registrar's most recently created domain (docs/rules/registrar.md#domain-list). */
export async function newestDomain(
  db: Db,
  registrarId: number,
  parts: DomainParts,
  today: string,
): Promise<DomainWithParts | undefined> {
  const [newest] = await readDomains(db, { ...newestOf, values: { registrar: registrarId } }, parts, today);
  return newest;
}

const newestOf = {
  shape: 'newest',
  among: (domains: DomainQuery) =>
    domains
      .where('domains.registrar_id', '=', sql<number>`${new Slot('registrar')}`)
      .orderBy('domains.created_at', 'desc')
      .orderBy('domains.id', 'desc')
      .limit(sql.lit(1)),
};

/**
 * The ids of domains by name, forced to use the unique index: without statistics PostgreSQL would use the trigram
 * index, which scans thousands of entries for each name.
 */
const idsNamed = (names: unknown): RawBuilder<number> => sql<number>`any(array(
  select found.id from unnest(${names}::text[]) as wanted, lateral (
    select same.id from domains as same where same.name >= wanted and same.name <= wanted
    order by same.name limit 1) as found))`;

const named = {
  shape: 'named',
  among: (domains: DomainQuery) => domains.where('domains.id', '=', idsNamed(new Slot('names'))),
};

// Separate from `named`, because PostgreSQL plans again for every short list but only once for one name.
const theOneNamed = {
  shape: 'the one named',
  among: (domains: DomainQuery) => domains.where('domains.name', '=', sql<string>`${new Slot('name')}`),
};

/** Domains of any registrar, by their normalised names. */
export function domainsByName(
  db: Db,
  names: readonly DomainName[],
  today: string,
  parts = wholeDomain,
): Promise<DomainWithParts[]> {
  const choice =
    names.length === 1 ? { ...theOneNamed, values: { name: names[0] } } : { ...named, values: { names } };
  return readDomains(db, choice, parts, today);
}

export function domainsById(
  db: Db,
  ids: readonly number[],
  today: string,
  parts = wholeDomain,
): Promise<DomainWithParts[]> {
  return readDomains(db, domainsWithIds(ids), parts, today);
}

/**
 * Locks the rows in the order of their ids until the transaction ends; returns the ids found, of one registrar if
 * given.
 */
export const lockDomains = (db: Db, names: readonly string[], registrarId?: Whose): Promise<number[]> =>
  lockWhere(
    db,
    registrarId === undefined
      ? sql<SqlBool>`id = ${idsNamed(names)}`
      : sql<SqlBool>`id = ${idsNamed(names)} and registrar_id = ${registrarId}`,
  );

/** Locks domains of one registrar by name and others by transfer code, in one order to avoid deadlocks. */
export const lockDomainsInOrder = (
  db: Db,
  own: { readonly names: readonly string[]; readonly registrarId: number },
  given: readonly NameWithCode[],
): Promise<number[]> =>
  lockWhere(
    db,
    sql<SqlBool>`(id = ${idsNamed(own.names)} and registrar_id = ${own.registrarId}) or (${hasCode(given)})`,
  );

interface NameWithCode {
  readonly name: string;
  readonly fingerprint: string;
}

/**
 * Locks only the domains whose transfer code is right. Fingerprints are compared, so that the duration reveals
 * nothing about a code.
 */
export const lockDomainsByCode = (db: Db, given: readonly NameWithCode[]): Promise<number[]> =>
  lockWhere(db, hasCode(given));

/** The rows are found by name through the index; codes of other domains are not read. */
const hasCode = (given: readonly NameWithCode[]): RawBuilder<SqlBool> => sql<SqlBool>`
  id = ${idsNamed(given.map(({ name }) => name))} and
  (name || ' ' || encode(sha256(convert_to(transfer_code, 'UTF8')), 'hex')) = any(${given.map(
    ({ name, fingerprint }) => `${name} ${fingerprint}`,
  )})`;

async function lockWhere(db: Db, condition: RawBuilder<SqlBool>): Promise<number[]> {
  const rows = await db
    .selectFrom('domains')
    .select('id')
    .where(condition)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
