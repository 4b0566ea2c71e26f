import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEndOfFile } from './at-end.ts';

/** A line to a server that can be cut or fall silent, whatever is said on it. */
export interface CutLine {
  readonly url: string;
  /** How many connections were made. */
  opened: number;
  /** Ends every connection at once, in the middle of a word. */
  cut(): void;
  /** Nothing comes through any more on what is open, and nobody is told. */
  silence(): void;
  /** While it is down, whoever calls is turned away. */
  isDown: boolean;
}

export async function cutLine(target: string): Promise<CutLine> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    if (line.isDown) return void near.destroy();
    line.opened += 1;
    const far = connect(Number(port), hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair)
      socket
        .on('error', () => socket.destroy())
        .on('close', () => {
          pairs.delete(pair);
          for (const one of pair) one.destroy();
        });
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line: CutLine = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    opened: 0,
    isDown: false,
    cut: () => {
      for (const [near] of pairs) near.destroy();
    },
    silence: () => {
      for (const [near, far] of pairs) far.unpipe(near);
    },
  };
  atEndOfFile(async () => {
    line.cut();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return line;
}
