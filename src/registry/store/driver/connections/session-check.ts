import pg from 'pg';
import { hostOf } from '../../../../base/database-url.ts';
import { CannotOpen } from './cannot-open.ts';
import { applicationName } from './primary.ts';

const rounds = 3;

/**
 * Refuses a pooler that gives a connection another backend for each transaction: timeouts, prepared statements,
 * LISTEN and advisory locks would be another caller's. Such a pooler reuses idle backends newest or oldest first:
 * then the second connection gets the backend of the first one, or the first one gets another.
 */
export async function refuseSharedBackends(
  url: string,
  { setting, withinMs }: { readonly setting: string; readonly withinMs: number },
): Promise<void> {
  const limits = { connectionTimeoutMillis: withinMs, query_timeout: withinMs };
  const open = () =>
    new pg.Client({ connectionString: url, application_name: applicationName, ...limits }).on(
      'error',
      () => {},
    );
  const [one, other] = [open(), open()];
  try {
    await Promise.all([one.connect(), other.connect()]);
    for (let round = 0; round < rounds; round += 1) {
      const [first, again, others] = [await backendOf(one), await backendOf(one), await backendOf(other)];
      if (first !== again || first === others) throw new CannotOpen(needsSessions(url, setting));
    }
  } catch (error) {
    // The next connection reports it better, or waits until the server is there.
    if (error instanceof CannotOpen) throw error;
  } finally {
    for (const client of [one, other]) void client.end().catch(() => {});
  }
}

async function backendOf(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query<{ backend: number }>('select pg_backend_pid() as backend');
  return rows[0]?.backend;
}

const needsSessions = (url: string, setting: string): string =>
  `The connection pooler at ${hostOf(url)} shares a session of PostgreSQL among several connections (transaction or statement mode), ` +
  `but timeouts, prepared statements, LISTEN and advisory locks need a session each. Set pool_mode = session for this database ` +
  `(PgBouncer), or let ${setting} name PostgreSQL itself.`;
