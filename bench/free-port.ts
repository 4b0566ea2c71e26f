import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * One that nobody has; below those that systems hand out to whoever asks for any, so that nobody is given it before the
 * one for whom it is meant has opened it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 16_000 + Math.floor(Math.random() * 16_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
