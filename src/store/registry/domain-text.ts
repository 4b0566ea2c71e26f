import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../core/actor.ts';
import { contact } from '../../entities/contact.ts';
import { domain } from '../../entities/domain.ts';
import type { Declared, Entity } from '../../entities/entity.ts';
import { registrar } from '../../entities/registrar.ts';
import { seesSecrets } from '../../rules/scopes.ts';
import { hiddenName, isOwnContact, ofNobody, sightOf } from '../../rules/visibility.ts';
import type { Db } from '../driver/pool.ts';
import { composer, Slot } from '../driver/prepared.ts';
import { disputed } from './domain-columns.ts';
import { nameOnDomain } from './domain-relations.ts';

/** What an answer has of an object: under which name, which field, and what of the objects below it. */
export interface Shape {
  readonly typename: string;
  readonly fields: readonly {
    readonly key: string;
    readonly field: string;
    readonly below?: Shape | undefined;
  }[];
}

/** For whom, and in whose time, it is written: the zone, and the offsets that it may have. */
export interface Reader {
  readonly actor: Actor;
  readonly zone: Zone;
}

export interface Zone {
  readonly name: string;
  readonly offsets: readonly string[];
}

type Sql = RawBuilder<unknown>;

/** The rows of a type within the statement. */
interface Rows {
  readonly column: (name: string) => Sql;
  readonly reader: Reader;
}

type Write = (rows: Rows, below: Shape | undefined) => Sql | undefined;
type Writers = Readonly<Record<string, Write>>;

const mark = new Slot('viewer');

/** Compact, as JSON.stringify writes it: `row_to_json` and `array_to_json` put no space between things. */
function objectOf(writers: Writers, { typename, fields }: Shape, rows: Rows): Sql | undefined {
  const values: Sql[] = [];
  for (const { key, field, below } of fields) {
    const value = field === '__typename' ? sql`${sql.lit(typename)}::text` : writers[field]?.(rows, below);
    if (!value || key.length > longestName) return undefined;
    values.push(sql`${value} as ${sql.id(key)}`);
  }
  return sql`select ${sql.join(values)}`;
}

/** Of PostgreSQL, which cuts longer ones. */
const longestName = 63;

/** No name of a field: `row_to_json` would take the column of its name for the row. */
const row = sql.id('the row');

const one = (query: Sql | undefined): Sql | undefined =>
  query && sql`(select row_to_json(${row}) from (${query}) as ${row})`;

/** A list in its order. */
const many = (query: Sql | undefined, from: Sql): Sql | undefined =>
  query && sql`array(select row_to_json(${row}) from (${query} ${from}) as ${row})`;

/**
 * As the calendar formats it: milliseconds, and the offset of the zone at that moment. What the calendar knows no offset for, and
 * what is no moment at all (infinity), ends the statement: such a value is shown, or refused, in one way only.
 */
export function momentText(moment: Sql, { name, offsets }: Zone): Sql {
  const local = sql`(${moment} at time zone ${sql.lit(name)})`;
  const known = offsets.map((offset) => sql`when interval ${sql.lit(offset)} then ${sql.lit(offset)}`);
  const fault = sql`(1 / (${moment} is null)::int)::text`;
  return sql`case when isfinite(${moment}) then to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS.MS')
    || case ${local} - (${moment} at time zone 'UTC') ${sql.join(known, sql` `)} else ${fault} end
    when ${moment} is not null then ${fault} end`;
}

/** A predicate of the rule, over whose the rows are; undefined where it is about more than that. */
function seen(rule: Parameters<typeof sightOf>[0], { column, reader }: Rows): Sql | undefined {
  const sight = sightOf(rule, reader.actor);
  if (!sight) return undefined;
  return sight === 'own' ? sql`${column('registrar_id')} = ${mark}` : sql.lit(sight === 'all');
}

function plain({ column, sql: type, shown, visible }: Declared): Write {
  return (rows) => {
    const value = rows.column(column);
    let written = value;
    if (type === 'timestamptz') written = momentText(value, rows.reader.zone);
    else if (type === 'numeric') written = sql`${value}::text`;
    else if (shown?.scalar === 'Secret')
      written = seesSecrets(rows.reader.actor) ? sql`nullif(${value}, '')` : sql`null::text`;
    if (!visible) return written;
    const isSeen = seen(visible.rule as never, rows);
    return isSeen && sql`case when ${isSeen} then ${written} end`;
  };
}

const plainOf = ({ declared }: Entity): Writers =>
  Object.fromEntries(
    declared
      .filter(({ shown, object, sql: type }) => shown && object === undefined && type !== 'jsonb')
      .map((field) => [field.name, plain(field)]),
  );

const idOf =
  (typename: string): Write =>
  ({ column }) =>
    sql`encode(convert_to(${sql.lit(`${typename}:`)} || ${column('id')}, 'UTF8'), 'base64')`;

const columnsOf = (names: Readonly<Record<string, string>>): Writers =>
  Object.fromEntries(
    Object.entries(names).map(([field, name]): [string, Write] => [field, ({ column }) => column(name)]),
  );

const ofContact: Writers = { ...plainOf(contact), id: idOf('Contact') };

// What only itself and operators see has a rule over the registrar, not over whose the row is.
const ofRegistrar: Writers = {
  ...plainOf({ ...registrar, declared: registrar.declared.filter(({ visible }) => !visible) }),
  id: idOf('Registrar'),
};

