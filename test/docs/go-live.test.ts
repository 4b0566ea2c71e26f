import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../bench/free-port.ts';
import { Cluster } from '../../chaos/cluster.ts';
import { Authority } from '../support/authority.ts';
import { startProvider, type TestProvider } from '../support/payment-provider.ts';
import { ended, nginxCommand, started } from '../support/proxy-programs.ts';
import { Shell } from '../support/shell.ts';
import { startUnit } from '../support/unit.ts';

/**
 * The first chapter of docs/operating.md, command by command, with a PostgreSQL, an nginx and a server of its own. Other than there are
 * folders (all of them below one of ours), ports, and the two addresses at which mail and payments go out. Programs that change the
 * machine ask us to do it: what is installed, which certificate there is, and what runs.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const manual = readFileSync(join(root, 'docs/operating.md'), 'utf8');
const [chapter = ''] = /^## Go live in ten minutes\n[\s\S]*?(?=^## )/m.exec(manual) ?? [];
const [upgrade = ''] = /^### Under systemd\n[\s\S]*?(?=^### )/m.exec(manual) ?? [];
const [forward = '', back = ''] = [...upgrade.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
  ([, commands = '']) => commands,
);
const steps = [
  ...chapter.matchAll(
    /^\*\*(?<number>\d+)\. (?<title>[^*]+?)[.,]?\*\*[\s\S]*?^```sh\n(?<commands>[\s\S]*?)^```$/gm,
  ),
].map(({ groups }) => ({
  number: Number(groups?.number),
  title: groups?.title ?? '',
  commands: groups?.commands ?? '',
}));

function program(file: string, commands: string): void {
  writeFileSync(file, `#!/bin/sh\n${commands}\n`);
  chmodSync(file, 0o755);
}

const isThere = (name: string): boolean => spawnSync('which', [name]).status === 0;
/** What the packages of the first step bring that is used here. */
const programs = ['psql', 'createdb', '/usr/sbin/nginx', 'openssl', 'curl', 'runuser', 'bash'];
const missing = programs.filter((name) => !isThere(name));
const cluster = missing.length === 0 ? await Cluster.start() : undefined;
const slow = { timeout: 240_000 };

