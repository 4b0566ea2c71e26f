import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { drain } from '#src/server/shutdown.ts';
import { newContact, person } from '../../../support/contacts.ts';
import { newDomain } from '../../../support/domains.ts';
import { type TestFacade, testFacade } from '../../../support/facade.ts';
import { askOf } from '../../../support/operator.ts';
import {
  alpha,
  basic,
  beta,
  type Loose,
  operator,
  type TestWorld,
  testWorld,
} from '../../../support/world.ts';

const megabyte = 1024 * 1024;
const v1 = '/registry/v1';
let world: TestWorld;
let url: string;
const ask = askOf(() => world);
beforeAll(async () => {
  world = await testWorld();
  url = await world.listen();
});

const fileOf = (bytes: number) => randomBytes(bytes);
const small = fileOf(5000);
const asJson = (file: Buffer, type = 'pdf') => ({ type, body: file.toString('base64') });
const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex');

interface Sent {
  readonly auth?: string;
  readonly headers?: Record<string, string>;
}

/** Over a real connection. */
async function send(method: string, path: string, body: unknown, { auth = alpha, headers = {} }: Sent = {}) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: auth, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Loose };
}

interface Kept {
  readonly operation: string;
  readonly object_key: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  readonly actor_name: string;
}
const kept = async (of: TestWorld | TestFacade = world): Promise<Kept[]> =>
  (
    await sql<Kept>`select operation, object_key, type, size, sha256, actor_name from legal_documents order by id`.execute(
      of.container.database.db,
    )
  ).rows;
const lastKept = async (): Promise<Kept | undefined> => (await kept()).at(-1);

const newName = () => `document-${randomBytes(6).toString('hex')}.ee`;
const registration = (registrant: string, legal_document: unknown, name = newName()) => ({
  domain: { name, registrant, period: 1, period_unit: 'y', legal_document },
});

