import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import { UpstreamClient } from '#src/extensions/facade/client.ts';
import { upstreamOf } from '#src/extensions/facade/settings.ts';
import { atEndOfFile } from '../../support/at-end.ts';
import { type Between, between, html } from '../../support/between.ts';
import { selfSigned } from '../../support/certificate-requests.ts';
import { readConfig } from '../../support/extensions.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let line: Between;
const folder = mkdtempSync(join(tmpdir(), 'upstream-'));
atEndOfFile(() => rmSync(folder, { recursive: true }));
beforeAll(async () => {
  world = await testWorld();
  line = await between(world);
});

function clientAt(url: string, env: Readonly<Record<string, string>> = {}): UpstreamClient {
  const upstream = upstreamOf(
    readConfig({
      ZONEGRAPH_MODE: 'facade',
      UPSTREAM_URL: url,
      UPSTREAM_USERNAME: 'alpha',
      UPSTREAM_PASSWORD: 'alpha-sandbox',
      UPSTREAM_TIMEOUT: '2',
      ...env,
    }),
  );
  if (!upstream) throw new Error('there is no registry behind');
  const client = new UpstreamClient(upstream);
  atEndOfFile(() => client.close());
  return client;
}

const balance = (client: UpstreamClient) => client.read({ path: '/accounts/balance' });
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** The registry over TLS; whom it saw, by the name in the certificate. */
async function secured(options: ServerOptions): Promise<{ url: string; callers: unknown[] }> {
  const callers: unknown[] = [];
  const server = createServer(options, (request, response) => {
    callers.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN);
    line.listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, callers };
}

describe('a registry that asks for a client certificate', () => {
  it('is shown it, and is itself held to its authority', async () => {
    const [registry, ours] = await Promise.all([
      selfSigned({ CN: 'registry' }),
      selfSigned({ CN: 'alpha api' }),
    ]);
    const { url, callers } = await secured({
      cert: registry.certificate,
      key: registry.key,
      ca: ours.certificate,
      requestCert: true,
      rejectUnauthorized: true,
    });
    const UPSTREAM_CA = file('authority.pem', registry.certificate);
    const certified = {
      UPSTREAM_CLIENT_CERT: file('ours.pem', ours.certificate),
      UPSTREAM_CLIENT_KEY: file('ours.key', ours.key),
    };
    expect(await balance(clientAt(url, { UPSTREAM_CA, ...certified }))).toMatchObject({ ok: true });
    expect(new Set(callers)).toEqual(new Set(['alpha api']));
    // Without it, and of a registry that nobody vouches for.
    await expect(balance(clientAt(url, { UPSTREAM_CA }))).rejects.toMatchObject({ kind: 'away' });
    await expect(balance(clientAt(url, certified))).rejects.toMatchObject({
      kind: 'away',
      particulars: expect.stringContaining('SELF_SIGNED'),
    });
  });

  it('is not talked to when its own has expired, and a change was certainly not made', async () => {
    const { certificate: cert, key } = await selfSigned({ CN: 'registry' }, new Date('2021-01-01T00:00:00Z'));
    const { url, callers } = await secured({ cert, key });
    const client = clientAt(url, { UPSTREAM_CA: file('expired.pem', cert) });
    const expired = { kind: 'away', particulars: expect.stringContaining('CERT_HAS_EXPIRED') };
    await expect(balance(client)).rejects.toMatchObject(expired);
    await expect(client.send({ method: 'POST', path: '/contacts', body: {} })).rejects.toMatchObject(expired);
    expect(callers).toEqual([]);
  });

  it('is named when a file cannot be read', () => {
    expect(() => clientAt(line.url, { UPSTREAM_CA: join(folder, 'nowhere.pem') })).toThrow(
      /UPSTREAM_CA cannot be read/,
    );
  });
});

describe('the prefix of the API', () => {
  it.each(['/registry/v1', '/repp/v1'])('may be said: %s', async (prefix) => {
    line.seen.length = 0;
    expect(await balance(clientAt(`${line.url}${prefix}/`))).toMatchObject({ ok: true });
    expect(line.seen).toEqual([`GET ${prefix}/accounts/balance`]);
  });

  it.each([
    ['/registry/v1', '/repp/v1'],
    ['/repp/v1', '/registry/v1'],
  ])('is found when it is not said: %s', async (served, other) => {
    line.fault = (request, response, pass) =>
      request.url?.startsWith(other) ? html(404)(request, response, pass) : pass();
    line.seen.length = 0;
    const client = clientAt(line.url);
    const answers = await Promise.all([balance(client), balance(client)]);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(new Set(line.seen).has(`GET ${served}/accounts/balance`)).toBe(true);
    line.fault = undefined;
  });

  it('is not taken from what a proxy says while the registry is away', async () => {
    line.fault = html(502);
    const client = clientAt(line.url);
    await expect(balance(client)).rejects.toMatchObject({ kind: 'away' });
    line.fault = (request, response, pass) =>
      request.url?.startsWith('/registry') ? html(404)(request, response, pass) : pass();
    expect(await balance(client)).toMatchObject({ ok: true });
    line.fault = undefined;
  });
});

describe('a line that is taken', () => {
  it('does not shorten the time in which the registry answers: who is late is not sent at all', async () => {
    const client = clientAt(`${line.url}/registry/v1`, { UPSTREAM_CONCURRENCY: '1' });
    line.seen.length = 0;
    line.fault = (_, __, pass) => void setTimeout(() => void pass(), 500);
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => balance(client)));
    line.fault = undefined;
    const late = answers.filter(({ status }) => status === 'rejected');
    expect(new Set(late.map((one) => (one as PromiseRejectedResult).reason.particulars))).toEqual(
      new Set(['no connection became free in time']),
    );
    expect(line.seen).toHaveLength(answers.length - late.length);
    expect(line.seen.length).toBeGreaterThan(0);
  });

  it('does not carry what is no header, and a change was certainly not made', async () => {
    const client = clientAt(`${line.url}/registry/v1`);
    const headers = { 'auth-code': 'pasted\n' };
    await expect(client.send({ method: 'DELETE', path: '/domains/a.ee', headers })).rejects.toMatchObject({
      kind: 'away',
    });
  });
});

describe('an answer changed by proxies and servers', () => {
  it('is put up with: a mark before the text, a key as a text, no kind of content', async () => {
    line.fault = (_, response) =>
      response.writeHead(200, {}).end('\uFEFF{"code":"1000","message":"ok","data":{"balance":"1"}}');
    expect(await balance(clientAt(`${line.url}/repp/v1`))).toMatchObject({
      ok: true,
      data: { balance: '1' },
    });
    line.fault = undefined;
  });

  it('is never guessed: a redirect or a compressed answer is reported as such', async () => {
    line.fault = (_, response) => response.writeHead(301, { location: 'https://registry.example/' }).end();
    await expect(balance(clientAt(`${line.url}/repp/v1`))).rejects.toMatchObject({
      kind: 'unreadable',
      particulars: expect.stringContaining('https://registry.example/'),
    });
    line.fault = undefined;
  });
});
