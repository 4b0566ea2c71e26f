import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import type pg from 'pg';
import { sealed } from '../src/apis/graphql/cursor-text.ts';
import { small } from './growth-load.ts';
import { questionsOf } from './questions.ts';
import {
  authorization,
  type BenchRequest,
  domainDocument,
  graphql,
  pageDocument,
  registrations,
} from './scenarios.ts';

const basic = (username: string): string =>
  `Basic ${Buffer.from(`${username}:alpha-sandbox`).toString('base64')}`;

/** One with few domains in a large registry, one with half of it, and one who sees all: each has plans of its own. */
export const callers = {
  few: basic(small.username),
  half: authorization,
  operator: 'Bearer operator-sandbox',
} as const;
export type Caller = keyof typeof callers;

export interface Ask {
  readonly title: string;
  readonly by: readonly Caller[];
  readonly request: () => BenchRequest;
}

const everybody: readonly Caller[] = ['few', 'half', 'operator'];
const registrars: readonly Caller[] = ['few', 'half'];

/** The others stay short, however many domains there are. */
const growing = [
  ...['domains', 'contacts', 'notifications', 'account.transactions'],
  ...['ledger', 'invoices', 'outbox', 'operatorLog', 'reservations'],
];

/** Whatever the lists can be asked, one thing at a time (questions.ts), and then what they are asked every day. */
export async function asksOf(client: pg.Client): Promise<Ask[]> {
  const schema = buildSchema(
    readFileSync(fileURLToPath(new URL('../schema/schema.graphql', import.meta.url)), 'utf8'),
  );
  const asked = questionsOf(schema)
    .filter(({ list }) => growing.includes(list))
    .map(({ list, what, document }) => ask(`${list}: ${what}`, everybody, document));
  return [...(await daily(client)), ...(await deep(client)), ...asked];
}

const ask = (title: string, by: readonly Caller[], document: string, variables: object = {}): Ask => {
  const request = graphql(document, variables);
  return { title, by, request: () => request };
};

const rest = (title: string, path: string): Ask => ({
  title: `REST ${title}`,
  by: registrars,
  request: () => ({ method: 'GET', path: `/registry/v1${path}` }),
});

const found = (where: string): string => `{ domains(first: 50, where: ${where}) { nodes { name } } }`;