describe('a legal document', () => {
  it('of 8 MB is taken, kept as it came, and downloaded by operators', async () => {
    const file = fileOf(8 * megabyte);
    const registrant = await newContact(world);
    const body = registration(registrant, asJson(file, 'ASICE'));
    expect((await send('POST', `${v1}/domains`, body)).body.code).toBe(1000);
    const { name } = body.domain;
    const query = `{ domain(name: "${name}") { legalDocuments {
      databaseId kind size sha256 operation actor createdAt downloadUrl } } }`;
    const [document] = ((await ask(query)).data.domain?.legalDocuments ?? []) as unknown as Loose[];
    expect(document).toMatchObject({
      kind: 'asice',
      size: file.length,
      sha256: hashOf(file),
      operation: 'domain.register',
      actor: 'alpha',
    });
    const download = (authorization?: string) =>
      fetch(String(document?.downloadUrl).replace(/^https?:\/\/[^/]+/, url), {
        redirect: 'manual',
        headers: { ...(authorization && { authorization }) },
      });
    const answer = await download(operator);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${name}-${document?.databaseId}.asice"`,
    );
    expect(file.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
    expect((await download(alpha)).status).toBe(403);
    expect((await download('Bearer nonsense')).status).toBe(401);
    expect((await download()).headers.get('location')).toMatch(/^\/operator\/sign-in/);
    // Whoever has read one is noted.
    const looks = await ask('{ accessLog(first: 5) { nodes { objectType objectKey } } }');
    expect(looks.data.accessLog?.nodes).toContainEqual({
      objectType: 'legal_document',
      objectKey: String(document?.databaseId),
    });
    expect((await ask(query, {}, alpha)).errors).toMatchObject([
      { message: 'Cannot query field "legalDocuments" on type "Domain".' },
    ]);
    const page = await world.request({ url: `/operator/domains/${name}`, auth: null });
    expect(page.status).toBe(303);
  });

  it('may come with everything that clients send one with', async () => {
    const registrant = await newContact(world);
    const domain = await newDomain(world);
    const other = await newContact(world);
    const calls: readonly (readonly [string, string, string, (document: object) => object])[] = [
      ['contact.create', 'POST', '/contacts', (one) => ({ contact: { ...person, legal_document: one } })],
      ['contact.create', 'POST', '/contacts', (one) => ({ contact: person, legal_document: one })],
      ['contact.update', 'PUT', `/contacts/${registrant}`, (one) => ({ contact: { legal_document: one } })],
      ['contact.delete', 'DELETE', `/contacts/${other}`, (one) => ({ legal_document: one })],
      ['domain.register', 'POST', '/domains', (one) => registration(registrant, one)],
      [
        'domain.update',
        'PUT',
        `/domains/${domain}`,
        (one) => ({ domain: { transfer_code: 'another', legal_document: one } }),
      ],
      // A blank one beside it is none.
      [
        'domain.update',
        'PUT',
        `/domains/${domain}`,
        (one) => ({ legal_document: null, domain: { transfer_code: 'a third', legal_document: one } }),
      ],
      [
        'domain.delete',
        'DELETE',
        `/domains/${domain}`,
        (one) => ({ domain: { delete: { verified: true }, legal_document: one } }),
      ],
    ];
    for (const [operation, method, path, bodyWith] of calls) {
      const file = fileOf(4000);
      const { body } = await send(method, `${v1}${path}`, bodyWith(asJson(file)));
      expect({ operation, ...body }).toMatchObject({ code: 1000 });
      expect(await lastKept()).toMatchObject({
        operation,
        sha256: hashOf(file),
        object_key: path.split('/')[2] ?? expect.any(String),
      });
    }
  });

  it.each([
    ['too short', asJson(fileOf(3000)), 2308, /Legal document size must be between 3 KB and 8 MB/],
    ['too long', asJson(fileOf(8 * megabyte + 1)), 2308, /Legal document size must be between 3 KB and 8 MB/],
    [
      'of another kind',
      asJson(small, 'exe'),
      2005,
      /^Invalid parameter 'type' value "exe": Must be one of: pdf, /,
    ],
    ['no base64', { type: 'pdf', body: '?'.repeat(5000) }, 2005, /must be base64/],
    ['without its body', { type: 'pdf' }, 2003, /^Missing parameter body/],
    ['without its type', { body: small.toString('base64') }, 2003, /^Missing parameter type/],
    ['no object', 'text', 2005, /^Invalid parameter 'legal_document' value "text": Must be a Hash/],
  ])('that is %s is refused, and nothing is done', async (_, document, code, message) => {
    const before = await kept();
    const body = registration(await newContact(world), document);
    const answer = await send('POST', `${v1}/domains`, body);
    expect(answer).toMatchObject({ status: 400, body: { code, message: expect.stringMatching(message) } });
    expect((await world.request({ url: `${v1}/domains/${body.domain.name}` })).status).toBe(404);
    expect(await kept()).toEqual(before);
  });

  it.each([null, '', {}, { type: '', body: '' }])('that is blank is none: %j', async (document) => {
    const before = await kept();
    const answer = await send('POST', `${v1}/domains`, registration(await newContact(world), document));
    expect(answer.body.code).toBe(1000);
    expect(await kept()).toEqual(before);
  });

  it('is kept once for a key, and belongs to what the key stands for', async () => {
    const registrant = await newContact(world);
    const body = registration(registrant, asJson(small));
    const headers = { 'idempotency-key': 'with-a-document' };
    const before = (await kept()).length;
    for (let times = 0; times < 2; times += 1)
      expect((await send('POST', `${v1}/domains`, body, { headers })).body.code).toBe(1000);
    expect((await kept()).length).toBe(before + 1);
    const another = { domain: { ...body.domain, legal_document: asJson(fileOf(5000)) } };
    expect(await send('POST', `${v1}/domains`, another, { headers })).toMatchObject({
      status: 409,
      body: { code: 2002 },
    });
    // And stands nowhere else.
    const { rows } = await sql<{ length: number }>`
      select max(length(t.*::text))::int as length from idempotency_keys t`.execute(
      world.container.database.db,
    );
    expect(rows[0]?.length).toBeLessThan(2000);
  });

  it('is not kept of what was only tried, or refused', async () => {
    const before = await kept();
    const registrant = await newContact(world);
    const tried = registration(registrant, asJson(small));
    const headers = { 'dry-run': 'true' };
    expect((await send('POST', `${v1}/domains`, tried, { headers })).body.code).toBe(1000);
    const refused = registration('ALPHA:NOBODY', asJson(small));
    expect((await send('POST', `${v1}/domains`, refused)).body.code).toBe(2303);
    expect(await kept()).toEqual(before);
  });

  it('is handed on to the registry behind, and not kept here', async () => {
    const registrant = await newContact(world);
    const facade = await testFacade(url);
    await facade.upstream.mirror.pass();
    const file = fileOf(2 * megabyte);
    const { body } = await facade.request({
      method: 'POST',
      url: `${v1}/domains`,
      payload: registration(registrant, asJson(file)),
    });
    expect(body).toMatchObject({ code: 1000 });
    expect(await lastKept()).toMatchObject({ operation: 'domain.register', sha256: hashOf(file) });
    expect(await kept(facade)).toEqual([]);
  });
});

interface Partly {
  readonly outgoing: ClientRequest;
  readonly answer: Promise<{ status: number | undefined; text: string }>;
}

/** A request whose body is sent by and by. */
function begin(path: string, headers: Record<string, string | number>, agent?: Agent): Partly {
  const outgoing = request(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: alpha, ...headers },
    ...(agent && { agent }),
  });
  const answer = (async () => {
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of response) text += part;
    return { status: response.statusCode, text };
  })();
  answer.catch(() => {});
  outgoing.flushHeaders();
  return { outgoing, answer };
}

async function connected(outgoing: ClientRequest): Promise<void> {
  const socket = outgoing.socket ?? ((await once(outgoing, 'socket')) as [Socket])[0];
  if (socket.connecting) await once(socket, 'connect');
}

const refusal = (limit: number) => ({
  code: 2001,
  message: `Command syntax error; the body is larger than ${limit} MiB`,
  data: {},
});