const ofNameserver = columnsOf({ id: 'id', hostname: 'hostname', ipv4: 'ipv4', ipv6: 'ipv6' });
const ofKey = columnsOf({
  id: 'id',
  flags: 'flags',
  protocol: 'protocol',
  algorithm: 'alg',
  publicKey: 'public_key',
  keyTag: 'key_tag',
});

const from = (table: string, reader: Reader): Rows => ({
  column: (name) => sql.ref(`${table}.${name}`),
  reader,
});

/** The name of an admin or tech contact is hidden as `maySeeName` and `isTellingName` say. */
const ofContactOnDomain: Writers = {
  ...ofContact,
  name: (rows) => sql`case when contacts.registrar_id in (chosen.registrar_id, ${sql.lit(ofNobody)})
    or ${seen(isOwnContact, rows)} then ${nameOnDomain} else ${sql.lit(hiddenName)} end`,
};

const inRole =
  (role?: 'admin' | 'tech'): Write =>
  ({ reader, column }, below) => {
    column('registrar_id');
    return (
      below &&
      many(
        objectOf(ofContactOnDomain, below, from('contacts', reader)),
        sql`from domain_contacts join contacts on contacts.id = domain_contacts.contact_id
        where domain_contacts.domain_id = chosen.id ${role ? sql`and domain_contacts.role = ${sql.lit(role)}` : sql``}
        order by domain_contacts.id`,
      )
    );
  };

const ofStatus = (domains: Rows): Writers => ({
  name: () => sql`status.name`,
  note: () => sql`${domains.column('status_notes')} ->> status.name`,
});

const toOne =
  (prefix: string, writers: Writers): Write =>
  ({ column, reader }, below) =>
    below && one(objectOf(writers, below, { column: (name) => column(`${prefix}.${name}`), reader }));

const ofDomain: Writers = {
  ...plainOf(domain),
  id: idOf('Domain'),
  disputed: ({ column }) => column('disputed'),
  registrar: toOne('registrar', ofRegistrar),
  registrant: toOne('registrant', ofContact),
  adminContacts: inRole('admin'),
  techContacts: inRole('tech'),
  contacts: inRole(),
  nameservers: ({ reader }, below) =>
    below &&
    many(
      objectOf(ofNameserver, below, from('nameservers', reader)),
      sql`from nameservers where nameservers.domain_id = chosen.id order by nameservers.id`,
    ),
  dnssecKeys: ({ reader }, below) =>
    below &&
    many(
      objectOf(ofKey, below, from('dnssec_keys', reader)),
      sql`from dnssec_keys where dnssec_keys.domain_id = chosen.id order by dnssec_keys.updated_at, dnssec_keys.id`,
    ),
  statuses: (rows, below) =>
    below &&
    many(
      objectOf(ofStatus(rows), below, rows),
      sql`from unnest(${rows.column('statuses')}) with ordinality as status(name, place) order by status.place`,
    ),
};

const tables: Readonly<Record<string, string>> = { registrar: 'registrars', registrant: 'registrants' };

/** The SQL of the text, and of the columns of the chosen domains that it looks at, by their names there. */
export interface TextSql {
  readonly text: Sql;
  readonly columns: ReadonlyMap<string, Sql>;
}

/** Longer statements are not kept prepared (driver/statement-names.ts); the rest of one chooses the domains. */
const longestText = 6000;
const mostFields = 100;

/** Undefined: something of it is not written by the database, or it is too much. */
export function domainText(shape: Shape, reader: Reader): TextSql | undefined {
  if (sizeOf(shape) > mostFields) return undefined;
  const columns = new Map<string, Sql>();
  const column = (name: string): Sql => {
    const [own = '', prefix] = name.split('.').toReversed();
    columns.set(
      name,
      own === 'disputed' ? disputed : sql.ref(`${prefix ? tables[prefix] : 'domains'}.${own}`),
    );
    return sql.id('chosen', name);
  };
  const text = one(objectOf(ofDomain, shape, { column, reader }));
  const isShort = text && text.compile(composer).sql.length <= longestText;
  return isShort ? { text, columns } : undefined;
}

/** Infinite where a list is there under several names: rows are read once for all of them. */
function sizeOf({ fields }: Shape): number {
  const objects = fields.filter(({ below }) => below).map(({ field }) => field);
  if (new Set(objects).size < objects.length) return Number.POSITIVE_INFINITY;
  return fields.reduce((size, { below }) => size + 1 + (below ? sizeOf(below) : 0), 0);
}

const rules = new Set(
  [domain, contact].flatMap(({ declared }) => declared.flatMap(({ visible }) => visible?.rule ?? [])),
);

/** All that the statement depends on besides the shape: what each rule lets the caller see. */
export const kindOfReader = (actor: Actor): string =>
  [actor.kind, seesSecrets(actor), ...Array.from(rules, (rule) => sightOf(rule as never, actor))].join();

/** Whether the database formats moments as the calendar does, before and after each change of an offset. */
export async function formatsLike(db: Db, zone: Zone, moments: ReadonlyMap<Date, string>): Promise<boolean> {
  const at = [...moments.keys()].map((moment) => moment.toISOString());
  const { rows } = await sql<{ text: string }>`select ${momentText(sql`moment`, zone)} as text
    from unnest(${at}::timestamptz[]) with ordinality as given(moment, place) order by place`.execute(db);
  const expected = [...moments.values()];
  return rows.length === expected.length && rows.every(({ text }, index) => text === expected[index]);
}
