import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../../bench/free-port.ts';

/** A line to a server that can be made to fail in the ways in which lines and servers do. */
export interface Relay {
  /** The same address, by way of this line. */
  readonly url: string;
  /** Nothing passes any more, and nobody is told: a server that stands still. */
  freeze(): void;
  thaw(): void;
  /** Every connection breaks, and new ones are refused: a server that is gone. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** The connections there are lead nowhere from now on, and nobody is told; new ones are as they should be. */
  losePeers(): void;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

export async function relayTo(target: string): Promise<Relay & { close(): Promise<void> }> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  let frozen = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const pair = { near, far };
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    near.on('error', end).on('close', end);
    far.on('error', end).on('close', end);
    if (!frozen) join(pair);
  });
  // One that nobody else is given while the line is cut.
  const own = await freePort();
  const listen = async (): Promise<void> => {
    server.listen(own, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen();
  const breakAll = (): void => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  };
  const cut = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    breakAll();
    await closed;
  };
  const url = new URL(target);
  url.host = `127.0.0.1:${own}`;
  return {
    url: url.href,
    freeze: () => {
      frozen = true;
      for (const pair of pairs) part(pair);
    },
    thaw: () => {
      frozen = false;
      for (const pair of pairs) join(pair);
    },
    cut,
    mend: listen,
    losePeers: () => {
      for (const pair of pairs) {
        part(pair);
        pair.far.removeAllListeners('close').destroy();
      }
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}

function join({ near, far }: Pair): void {
  near.pipe(far);
  far.pipe(near);
}

function part({ near, far }: Pair): void {
  near.unpipe().pause();
  far.unpipe().pause();
}
