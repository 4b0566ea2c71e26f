import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What went to the database. */
export interface Traffic {
  /** Statements, BEGIN and COMMIT among them. */
  statements: number;
  /** How often a connection was used: what is pipelined on it counts once. */
  trips: number;
  /** How often somebody had to wait for the database one after another: what runs at the same time counts once. */
  waits: number;
}

export interface CountingRelay {
  /** The database as seen through the relay. */
  readonly url: string;
  readonly traffic: Traffic;
  close(): void;
}

const QUERY = 'Q'.charCodeAt(0);
const EXECUTE = 'E'.charCodeAt(0);
const SYNC = 'S'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);

/**
 * Stands between a server and PostgreSQL, where `listen` may hear what each connection asks, and counts by the messages of the wire protocol, so that the product and the
 * limits are counted by the same measure. It costs time: nothing is timed through it.
 */
export async function openCountingRelay(
  databaseUrl: string,
  listen: () => (type: number, body: Buffer) => void = () => () => {},
): Promise<CountingRelay> {
  const target = new URL(databaseUrl);
  const traffic: Traffic = { statements: 0, trips: 0, waits: 0 };
  let busyConnections = 0;
  const open = new Set<Socket>();
  const relay = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [near, far]) {
      open.add(socket.setNoDelay());
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    let unanswered = 0;
    const heard = listen();
    const asked = messages({ startsUntyped: true }, (type, body) => {
      heard(type, body);
      if (type === EXECUTE || type === QUERY) traffic.statements += 1;
      if (type !== SYNC && type !== QUERY) return;
      if (unanswered === 0) {
        traffic.trips += 1;
        if (busyConnections === 0) traffic.waits += 1;
        busyConnections += 1;
      }
      unanswered += 1;
    });
    const answered = messages({ startsUntyped: false }, (type) => {
      // The first one ends the start-up, which nobody counted.
      if (type !== READY || unanswered === 0) return;
      unanswered -= 1;
      if (unanswered === 0) busyConnections -= 1;
    });
    near.on('data', (bytes) => {
      asked(bytes);
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      answered(bytes);
      near.write(bytes);
    });
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const address = relay.address();
  if (address === null || typeof address === 'string') throw new TypeError('the relay has no port');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return {
    url: url.href,
    traffic,
    close: () => {
      relay.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Tells the type of each message in a stream of bytes; a client's first one has none. */
function messages({ startsUntyped }: { startsUntyped: boolean }, tell: (type: number, body: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let untyped = startsUntyped;
  return (bytes: Buffer): void => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (;;) {
      const at = untyped ? 0 : 1;
      if (rest.length < at + 4) return;
      const length = at + rest.readUInt32BE(at);
      if (rest.length < length) return;
      if (!untyped) tell(rest[0] ?? 0, rest.subarray(at + 4, length));
      untyped = false;
      rest = rest.subarray(length);
    }
  };
}
