import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { certificateFingerprint } from '#src/apis/access/client-certificate.ts';
import { freePort } from '../../../bench/free-port.ts';
import { Authority, type Issued } from '../../support/authority.ts';
import { ended, nginxCommand, started } from '../../support/proxy-programs.ts';
import { emptyDatabase, type Server, startServer } from './server.ts';

/** The configurations of ops as they are, but for addresses and files, in the programs of Debian. */

const textOf = (file: string): string =>
  readFileSync(new URL(`../../../ops/${file}`, import.meta.url), 'utf8');
const slow = { timeout: 120_000 };
const folder = mkdtempSync(join(tmpdir(), 'zonegraph-proxies-'));
const authority = spawnSync('openssl', ['version']).status === 0 ? new Authority() : undefined;

interface Ports {
  readonly http: number;
  readonly https: number;
}
const certificateOf = (): Issued =>
  authority?.issue('localhost', 'DNS:localhost') ?? { certificate: '', key: '' };

function nginxWith(
  ports: Ports,
  backends: readonly [number, number],
  { certificate, key }: Issued,
): string[] {
  const site = textOf('nginx/zonegraph.conf')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replace('127.0.0.1:4000', `127.0.0.1:${backends[0]}`)
    .replace('127.0.0.1:4001', `127.0.0.1:${backends[1]}`)
    .replace('/etc/zonegraph/tls/registry.crt', certificate)
    .replace('/etc/zonegraph/tls/registry.key', key)
    .replace('/etc/zonegraph/tls/registrars-ca.crt', authority?.certificate ?? '');
  return nginxCommand(folder, `nginx-${ports.https}`, site);
}

function haproxyWith(
  ports: Ports,
  backends: readonly [number, number],
  { certificate, key }: Issued,
): string[] {
  const both = join(folder, 'registry.pem');
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  const file = join(folder, `haproxy-${ports.https}.cfg`);
  writeFileSync(
    file,
    textOf('haproxy/zonegraph.cfg')
      .replace('bind :80', `bind 127.0.0.1:${ports.http}`)
      .replace('bind :443', `bind 127.0.0.1:${ports.https}`)
      .replace('127.0.0.1:4000', `127.0.0.1:${backends[0]}`)
      .replace('127.0.0.1:4001', `127.0.0.1:${backends[1]}`)
      .replace('/etc/zonegraph/tls/registry.pem', both)
      .replace('/etc/zonegraph/tls/registrars-ca.crt', authority?.certificate ?? ''),
  );
  return ['/usr/sbin/haproxy', '-db', '-f', file];
}

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  readonly client?: Issued;
}

/** Over TLS, trusting the authority alone; `first` resolves with the first piece of the body. */
function ask(port: number, path: string, { method = 'GET', headers = {}, body, client }: Asked = {}) {
  const agent = new Agent({
    ca: readFileSync(authority?.certificate ?? ''),
    ...(client && { cert: readFileSync(client.certificate), key: readFileSync(client.key) }),
  });
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string; firstMs: number }>(
    (resolve, reject) => {
      const began = performance.now();
      const call = request(
        {
          host: 'localhost',
          port,
          path,
          method,
          headers,
          agent,
          lookup: (_, options, give) =>
            typeof options === 'object' && options.all
              ? (give as unknown as (e: null, a: object[]) => void)(null, [
                  { address: '127.0.0.1', family: 4 },
                ])
              : give(null, '127.0.0.1', 4),
        },
        (response) => {
          let text = '';
          let firstMs = 0;
          response.on('data', (chunk: Buffer) => {
            firstMs ||= performance.now() - began;
            text += String(chunk);
          });
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text, firstMs }),
          );
          response.on('error', reject);
        },
      );
      call.on('error', reject);
      call.end(body);
    },
  );
}

const proxies = [
  ['nginx', '/usr/sbin/nginx', nginxWith],
  ['HAProxy', '/usr/sbin/haproxy', haproxyWith],
] as const;

