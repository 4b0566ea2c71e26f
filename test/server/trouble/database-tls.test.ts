import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { connectionEnvironment } from '#src/server/cli/tools.ts';
import { Cluster } from '../../../chaos/cluster.ts';
import { Authority, type Issued } from '../../support/authority.ts';
import { type Server, startServer } from '../process/server.ts';

const cluster = process.env.TEST_DATABASE_URL ? await Cluster.start() : undefined;
const slow = { timeout: 60_000 };

describe.runIf(cluster)('a PostgreSQL with a certificate', () => {
  let authority: Authority;
  let stranger: Authority;
  let database: string;
  let client: Issued;

  beforeAll(async () => {
    if (!cluster) return;
    authority = new Authority();
    stranger = new Authority('Another authority');
    client = authority.issue('certified');
    await cluster.query('create role encrypted login superuser');
    await cluster.query('create role certified login superuser');
    database = new URL(await cluster.newDatabase()).pathname;
    await cluster.useTls(
      { ...authority.issue('server', 'DNS:localhost'), authority: authority.certificate },
      [
        'hostssl all certified 127.0.0.1/32 cert',
        'hostssl all encrypted 127.0.0.1/32 trust',
        'host all postgres 127.0.0.1/32 trust',
      ],
    );
  });
  afterAll(() => {
    cluster?.remove();
    authority?.remove();
    stranger?.remove();
  });

  const urlOf = (query: string, { user = 'encrypted', host = 'localhost' } = {}): string =>
    `postgres://${user}@${host}:${cluster?.host.split(':')[1]}${database}${query && `?${query}`}`;

  /** What the server knows of the connection, or why there is none. */
  async function connected(url: string): Promise<unknown> {
    try {
      const opened = await openDatabase({ url, replicaUrls: [] });
      try {
        const { rows } = await sql`
          select ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()`.execute(opened.db);
        return rows[0];
      } finally {
        await opened.close();
      }
    } catch (error) {
      return (error as Error).message;
    }
  }
  const trusting = ({ certificate }: Authority): string => `sslrootcert=${certificate}`;
  const encrypted = { ssl: true, client_dn: null };

  it.each(['require', 'verify-ca', 'verify-full'])('is trusted with sslmode=%s', slow, async (mode) => {
    expect(await connected(urlOf(`sslmode=${mode}&${trusting(authority)}`))).toEqual(encrypted);
  });

  it('is trusted without a check with sslmode=require and no authority', slow, async () => {
    expect(await connected(urlOf('sslmode=require'))).toEqual(encrypted);
  });

  it.each(['require', 'verify-ca', 'verify-full'])(
    'is refused with sslmode=%s if another authority is trusted',
    slow,
    async (mode) => {
      expect(await connected(urlOf(`sslmode=${mode}&${trusting(stranger)}`))).toMatch(
        /^The certificate of the PostgreSQL server at localhost:\d+ is not trusted: .* Let sslrootcert in DATABASE_URL name/,
      );
    },
  );

  it('is refused if only public authorities are trusted', slow, async () => {
    expect(await connected(urlOf('sslmode=verify-full'))).toContain('is not trusted');
  });

  it(
    'is refused under another name than that of its certificate, unless only its authority counts',
    slow,
    async () => {
      const host = { host: '127.0.0.1' };
      expect(await connected(urlOf(`sslmode=verify-full&${trusting(authority)}`, host))).toContain(
        'is for another name',
      );
      expect(await connected(urlOf(`sslmode=verify-ca&${trusting(authority)}`, host))).toEqual(encrypted);
    },
  );

  it('refuses a connection that is not encrypted', slow, async () => {
    for (const plain of ['', 'sslmode=disable'])
      expect(await connected(urlOf(plain))).toMatch(/refuses the connection: .*no encryption/);
  });

  it('lets a user in with a client certificate, and with no other', slow, async () => {
    const user = { user: 'certified' };
    const own = `sslcert=${client.certificate}&sslkey=${client.key}`;
    const full = `sslmode=verify-full&${trusting(authority)}`;
    expect(await connected(urlOf(`${full}&${own}`, user))).toEqual({ ssl: true, client_dn: '/CN=certified' });
    expect(await connected(urlOf(full, user))).toMatch(/refuses the connection: .*certificate/);
    const forged = stranger.issue('certified');
    expect(
      await connected(urlOf(`${full}&sslcert=${forged.certificate}&sslkey=${forged.key}`, user)),
    ).toMatch(/cannot be opened|refuses/);
  });

  it('is reached as well by the programs that back up and restore', slow, () => {
    const said = (url: string) => {
      const { stdout, stderr } = spawnSync(
        'psql',
        ['-XAtc', 'select ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()'],
        { env: { PATH: process.env.PATH, ...connectionEnvironment(url) }, encoding: 'utf8' },
      );
      return stdout.trim() || stderr;
    };
    const own = `sslcert=${client.certificate}&sslkey=${client.key}`;
    const full = `sslmode=verify-full&${trusting(authority)}`;
    expect(said(urlOf(full))).toBe('t|');
    expect(said(urlOf(`${full}&${own}`, { user: 'certified' }))).toBe('t|/CN=certified');
    expect(said(urlOf(`sslmode=verify-full&${trusting(stranger)}`))).toContain('certificate verify failed');
    expect(said(urlOf(full, { host: '127.0.0.1' }))).toContain('does not match host name');
  });

  it('is served from: every connection of the process is encrypted, a replica too', slow, async () => {
    const DATABASE_URL = urlOf(`sslmode=verify-full&${trusting(authority)}`);
    const running: Server = startServer({ DATABASE_URL, DATABASE_REPLICA_URLS: DATABASE_URL });
    try {
      const url = await running.url;
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      const [all] = (await cluster?.query(
        `select count(*)::int as many, bool_and(ssl) as encrypted from pg_stat_ssl
         join pg_stat_activity using (pid) where usename = 'encrypted'`,
      )) ?? [{}];
      expect(all).toMatchObject({ encrypted: true });
      expect(all?.many).toBeGreaterThan(2);
    } finally {
      running.kill('SIGTERM');
      await running.ended;
    }
  });
});

it('a server that does not encrypt is not talked to with sslmode=require', slow, async () => {
  // As PostgreSQL answers to SSLRequest with ssl = off.
  const plain = createServer((socket) => socket.once('data', () => socket.write('N'))).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const address = plain.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const refused = await openDatabase({
    url: `postgres://zonegraph@127.0.0.1:${port}/zonegraph?sslmode=require`,
  }).catch((error: Error) => error.message);
  plain.close();
  expect(refused).toMatch(/does not encrypt connections, which sslmode in DATABASE_URL demands/);
});
