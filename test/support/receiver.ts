import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from './at-end.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** What it says from now on. */
  answer: { status: number; body: string };
}

/** Somebody outside who is called over HTTP: remembers what came and says what it is told to say. */
export async function receiver(body = '', status = 200): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    received.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(one.answer.status).end(one.answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => closed(server));
  const { port } = server.address() as AddressInfo;
  const one: Receiver = { url: `http://127.0.0.1:${port}`, received, answer: { status, body } };
  return one;
}

/** Takes every request and says nothing until it is told to. */
export async function silentReceiver() {
  const open: ServerResponse[] = [];
  let silent = true;
  const server = createServer((_, response) => (silent ? void open.push(response) : void response.end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => closed(server));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting: () => open.length,
    answerAll: () => {
      silent = false;
      for (const response of open) response.end();
    },
  };
}

/** Also for those who still wait for an answer. */
const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