afterAll(() => {
  authority?.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(proxies)('%s', (_, program, configured) => {
  describe.runIf(existsSync(program) && authority)('in front of a server that says what it gets', () => {
    /** As a process behind a proxy sees it; a stream with a second of silence between its two events. */
    const backend = createServer((incoming, answer) => {
      if (incoming.url === '/stream') {
        answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n');
        return void setTimeout(() => answer.end('data: two\n\n'), 1_500);
      }
      let length = 0;
      incoming.on('data', (chunk: Buffer) => (length += chunk.length));
      incoming.on('end', () => answer.end(JSON.stringify({ headers: incoming.headers, length })));
    });
    let proxy: ChildProcess;
    let ports: Ports;

    beforeAll(async () => {
      backend.listen(0, '127.0.0.1');
      await once(backend, 'listening');
      const { port } = backend.address() as { port: number };
      ports = { http: await freePort(), https: await freePort() };
      proxy = await started(configured(ports, [port, port], certificateOf()), ports.https);
      while ((await ask(ports.https, '/')).status !== 200) await sleep(100);
    }, slow.timeout);
    afterAll(async () => {
      await ended(proxy);
      backend.closeAllConnections();
      backend.close();
    });
    const got = async (asked: Asked = {}) =>
      JSON.parse((await ask(ports.https, '/', asked)).text) as {
        headers: Record<string, string>;
        length: number;
      };

    it('sends callers from http to https, and keeps metrics inside', slow, async () => {
      const plain = await fetch(`http://127.0.0.1:${ports.http}/x`, {
        redirect: 'manual',
        headers: { host: 'localhost' },
      });
      expect(plain.status).toBe(308);
      expect(plain.headers.get('location')).toMatch(/^https:\/\/.*\/x$/);
      expect((await ask(ports.https, '/metrics')).status).toBe(404);
      expect((await ask(ports.https, '/')).headers['strict-transport-security']).toBe('max-age=31536000');
    });

    it(
      'tells the real address, whatever a caller makes up, and passes on no certificate that nobody showed',
      slow,
      async () => {
        const forged = {
          'x-forwarded-for': '192.0.2.1',
          'x-real-ip': '192.0.2.1',
          ssl_client_cert: 'forged',
          ssl_client_s_dn_cn: 'forged',
        };
        const { headers } = await got({ headers: forged });
        expect(headers['x-forwarded-for']).toBe('127.0.0.1');
        expect(JSON.stringify(headers)).not.toContain('forged');
        expect(JSON.stringify(headers)).not.toContain('192.0.2.1');
      },
    );

    it('passes on the certificate of a registrar, so that it is recognised', slow, async () => {
      const client = authority?.issue('registrar.example');
      const { headers } = await got({ ...(client && { client }) });
      const { ssl_client_cert: pem, ssl_client_s_dn_cn: commonName } = headers;
      expect(commonName).toBe('registrar.example');
      expect(certificateFingerprint({ pem, commonName })).toMatch(/^[0-9a-f:]{64,}$/i);
    });

    it('passes on a stream as it comes', slow, async () => {
      const { text, firstMs } = await ask(ports.https, '/stream');
      expect(text).toBe('data: one\n\ndata: two\n\n');
      expect(firstMs).toBeLessThan(1_400);
    });

    it('takes a body with a legal document, and no larger one', slow, async () => {
      const body = Buffer.alloc(12 * 1024 * 1024, 'x');
      expect(await got({ method: 'POST', body })).toMatchObject({ length: body.length });
      const tooLarge = ask(ports.https, '/', { method: 'POST', body: Buffer.alloc(14 * 1024 * 1024) }).then(
        ({ status }) => status,
        () => 413,
      );
      expect(await tooLarge).toBe(413);
    });
  });

  describe.runIf(existsSync(program) && authority && inject('testDatabase').kind === 'postgres')(
    'in front of two processes',
    () => {
      it('refuses nobody while one of them is told to end', slow, async () => {
        const database = await emptyDatabase();
        const servers: Server[] = [];
        let proxy: ChildProcess | undefined;
        try {
          for (let count = 0; count < 2; count += 1) {
            const server = startServer({
              ...database.env,
              TRUSTED_PROXIES: '127.0.0.1',
              SHUTDOWN_DELAY: '4',
            });
            servers.push(server);
            await server.url;
          }
          const [one, two] = await Promise.all(
            servers.map(async ({ url }) => Number(new URL(await url).port)),
          );
          const ports = { http: await freePort(), https: await freePort() };
          proxy = await started(configured(ports, [one ?? 0, two ?? 0], certificateOf()), ports.https);
          const asked = () =>
            ask(ports.https, '/graphql?query=%7B__typename%7D', { headers: { accept: 'application/json' } });
          await expect.poll(async () => (await asked()).status, { timeout: 20_000 }).toBe(200);
          let isOver = false;
          const gone = servers[0]?.ended
            .then(() => sleep(500))
            .then(() => {
              isOver = true;
            });
          servers[0]?.kill('SIGTERM');
          const found = new Map<number, number>();
          while (!isOver) {
            const { status } = await asked();
            found.set(status, (found.get(status) ?? 0) + 1);
            await sleep(20);
          }
          await gone;
          expect([...found.keys()]).toEqual([200]);
          expect(found.get(200)).toBeGreaterThan(20);
        } finally {
          await ended(proxy);
          for (const server of servers) {
            server.kill('SIGKILL');
            await server.ended;
          }
          await database.remove();
        }
      });
    },
  );
});

describe.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)(
  'ops/systemd/zonegraph.service',
  () => {
    it('is a unit without mistakes that can do little', slow, () => {
      const unit = join(folder, 'zonegraph.service');
      writeFileSync(unit, textOf('systemd/zonegraph.service'));
      const verified = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
      expect(verified.stderr.split('\n').filter((line) => line.includes('zonegraph.service'))).toEqual([]);
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', unit], {
        encoding: 'utf8',
      });
      const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
      expect(Number(exposure)).toBeLessThan(2.5);
    });

    it('waits longer for its end than a server needs', () => {
      expect(textOf('systemd/zonegraph.service')).toMatch(/^TimeoutStopSec=45$/m);
    });
  },
);
