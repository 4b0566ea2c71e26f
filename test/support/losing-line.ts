import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from './at-end.ts';

export interface LosingLine {
  readonly url: string;
  /** How many requests went through to the server. */
  delivered: number;
  /** So many answers from now on are lost on their way back. */
  losing: number;
}

/** A line to a server that delivers every request and can lose the answer. */
export async function losingLine(target: string): Promise<LosingLine> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const answer = await fetch(`${target}${request.url}`, {
      method: 'POST',
      headers: { authorization, 'content-type': type },
      body: Buffer.concat(chunks),
    });
    const text = await answer.text();
    line.delivered += 1;
    if (line.losing > 0) {
      line.losing -= 1;
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  const line: LosingLine = { url: `http://127.0.0.1:${port}`, delivered: 0, losing: 0 };
  return line;
}
