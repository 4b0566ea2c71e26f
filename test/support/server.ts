import { Socket } from 'node:net';
import pg from 'pg';
import { getOrCreate } from '#src/base/get-or-create.ts';

/** The same server, another database. */
export function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

interface Kept {
  readonly client: pg.Client;
  readonly socket: Socket;
  underWay: number;
}
const kept = new Map<string, Promise<Kept>>();

/** One connection of this process to each server: a new one for each database that is made and removed costs as much as they do. */
function connectionTo(server: string): Promise<Kept> {
  return getOrCreate(kept, server, async () => {
    const socket = new Socket();
    const client = new pg.Client({ connectionString: server, stream: () => socket });
    const forget = () => void kept.delete(server);
    client.on('error', forget).on('end', forget);
    await client.connect();
    return { client, socket, underWay: 0 };
  });
}

/** Runs one statement on the server, outside the databases under test. */
export async function onServer(server: string, statement: string): Promise<void> {
  const connection = await connectionTo(server);
  connection.underWay += 1;
  connection.socket.ref();
  try {
    await connection.client.query(statement);
  } finally {
    connection.underWay -= 1;
    // Between statements it keeps no process from ending.
    if (connection.underWay === 0) connection.socket.unref();
  }
}