/** By a client that wants the connection closed, and reads nothing before it has sent everything. */
async function sentBeforeReading(path: string, length: number, auth = alpha): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    'Content-Type: application/json',
    `Authorization: ${auth}`,
    `Content-Length: ${length}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(Buffer.alloc(length, ' '), () => resolve());
  });
  let text = '';
  for await (const part of socket) text += String(part);
  return text;
}

describe('a client that sends everything before it reads', () => {
  it.each([
    ['to which a body is too large', '/domains', 13 * megabyte, alpha, '413', refusal(12).message],
    ['whose password is wrong', '/contacts', 5 * megabyte, basic('alpha', 'wrong'), '401', 'Invalid auth'],
    ['at a path that there is not', '/nothing', 5 * megabyte, alpha, '404', 'Object does not exist'],
  ])(
    'gets its answer, and then the end of the connection: %s',
    async (_, path, length, auth, status, said) => {
      const text = await sentBeforeReading(`${v1}${path}`, length, auth);
      expect(text.split(' ', 2)).toEqual(['HTTP/1.1', status]);
      expect(text).toContain(said);
    },
  );
});

describe('a body that is too large', () => {
  it.each([
    [`${v1}/domains`, 12, { 'content-length': 13 * megabyte }],
    [`${v1}/domains`, 12, { 'transfer-encoding': 'chunked' }],
    [`${v1}/domains/renew/bulk`, 1, { 'content-length': 13 * megabyte }],
    [`${v1}/domains/renew/bulk`, 1, { 'transfer-encoding': 'chunked' }],
  ])('is refused in words to who is still sending, %s beyond %i MiB, %j', async (path, limit, headers) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { outgoing, answer } = begin(path, headers, agent);
    outgoing.write(Buffer.alloc(12.5 * megabyte, ' '));
    const { status, text } = await answer;
    expect({ status, body: JSON.parse(text) }).toEqual({ status: 413, body: refusal(limit) });
    // It was not the connection that was at fault.
    outgoing.end(Buffer.alloc(0.5 * megabyte, ' '));
    const next = begin(`${v1}/contacts`, { 'content-length': 2 }, agent);
    next.outgoing.end('{}');
    expect((await next.answer).status).toBe(400);
    agent.destroy();
  });

  it('is refused by the graph in the same way', async () => {
    const { outgoing, answer } = begin('/graphql', { 'content-length': 3 * megabyte });
    outgoing.write(Buffer.alloc(2 * megabyte, ' '));
    expect((await answer).status).toBe(413);
    outgoing.end(Buffer.alloc(megabyte, ' '));
  });

  it('is one that has room for a document and holds something else', async () => {
    const padding = 'x'.repeat(2 * megabyte);
    const without = { domain: { name: newName(), padding } };
    expect(await send('POST', `${v1}/domains`, without)).toEqual({ status: 413, body: refusal(1) });
    const beside = { domain: { name: newName(), padding, legal_document: asJson(fileOf(megabyte)) } };
    expect(await send('POST', `${v1}/domains`, beside)).toEqual({ status: 413, body: refusal(1) });
  });
});

describe('large bodies', () => {
  it('of one caller are read two at once, and keep nobody else waiting', async () => {
    const registrant = await newContact(world);
    const large = (auth = alpha) => {
      const text = JSON.stringify(registration(registrant, asJson(fileOf(2 * megabyte))));
      const partly = begin(`${v1}/domains`, { authorization: auth, 'content-length': text.length });
      return { ...partly, finish: () => void partly.outgoing.end(text) };
    };
    const [first, second] = [large(), large()];
    // Both are being read once so much that arrived after them is answered, one after the other.
    await Promise.all([first, second].map(({ outgoing }) => connected(outgoing)));
    for (let count = 0; count < 20; count += 1)
      await (await fetch(`${url}${v1}/accounts/balance`, { headers: { authorization: alpha } })).text();
    const third = large();
    let isAnswered = false;
    void third.answer.then(() => {
      isAnswered = true;
    });
    third.finish();
    const others = large(beta);
    others.finish();
    expect(JSON.parse((await others.answer).text)).toMatchObject({ code: 1000 });
    expect(isAnswered).toBe(false);
    // Whoever goes away makes room, and so does whoever is answered.
    first.outgoing.destroy();
    expect(JSON.parse((await third.answer).text)).toMatchObject({ code: 1000 });
    second.finish();
    expect(JSON.parse((await second.answer).text)).toMatchObject({ code: 1000 });
  });

  // Comes last: nothing is served after it.
  it('that wait to be read are refused when the server ends', async () => {
    const part = () => begin(`${v1}/domains`, { 'content-length': 2 * megabyte });
    const answered = async () => {
      for (let count = 0; count < 20; count += 1)
        await (await fetch(`${url}${v1}/accounts/balance`, { headers: { authorization: alpha } })).text();
    };
    const read = [part(), part()];
    await Promise.all(read.map(({ outgoing }) => connected(outgoing)));
    await answered();
    const waiting = part();
    await connected(waiting.outgoing);
    await answered();
    const ended = drain(world.app);
    expect(await waiting.answer).toMatchObject({ status: 503 });
    for (const { outgoing } of [...read, waiting]) outgoing.destroy();
    await ended;
  });
});
