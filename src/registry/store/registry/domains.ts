import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Filter, fieldsIn, type ListQuery, negationOf, settled } from '../../../core/filter.ts';
import { domain } from '../../entities/domain.ts';
import type { DomainName } from '../../rules/domain/domain-name.ts';
import { listColumns } from '../driver/entity-columns.ts';
import {
  applyList,
  type Columns,
  compileFilter,
  type Multiple,
  planOf,
  referred,
  slotValues,
} from '../driver/filters.ts';
import type { Db } from '../driver/pool.ts';
import { composer, Slot } from '../driver/prepared.ts';
import { rowsOf } from '../driver/walk.ts';
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

/** The columns that every domain has a value in. */
export const neverNull = new Set(
  domain.declared.filter(({ isNullable, visible }) => !isNullable && !visible).map(({ name }) => name),
);

export const signed = sql<SqlBool>`exists (select from dnssec_keys where dnssec_keys.domain_id = domains.id)`;

const columns: Columns = {
  name,
  // As a condition of its own, so that the planner may join the keys.
  signed: {
    joins: true,
    some: (test) => test(signed),
    is: (isSigned) => (isSigned ? signed : sql<SqlBool>`not ${signed}`),
  },
  punycode: {
    // Few names differ from theirs in ASCII: the index of all names leads to the others.
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

/** The columns that a caller may filter by: a registrar must not guess idents of contacts that it may not see. */
export const domainColumnsFor = (viewer: number | undefined): Columns => ({
  ...listColumns(domain, { viewer }),
  ...columns,
  contactCodes: ofContacts('code', sql`true`),
  contactIdents: ofContacts('ident', isSeen('contacts', viewer)),
  adminAndTechIdents: ofContacts('ident', isSeen('contacts', viewer), { andRegistrant: false }),
});

/** Values of its contacts. A match is searched from the contact, which has few domains; the absence of one, from the domain. */
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

/** Whether a contact is the viewer's own; nobody in particular sees all. */
export const isSeen = (contacts: string, viewer: number | undefined): RawBuilder<unknown> =>
  viewer === undefined ? sql`true` : sql`${sql.ref(`${contacts}.registrar_id`)} = ${viewer}`;

const cursorTypes = {
  id: 'int4',
  name: 'text',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  expiresAt: 'timestamptz',
};

/** One registrar's; undefined: everybody's. */
type Whose = number | undefined;

/**
 * True for every domain. The indexes over the domains of all registrars have the same condition, so that the planner never
 * uses them for the page of one registrar: it would search all domains for the few of a small one.
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

/** Without the joins where nothing is taken from them: an index that has the rest suffices then, which the planner does not see with them. */
const narrowest = (db: Db, { filter, sort }: Partial<ListQuery>): DomainQuery =>
  [...(filter ? fieldsIn(filter) : []), ...(sort ?? []).map(({ field }) => field)].some((field) =>
    ofOthers.has(field),
  )
    ? joinedDomains(db)
    : (db.selectFrom('domains') as unknown as DomainQuery);

/** The fields that are read from the tables which `joinedDomains` joins. */
const ofOthers: ReadonlySet<string> = new Set(['registrantCode', 'registrantName', 'registrarName']);

/** Whether indexes have its order. */
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
 * In the order of their registrants' names, domains are found from the index of those: from where the page begins, and
 * through a join that may begin there, because it leaves nothing out.
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
 * Domains that are not something are all without those that are: an index has these, and counting all of them reads no row. One
 * statement sees both at one moment.
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
 * The ids of domains by their names, from the unique index whatever PostgreSQL knows about the table: without statistics
 * it takes equal names from the index for parts of names, which looks through thousands for each.
 */
const idsNamed = (names: unknown): RawBuilder<number> => sql<number>`any(array(
  select found.id from unnest(${names}::text[]) as wanted, lateral (
    select same.id from domains as same where same.name >= wanted and same.name <= wanted
    order by same.name limit 1) as found))`;

const named = {
  shape: 'named',
  among: (domains: DomainQuery) => domains.where('domains.id', '=', idsNamed(new Slot('names'))),
};

// Apart from `named`, because PostgreSQL plans anew for every short list, and only once for one name.
const theOneNamed = {
  shape: 'the one named',
  among: (domains: DomainQuery) => domains.where('domains.name', '=', sql<string>`${new Slot('name')}`),
};

/** By their normalised names; any registrar's. */
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

/** Locks the rows in the order of their ids until the transaction ends; gives back the ids found, of one registrar if it is named. */
export const lockDomains = (db: Db, names: readonly string[], registrarId?: Whose): Promise<number[]> =>
  lockWhere(
    db,
    registrarId === undefined
      ? sql<SqlBool>`id = ${idsNamed(names)}`
      : sql<SqlBool>`id = ${idsNamed(names)} and registrar_id = ${registrarId}`,
  );

/** Locks domains of one registrar by name and others by transfer code, in one order, so that there is no deadlock. */
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
 * Locks those of them only whose transfer code is given. Fingerprints are compared: how long that takes tells nothing
 * about a code.
 */
export const lockDomainsByCode = (db: Db, given: readonly NameWithCode[]): Promise<number[]> =>
  lockWhere(db, hasCode(given));

/** The names alone find the rows, by their index: no code of another domain is looked at. */
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
