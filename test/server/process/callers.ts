import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { person } from '../../support/contacts.ts';
import type { Server } from './server.ts';

/** Callers of a server in a process of its own; nothing of the product is loaded for them. */

const authorization = `Basic ${Buffer.from('alpha:alpha-sandbox').toString('base64')}`;
const headers = { authorization, 'content-type': 'application/json' };

/** What ALPHA reads at an address. */
export async function read(url: string, path: string) {
  const response = await fetch(`${url}${path}`, { headers });
  return JSON.parse(await response.text());
}

/** What ALPHA gets for what it sends. */
export async function post(url: string, path: string, body: object, more: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) };
  const response = await fetch(`${url}${path}`, init);
  return { body: JSON.parse(await response.text()), headers: response.headers };
}

/** Creates contacts one after the other until the server is gone; gives the codes that were acknowledged. */
export async function keepCreating(url: string, worker: number, acknowledged: string[]): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const contact = { ...person, id: `W${worker}-${turn}` };
    try {
      const { body } = await post(url, '/registry/v1/contacts', { contact });
      if (String(body.code) === '1000') acknowledged.push(String(body.data.contact.code));
    } catch {
      return;
    }
  }
}

/** The codes of ALPHA's contacts. */
export const listed = async (url: string): Promise<Set<string>> =>
  new Set((await read(url, '/registry/v1/contacts?limit=')).data.contacts as string[]);

/** Connected, and all of a request on its way; what is answered until the connection ends. */
export async function send(url: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `GET /registry/v1/accounts/balance HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${authorization}\r\n\r\n`,
  );
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket
      .on('data', (chunk) => {
        text += String(chunk);
      })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .on('end', () => resolve(text.split('\r\n')[0] ?? ''));
  });
  return { socket, answer };
}

/** Tells a server to end while requests have arrived that it has not accepted yet; what each of them was answered. */
export async function endWithUnaccepted(server: Server, count: number): Promise<string[]> {
  const url = await server.url;
  // While it stands still, the system takes connections for it.
  server.kill('SIGSTOP');
  const sent = await Promise.all(Array.from({ length: count }, () => send(url)));
  server.kill('SIGTERM');
  server.kill('SIGCONT');
  return Promise.all(sent.map(({ answer }) => answer));
}

/** What a server says of itself at a path of the port that is for that alone. */
export async function saidOfHealth(port: number, path: string) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** A contact that is being created: the server has read the beginning of the request, and waits for the rest. */
export async function halfSent(url: string, code: string) {
  const body = JSON.stringify({ contact: { ...person, id: code } });
  const sending = request(`${url}/registry/v1/contacts`, {
    method: 'POST',
    headers: { ...headers, 'content-length': body.length, expect: '100-continue' },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  const taken = once(sending, 'continue');
  sending.write(body.slice(0, 10));
  await taken;
  return {
    finish: async (): Promise<{ status: number | undefined; text: string }> => {
      sending.end(body.slice(10));
      const [response] = await answered;
      let text = '';
      for await (const chunk of response) text += String(chunk);
      return { status: response.statusCode, text };
    },
  };
}