async function daily(client: pg.Client): Promise<Ask[]> {
  const { rows } = await client.query<{
    name: string;
    puny: string;
    contact: string;
    person: string;
    email: string;
  }>(
    `select domains.name, name_puny as puny, contacts.code as contact, contacts.name as person, contacts.email
      from domains join contacts on contacts.id = registrant_id
      where domains.id = (select max(id) / 2 from domains)`,
  );
  const [{ name, contact, person, email } = { name: '', contact: '', person: '', email: '' }] = rows;
  const part = name.slice(2, -4);
  const next = registrations();
  return [
    ask('page of 50 with all that is on it', everybody, pageDocument),
    ask('single domain', everybody, domainDocument, { name }),
    ask(
      'its history',
      everybody,
      `{ domain(name: "${name}") { history(first: 50) { totalCount nodes { operation } } } }`,
    ),
    ask(
      'the domain as of a year ago',
      everybody,
      `{ domain(name: "${name}", asOf: "2026-06-01T00:00:00Z") { name expiresAt } }`,
    ),
    ask(
      'a contact with its domains',
      everybody,
      `{ contact(code: "${contact}") { domainsCount domains(first: 50) { nodes { name } } } }`,
    ),
    ask(`part of a domain name, rare (${part})`, everybody, found(`{ name: { contains: "${part}" } }`)),
    ask('part of a domain name, a word (rebane)', everybody, found('{ name: { contains: "rebane" } }')),
    ask('part of a domain name, in most (e)', everybody, found('{ name: { contains: "e" } }')),
    ask('part of a domain name, two letters, nowhere (zq)', everybody, found('{ name: { contains: "zq" } }')),
    ask(
      'how many have a word (rebane)',
      everybody,
      '{ domains(where: { name: { contains: "rebane" } }) { totalCount } }',
    ),
    ask(`domains of somebody (${person})`, everybody, found(`{ registrantName: { contains: "${person}" } }`)),
    ask('domains with a contact', everybody, found(`{ contactCodes: { contains: ["${contact}"] } }`)),
    ask(
      'domains on a nameserver',
      everybody,
      found('{ nameserverHostnames: { contains: ["ns1.host7.example"] } }'),
    ),
    ask(
      'domains without a nameserver',
      everybody,
      found('{ nameserverHostnames: { notContains: ["ns1.host7.example"] } }'),
    ),
    ask('that expire within 30 days', everybody, found('{ expiresAt: { gte: "PT0S", lt: "P30D" } }')),
    ask('that are expired', everybody, found('{ statuses: { contains: ["expired"] } }')),
    ask(
      `contact by e-mail`,
      everybody,
      `{ contacts(first: 50, where: { email: { eq: "${email}" } }) { nodes { code } } }`,
    ),
    ask(
      'movements of a domain',
      registrars,
      `{ account { transactions(first: 50, where: { description: { contains: "${name}" } }) { nodes { amount } } } }`,
    ),
    ask(
      'movements by month and kind',
      registrars,
      '{ account { transactions { groups(by: [{ field: CREATED_AT, per: MONTH }, { field: KIND }]) { count sum } } } }',
    ),
    ask(
      'groups by month of expiry',
      everybody,
      '{ domains { groups(by: [{ field: EXPIRES_AT, per: MONTH }]) { expiresAt count } } }',
    ),
    rest('domains', '/domains?limit=200'),
    rest('domains, details', '/domains?limit=200&details=true'),
    rest('domains, offset 1,000,000', '/domains?limit=200&offset=1000000'),
    rest('domains, part of a name', `/domains?limit=200&q[name_matches]=${encodeURIComponent(part)}`),
    rest('domains by registrant', '/domains?limit=200&q[s]=registrant_name'),
    rest('domains with an ident', '/domains?limit=200&q[contacts_ident_eq]=1990-01-01'),
    rest('contacts', '/contacts?limit=200&details=true'),
    rest('contacts, part of a name', `/contacts?limit=200&q[name_matches]=${encodeURIComponent(person)}`),
    rest('contact search', `/contacts/search?query=${encodeURIComponent(person)}`),
    rest('messages', '/registrar/notifications/all_notifications'),
    rest('account activities', '/accounts?limit=200'),
    rest('market share', '/stats/market_share_distribution?q[end_date]=09.26'),
    { title: 'REST registration', by: ['half'], request: next },
  ];
}

/** Pages in the middle of a list, forwards and backwards, in each order. */
async function deep(client: pg.Client): Promise<Ask[]> {
  const orders = {
    domains: { NAME: 'name', EXPIRES_AT: 'expires_at', CREATED_AT: 'created_at', UPDATED_AT: 'updated_at' },
    contacts: { NAME: 'name', CODE: 'code', CREATED_AT: 'created_at', UPDATED_AT: 'updated_at' },
  };
  const asks: Ask[] = [];
  for (const [table, fields] of Object.entries(orders))
    for (const [order, column] of Object.entries(fields))
      asks.push(...(await fromTheMiddle(client, table, table, order, column)));
  asks.push(...(await fromTheMiddle(client, 'domains', 'contacts', 'REGISTRANT_NAME', 'name')));
  return asks;
}

async function fromTheMiddle(
  client: pg.Client,
  list: string,
  table: string,
  order: string,
  column: string,
): Promise<Ask[]> {
  const { rows } = await client.query<{ value: string | Date; id: number }>(
    `select ${column} as value, id from ${table} where id = (select max(id) / 2 from ${table})`,
  );
  const field = order.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const value = rows[0]?.value;
  const text = value instanceof Date ? value.toISOString() : value;
  const cursor = sealed([field, 0, text, rows[0]?.id]);
  return ['first: 50, after', 'last: 50, before'].map((way) =>
    ask(
      `${list}: order ${order}, ${way} the middle`,
      everybody,
      `{ ${list}(${way}: "${cursor}", orderBy: { field: ${order} }) { nodes { id } } }`,
    ),
  );
}
