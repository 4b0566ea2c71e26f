import { createServer } from 'node:http';
import pg from 'pg';
import { unsealed } from '../src/apis/graphql/cursor-text.ts';
import { flatDomain, flatPage } from './limits-flat.ts';

/**
 * What the same answers cost when one writes them by hand for these documents alone: no GraphQL, no authentication, no
 * budget, no choice of fields. The product is measured against it, on the same database, in a process like its own.
 */
const page = {
  name: 'page_json',
  text: `
  select json_build_object('data', json_build_object('domains', json_build_object('edges',
    coalesce(json_agg(json_build_object('node', json_build_object(
      'name', page.name,
      'expiresAt', page.expires_at,
      'registrar', json_build_object('code', registrar.code, 'name', registrar.name),
      'registrant', json_build_object('code', registrant.code, 'name', registrant.name, 'email', registrant.email),
      'adminContacts', ${contactsInRole('admin')},
      'techContacts', ${contactsInRole('tech')},
      'nameservers', (
        select coalesce(json_agg(json_build_object('hostname', hostname, 'ipv4', ipv4, 'ipv6', ipv6)
          order by nameservers.id), '[]')
        from nameservers where nameservers.domain_id = page.id)
    )) order by page.expires_at, page.id), '[]'))))::text as answer
  from (
    select id, name, expires_at, registrar_id, registrant_id from domains
    where registrar_id = $1 and (expires_at, id) > ($2, $3) order by expires_at, id limit 50
  ) as page
    join registrars as registrar on registrar.id = page.registrar_id
    join contacts as registrant on registrant.id = page.registrant_id`,
} as const;

function contactsInRole(role: string): string {
  return `(
        select coalesce(json_agg(json_build_object('code', code, 'name', contacts.name, 'email', email)
          order by domain_contacts.id), '[]')
        from domain_contacts join contacts on contacts.id = domain_contacts.contact_id
        where domain_contacts.domain_id = page.id and role = '${role}')`;
}

const { DATABASE_URL, PORT } = process.env;
// As many connections as the product has.
const pool = new pg.Pool({ connectionString: DATABASE_URL, pipeline: true, max: 10, onConnect: inUtc });

async function inUtc(client: pg.ClientBase): Promise<void> {
  await client.query(`set timezone = 'UTC'`);
}

const { rows } = await pool.query<{ id: number }>(`select id from registrars where code = 'ALPHA'`);
const registrarId = rows[0]?.id ?? 0;

async function jsonPage(after: string): Promise<string> {
  const { rows } = await pool.query<{ answer: string }>({
    ...page,
    values: [registrarId, ...readCursor(after)],
  });
  return rows[0]?.answer ?? '';
}

/** What somebody would write who wants this and nothing else: months begin at midnight in Tallinn. */
async function groups(): Promise<string> {
  const { rows } = await pool.query<{ expiresAt: string; count: string }>({
    name: 'groups',
    text: `select date_trunc('month', expires_at at time zone 'Europe/Tallinn')::date::text as "expiresAt", count(*)
      from domains where registrar_id = $1 group by 1 order by 1`,
    values: [registrarId],
  });
  const found = rows.map(({ expiresAt, count }) => ({ expiresAt, count: Number(count) }));
  return JSON.stringify({ data: { domains: { groups: found } } });
}

async function flat(work: (client: pg.PoolClient) => Promise<object>): Promise<string> {
  const client = await pool.connect();
  try {
    return JSON.stringify({ data: await work(client) });
  } finally {
    client.release();
  }
}

/** The product's own cursors, so that both are asked the same. */
function readCursor(after: string): [expiresAt: string, id: number] {
  const [, , expiresAt, id] = unsealed(after) as [string, 0, string, number];
  return [expiresAt, id];
}

const answers: Readonly<Record<string, (argument: string) => Promise<string>>> = {
  '/': async () => '{}',
  '/page-json': jsonPage,
  '/page-flat': (after) => flat((client) => flatPage(client, registrarId, ...readCursor(after))),
  '/groups': groups,
  '/domain-flat': (name) => flat((client) => flatDomain(client, name)),
};

const server = createServer(async (request, response) => {
  const [path = '', argument = ''] = (request.url ?? '').split('?');
  try {
    const body = await answers[path]?.(argument);
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body ?? ''),
    });
    response.end(body);
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});
server.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