describe('the first chapter of docs/operating.md', () => {
  it('has commands in each of its steps, and no others', () => {
    expect(steps.map(({ number }) => number)).toEqual([...steps.keys()].map((index) => index + 1));
    expect(steps.length).toBeGreaterThan(10);
    expect(chapter.match(/^```sh$/gm)).toHaveLength(steps.length);
  });
});

const why = cluster ? '' : `, which needs PostgreSQL and ${missing.join(', ') || 'its programs'} here`;

describe.runIf(cluster)(`going live as docs/operating.md says${why}`, () => {
  const machine = mkdtempSync(join(tmpdir(), 'zonegraph-machine-'));
  const mails: string[] = [];
  let authority: Authority;
  let provider: TestProvider;
  let ports: Readonly<Record<'http' | 'https' | 'server' | 'mail', number>>;
  let shell: Shell;
  let proxy: ChildProcess | undefined;
  let server: ChildProcess | undefined;
  const said = new Map<number, string>();

  /** Below our folder, at our ports. */
  const here = (text: string): string =>
    text
      .replaceAll(/(?<![\w./])\/(etc|opt|usr\/local\/bin|var\/(?:www|backups))\//g, `${machine}/$1/`)
      .replaceAll('127.0.0.1:5432', cluster?.host ?? '')
      .replaceAll('127.0.0.1:4000', `127.0.0.1:${ports.server}`)
      .replaceAll('smtps://registry:password@mail.example', `smtp://127.0.0.1:${ports.mail}`)
      .replaceAll('https://pay.example/api/v4', provider.url);

  const site = (): string => {
    const folder = join(machine, 'etc/nginx/conf.d');
    return readdirSync(folder)
      .map((name) => here(readFileSync(join(folder, name), 'utf8')))
      .join('\n')
      .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
      .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `);
  };

  /** What the machine's own programs are asked to do. */
  const stands: Readonly<Record<string, (words: readonly string[]) => Promise<void> | void>> = {
    'apt-get': (words) => {
      // CI has installed them; of certbot there is only the stand-in.
      expect(words).toEqual(['install', '-y', 'postgresql', 'nginx-light', 'certbot', 'openssl', 'curl']);
    },
    npm: ([, , prefix = '', file]) => {
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
      if (prefix.endsWith('/zonegraph')) expect(file).toBe(`./zonegraph-${version}.tgz`);
      // Packed and installed it is tried by packaging/try.mjs.
      mkdirSync(join(prefix, 'node_modules/.bin'), { recursive: true });
      symlinkSync(root, join(prefix, 'node_modules/zonegraph'));
      // npm makes a link to a file that may be executed, which it is not in Git.
      program(join(prefix, 'node_modules/.bin/zonegraph'), `exec node ${root}src/server/launch/bin.mjs "$@"`);
    },
    certbot: (words) => {
      const after = (option: string): string => words[words.indexOf(option) + 1] ?? '';
      // nginx serves what is put there for the authority to look at, also when it sends others to https.
      expect(readFileSync(join(root, 'ops/nginx/zonegraph.conf'), 'utf8')).toContain(
        `root ${after('--webroot-path').replace(machine, '')};`,
      );
      expect(after('--deploy-hook')).toBe('systemctl reload nginx');
      const name = after('--domain');
      const folder = join(machine, 'etc/letsencrypt/live', name);
      mkdirSync(folder, { recursive: true });
      const { certificate, key } = authority.issue(name, `DNS:${name}`);
      copyFileSync(certificate, join(folder, 'fullchain.pem'));
      copyFileSync(key, join(folder, 'privkey.pem'));
    },
    nginx: (words) => {
      const [nginx = '', ...args] = nginxCommand(machine, 'nginx', site());
      execFileSync(nginx, [...args, ...words], { stdio: 'pipe' });
    },
    systemctl: async (words) => {
      switch (words.join(' ')) {
        case 'daemon-reload':
          return;
        case 'restart zonegraph':
        case 'enable --now zonegraph':
          await ended(server);
          server = startUnit(join(machine, 'etc/systemd/system/zonegraph.service'), {
            folder: machine,
            env: { PATH: process.env.PATH ?? '', PORT: String(ports.server), LOG_LEVEL: 'warn' },
            here,
          });
          return;
        case 'reload nginx':
          await ended(proxy);
          proxy = await started(nginxCommand(machine, 'nginx', site()), ports.https);
          return;
        default:
          throw new Error(`nobody told us of systemctl ${words.join(' ')}`);
      }
    },
  };
  const control = createServer((request, response) => {
    let asked = '';
    request.on('data', (chunk: Buffer) => (asked += String(chunk)));
    request.on('end', async () => {
      const [name = '', ...words] = asked.trim().split('\n');
      try {
        await stands[name]?.(words);
        response.end();
      } catch (error) {
        response.writeHead(500).end(`${name}: ${(error as Error).message}\n`);
      }
    });
  });
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => {
      mails.push(address);
      done();
    },
    onData: (stream, _, done) => void stream.resume().on('end', () => done()),
  });

  beforeAll(async () => {
    await cluster?.admit([
      'host all postgres 127.0.0.1/32 trust',
      'host all zonegraph_owner,zonegraph 127.0.0.1/32 scram-sha-256',
    ]);
    authority = new Authority();
    provider = await startProvider();
    control.listen(0, '127.0.0.1');
    mailServer.listen(0, '127.0.0.1');
    await Promise.all([once(control, 'listening'), once(mailServer.server, 'listening')]);
    const portOf = (address: unknown): number => (address as AddressInfo).port;
    ports = {
      http: await freePort(),
      https: await freePort(),
      server: await freePort(),
      mail: portOf(mailServer.server.address()),
    };
    for (const folder of [
      'etc/nginx/conf.d',
      'etc/systemd/system',
      'opt',
      'usr/local/bin',
      'var/backups',
      'stand-ins',
    ])
      mkdirSync(join(machine, folder), { recursive: true });
    for (const name of Object.keys(stands))
      program(
        join(machine, 'stand-ins', name),
        `exec curl -q -sS --fail-with-body --data-binary "$(printf '%s\\n' ${name} "$@")" http://127.0.0.1:${portOf(control.address())}/`,
      );
    // The name resolves to this machine, and its certificate is one that is trusted.
    writeFileSync(
      join(machine, '.curlrc'),
      `connect-to = "registry.example:443:127.0.0.1:${ports.https}"\ncacert = "${authority.certificate}"\nmax-time = 40\n`,
    );
    const [host = '', port = ''] = cluster?.host.split(':') ?? [];
    shell = new Shell({
      PATH: [
        join(machine, 'usr/local/bin'),
        join(machine, 'stand-ins'),
        dirname(process.execPath),
        process.env.PATH,
      ].join(':'),
      CURL_HOME: machine,
      HOME: machine,
      PGHOST: host,
      PGPORT: port,
      PGUSER: 'postgres',
      PORT: String(ports.server),
    });
  });

  afterAll(async () => {
    shell?.close();
    await ended(server);
    await ended(proxy);
    const journal = join(machine, 'journal');
    if (said.size < steps.length && existsSync(journal)) console.error(readFileSync(journal, 'utf8'));
    await provider?.down();
    control.close();
    mailServer.close();
    authority?.remove();
    cluster?.remove();
    rmSync(machine, { recursive: true, force: true });
  });

  /** What happens elsewhere between a step and the next one. */
  const between: Readonly<Record<number, (output: string) => Promise<void>>> = {
    5: async (output) => expect(output).toContain('"status":"ok"'),
    6: async (output) => expect(output).toContain('"status":"ok"'),
    7: async (output) => {
      const [link = ''] = /https:\/\/registry\.example\/\S+/.exec(output) ?? [];
      expect(await shell.run(`curl -sS --fail '${link}'`)).toContain('Anna Tamm');
    },
    11: async (output) => {
      const { invoice } = (JSON.parse(output) as { data: { invoice: Record<string, unknown> } }).data;
      expect(invoice.payment_link).toMatch(/^https:\/\/pay\.example\/lp\?/);
      const amount = Number(invoice.total);
      const reference = provider.add({
        order_reference: String(invoice.number),
        account_name: 'EUR-registry',
        api_username: 'registry',
        initial_amount: amount,
        standing_amount: amount,
        payment_state: 'settled',
        transaction_time: '2026-05-10T10:05:00Z',
      });
      const callback = 'https://registry.example/api/v1/callback_handler/callback';
      await shell.run(`curl -sS --fail '${callback}?payment_reference=${reference}'`);
    },
    12: async (output) => {
      expect(output).toContain('"balance":"100.0"');
      expect(output).toContain('"ldhName":"first.ee"');
    },
  };

  it.each(steps)('step $number: $title', slow, async ({ number, commands }) => {
    const output = await shell.run(here(commands));
    said.set(number, output);
    await between[number]?.(output);
  });

  it('ends with a registry that gives no warning and has sent its mail', slow, async () => {
    expect(said.size).toBe(steps.length);
    const answer = await shell.run('curl -sS https://registry.example/readyz');
    const { checks } = JSON.parse(answer) as { checks: { state: string }[] };
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
    await expect.poll(() => mails, { timeout: 20_000 }).toContain('billing@alpha.example');
  });

  it('is upgraded, and goes back one release, as the chapter on systemd says', slow, async () => {
    const builds = () => readdirSync(join(machine, 'opt')).sort();
    const before = server;
    const output = await shell.run(here(forward));
    expect(output).toContain('"status":"ok"');
    expect(output).toContain('adds up');
    expect(server).not.toBe(before);
    expect(readdirSync(join(machine, 'var/backups'))).toEqual([
      expect.stringMatching(/^zonegraph-.*\.backup$/),
    ]);
    expect(builds()).toEqual(['zonegraph', 'zonegraph.before']);
    expect(await shell.run(here(back))).toContain('"status":"ok"');
    expect(builds()).toEqual(['zonegraph', 'zonegraph.next']);
  });

  it('keeps every secret from everybody else, and the password of the owner from the server', () => {
    const secrets = join(machine, 'etc/zonegraph');
    expect(execFileSync('find', [secrets, '-perm', '/077', '!', '-type', 'l'], { encoding: 'utf8' })).toBe(
      '',
    );
    expect(existsSync(join(machine, 'credentials/secrets_database_url'))).toBe(true);
    expect(readdirSync(join(machine, 'credentials')).join()).not.toContain('migrate');
    const [owner = ''] =
      /:([0-9a-f]{64})@/.exec(readFileSync(join(secrets, 'migrate_database_url'), 'utf8'))?.slice(1) ?? [];
    expect(owner).not.toBe('');
    expect(readFileSync(join(secrets, 'environment'), 'utf8')).not.toContain(owner);
  });
});
