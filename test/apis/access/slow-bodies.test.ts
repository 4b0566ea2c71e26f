import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../support/graph.ts';
import { people } from '../../support/seed.ts';
import { type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let port: number;
beforeAll(async () => {
  world = await testWorld();
  port = Number(new URL(await world.listen()).port);
});

const ask = async (query: string, auth?: string): Promise<Loose> =>
  (await graph(world, query, auth === undefined ? {} : { auth })).data;

/** Begins to add a contact, and returns what sends the last byte and waits for the answer. */
function begun(name: string, token: string): () => Promise<string> {
  const ident = { ident: people.jaan, ident_type: 'priv', ident_country_code: 'EE' };
  const body = JSON.stringify({
    contact: { name, email: 'jaan@example.com', phone: '+372.5555555', ident },
  });
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (part) => {
    answer += String(part);
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(
    `POST /registry/v1/contacts HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
  );
  return async () => {
    socket.write(body.slice(-1));
    await closed;
    return answer.split('\r\n')[0] ?? '';
  };
}

const made = async (name: string): Promise<number> =>
  (await ask(`{ contacts(first: 1, where: { name: { eq: "${name}" } }) { nodes { code } } }`)).contacts.nodes
    .length;

describe('a write whose body comes slowly', () => {
  it.each([
    [
      'its access token was revoked',
      (id: string) => ask(`mutation { accessTokenRevoke(input: { id: "${id}" }) { userErrors { code } } }`),
    ],
    [
      'its registrar was suspended',
      () =>
        ask(
          'mutation { registrarSuspend(input: { code: "ALPHA" reason: "unpaid" }) { userErrors { code } } }',
          operator,
        ),
    ],
  ])('is refused when %s meanwhile, and done otherwise', async (why, end) => {
    const { accessTokenCreate } = await ask(
      'mutation { accessTokenCreate(input: { name: "slow" scopes: [WRITE] }) { token accessToken { id } } }',
    );
    const { token, accessToken } = accessTokenCreate;
    const [good, bad] = [`Good ${why}`, `Bad ${why}`].map((name) => [name, begun(name, token)] as const);
    await sleep(800);
    expect(await good?.[1]()).toContain(' 200 ');
    expect(await made(String(good?.[0]))).toBe(1);
    await end(accessToken.id);
    expect(await bad?.[1]()).toContain(' 401 ');
    await ask('mutation { registrarReinstate(input: { code: "ALPHA" }) { userErrors { code } } }', operator);
    expect(await made(String(bad?.[0]))).toBe(0);
  });
});
