/**
 * Yoga with DataLoader over our tables, as anybody would write it: a schema, resolvers, a loader for each edge. It knows
 * neither callers nor budgets. PORT and DATABASE_URL say where.
 */
import { createServer } from 'node:http';
import DataLoader from 'dataloader';
import { createSchema, createYoga } from 'graphql-yoga';
import pg from 'pg';
import { unsealed } from '../../../src/apis/graphql/cursor-text.ts';

const { PORT, DATABASE_URL } = process.env;
// As many connections as the product has.
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const { rows: registrars } = await pool.query(`select id from registrars where code = 'ALPHA'`);
const [{ id: alpha }] = registrars;

const rowsFor = async (text, values) => (await pool.query(text, values)).rows;

/** One row for each id. */
const byId = (table) =>
  new DataLoader(async (ids) => {
    const rows = await rowsFor(`select * from ${table} where id = any($1)`, [ids]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** A list of rows for each domain. */
const ofDomain = (text) =>
  new DataLoader(async (ids) => {
    const lists = new Map(ids.map((id) => [id, []]));
    for (const row of await rowsFor(text, [ids])) lists.get(row.domain_id).push(row);
    return ids.map((id) => lists.get(id));
  });

const inRole = (role) =>
  ofDomain(`select domain_contacts.domain_id, contacts.* from domain_contacts
    join contacts on contacts.id = domain_contacts.contact_id
    where domain_id = any($1) and role = '${role}' order by domain_contacts.id`);

const makeContext = () => ({
  registrars: byId('registrars'),
  contacts: byId('contacts'),
  admins: inRole('admin'),
  techs: inRole('tech'),
  nameservers: ofDomain(
    'select *, id as "databaseId" from nameservers where domain_id = any($1) order by id',
  ),
  keys: ofDomain(
    'select *, id as "databaseId" from dnssec_keys where domain_id = any($1) order by updated_at, id',
  ),
});

const schema = createSchema({
  typeDefs: /* GraphQL */ `
    scalar BigInt
    scalar DateTime
    scalar DomainName
    type Query {
      domains(first: Int!, after: String): Domains!
      domain(name: DomainName!): Domain
    }
    type Domains { edges: [DomainEdge!]! }
    type DomainEdge { node: Domain! }
    type Domain {
      name: String!
      punycode: String!
      expiresAt: DateTime!
      createdAt: DateTime!
      updatedAt: DateTime!
      outzoneAt: DateTime
      deleteDate: String
      forceDeleteDate: String
      disputed: Boolean!
      transferCode: String
      statuses: [Status!]!
      registrar: Registrar!
      registrant: Contact!
      adminContacts: [Contact!]!
      techContacts: [Contact!]!
      nameservers: [Nameserver!]!
      dnssecKeys: [Key!]!
    }
    type Status { name: String! note: String }
    type Registrar { code: String! name: String! website: String }
    type Contact { code: String! name: String! email: String! phone: String! }
    type Nameserver { databaseId: BigInt! hostname: String! ipv4: [String!]! ipv6: [String!]! }
    type Key { databaseId: BigInt! flags: Int! protocol: Int! algorithm: Int! publicKey: String! keyTag: Int }
  `,
  resolvers: {
    DateTime: { serialize: (value) => value.toISOString() },
    Query: {
      domains: async (_, { first, after }) => {
        const [, , expiresAt, id] = unsealed(after);
        const rows = await rowsFor(
          `select * from domains where registrar_id = $1 and (expires_at, id) > ($2, $3)
            order by expires_at, id limit $4`,
          [alpha, expiresAt, id, first],
        );
        return { edges: rows.map((node) => ({ node })) };
      },
      domain: async (_, { name }) => (await rowsFor('select * from domains where name = $1', [name]))[0],
    },
    Domain: {
      punycode: (domain) => domain.name_puny,
      expiresAt: (domain) => domain.expires_at,
      createdAt: (domain) => domain.created_at,
      updatedAt: (domain) => domain.updated_at,
      outzoneAt: (domain) => domain.outzone_at,
      deleteDate: (domain) => domain.delete_date,
      forceDeleteDate: (domain) => domain.force_delete_date,
      disputed: async (domain) => {
        const open = await rowsFor(
          `select from disputes where name = $1 and closed_at is null and current_date between starts_at and expires_at`,
          [domain.name],
        );
        return open.length > 0;
      },
      transferCode: (domain) => domain.transfer_code,
      statuses: (domain) =>
        domain.statuses.map((name) => ({ name, note: domain.status_notes[name] ?? null })),
      registrar: (domain, _, loaders) => loaders.registrars.load(domain.registrar_id),
      registrant: (domain, _, loaders) => loaders.contacts.load(domain.registrant_id),
      adminContacts: (domain, _, loaders) => loaders.admins.load(domain.id),
      techContacts: (domain, _, loaders) => loaders.techs.load(domain.id),
      nameservers: (domain, _, loaders) => loaders.nameservers.load(domain.id),
      dnssecKeys: (domain, _, loaders) => loaders.keys.load(domain.id),
    },
    Key: {
      algorithm: (key) => key.alg,
      publicKey: (key) => key.public_key,
      keyTag: (key) => key.key_tag,
    },
  },
});
createServer(createYoga({ schema, context: makeContext, logging: false, graphiql: false })).listen(
  Number(PORT),
  '127.0.0.1',
);
