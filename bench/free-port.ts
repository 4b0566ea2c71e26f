import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * One that nobody has; below those that systems hand out to whoever asks for any. Its neighbour stays open while this process lives, so
 * that nobody else takes this one before it is opened, or while it is closed for a time.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 16_000 + 2 * Math.floor(Math.random() * 8_000);
    const neighbour = await opened(port + 1);
    if (!neighbour) continue;
    const own = await opened(port);
    (own ?? neighbour).close();
    await once(own ?? neighbour, 'close');
    if (!own) continue;
    neighbour.unref();
    return port;
  }
}

async function opened(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  );
}
