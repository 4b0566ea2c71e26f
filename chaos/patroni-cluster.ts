import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { familyOf } from '../bench/cpu.ts';
import { freePort } from '../bench/free-port.ts';
import { stopwatch } from '../src/base/clock.ts';
import { findPostgres } from './cluster.ts';

const address = '127.0.0.1';
const programs = {
  patroni: ['/usr/bin/patroni', 'patroni'],
  patronictl: ['/usr/bin/patronictl', 'patroni'],
  etcd: ['/usr/bin/etcd', 'etcd-server'],
  haproxy: ['/usr/sbin/haproxy', 'haproxy'],
} as const;

const template = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../ops/patroni/${name}`, import.meta.url)), 'utf8');

const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/^(?!#)(.*)$/gm, (line) =>
    line.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(values[name])),
  );

interface Member {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly file: string;
  readonly data: string;
  process?: ChildProcess;
}

/** A member as Patroni tells of it. */
interface Told {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

/** The Debian packages that are missing for a cluster. */
export function missingPackages(): string[] {
  const missing = Object.values(programs).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));
  return [...new Set([...missing, ...(findPostgres() ? [] : ['postgresql'])])];
}

/** A real cluster of three that Patroni manages, with etcd, and HAProxy in front, as docs/operating.md says. */
export class PatroniCluster {
  readonly #root = mkdtempSync(join(tmpdir(), 'zonegraph-patroni-'));
  readonly #bin = findPostgres() ?? '';
  readonly #started: ChildProcess[] = [];
  readonly #password = randomBytes(16).toString('hex');
  #members: readonly Member[] = [];
  #ports = { leader: 0, standbys: 0 };

  static async start(): Promise<PatroniCluster> {
    const cluster = new PatroniCluster();
    // However this process ends, it leaves nothing running.
    process.once('exit', cluster.remove);
    const { uid, gid } = asPostgres();
    if (uid !== undefined && gid !== undefined) spawnSync('chown', [`${uid}:${gid}`, cluster.#root]);
    const etcd = await cluster.#startEtcd();
    await cluster.#startMembers(etcd);
    await cluster.#startHaproxy();
    await cluster.becomesWhole();
    await cluster.#query('postgres', `create role zonegraph login password '${cluster.#password}'`);
    await cluster.#query('postgres', 'create database zonegraph owner zonegraph');
    return cluster;
  }

  /** Through HAProxy: the leader, and the standbys. */
  get balanced(): { readonly primary: string; readonly replicas: string } {
    const { leader, standbys } = this.#ports;
    return { primary: this.#url(`${address}:${leader}`), replicas: this.#url(`${address}:${standbys}`) };
  }

  /** Every member by its own address. */
  get direct(): { readonly primary: string; readonly replicas: string } {
    const hosts = this.#members.map(({ port }) => `${address}:${port}`);
    return {
      primary: `${this.#url(hosts.join(','))}?target_session_attrs=read-write`,
      replicas: hosts.map((host) => this.#url(host)).join(','),
    };
  }

  /** The name of the leader; undefined while there is none, or nobody tells. */
  async leader(except = ''): Promise<string | undefined> {
    const others = this.#members.filter(({ name }) => name !== except);
    const roles = await Promise.all(
      others.map(async ({ name, restPort }) => ((await told(restPort, '/primary')) ? name : undefined)),
    );
    return roles.find((name) => name !== undefined);
  }

  /** Another one than this leads; returns its name. */
  async anotherLeads(than: string, withinMs = 90_000): Promise<string> {
    const elapsed = stopwatch();
    for (;;) {
      const leader = await this.leader(than);
      if (leader) return leader;
      if (elapsed() > withinMs) throw new Error(`nobody leads after ${than}: ${this.#logs()}`);
      await sleep(100);
    }
  }

  /** One leads, and all others follow it, one of them synchronously. */
  async becomesWhole(withinMs = 120_000): Promise<void> {
    const elapsed = stopwatch();
    for (;;) {
      const members = await this.#told();
      const timelines = new Set(members.map(({ timeline }) => timeline));
      const isWhole =
        members.length === this.#members.length &&
        members.every(({ state }) => state === 'running' || state === 'streaming') &&
        members.filter(({ role }) => role === 'leader').length === 1 &&
        members.some(({ role }) => role === 'sync_standby') &&
        timelines.size === 1;
      if (isWhole) return;
      if (elapsed() > withinMs) throw new Error(`not whole: ${JSON.stringify(members)} ${this.#logs()}`);
      await sleep(250);
    }
  }

  async switchover(leader: string): Promise<void> {
    const { file } = this.#member(leader);
    const env = { LC_ALL: 'C.UTF-8' };
    const args = ['-c', file, 'switchover', '--master', leader, '--force'];
    const [code] = await once(this.#spawn(programs.patronictl[0], args, 'patronictl', env), 'exit');
    if (code !== 0) throw new Error(`patronictl: ${readFileSync(this.#log('patronictl'), 'utf8')}`);
  }

  /** Of all of a member: Patroni, PostgreSQL and what they have started. */
  signal(name: string, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of this.#processesOf(this.#member(name)))
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
  }

  /** As after the machine has started anew. */
  revive(name: string): void {
    const member = this.#member(name);
    rmSync(join(member.data, 'postmaster.pid'), { force: true });
    this.#run(member);
  }

  /** Gone at once, with everything in it. */
  readonly remove = (): void => {
    process.off('exit', this.remove);
    for (const { name } of this.#members) this.signal(name, 'SIGKILL');
    for (const child of this.#started) child.kill('SIGKILL');
    rmSync(this.#root, { recursive: true, force: true });
  };

  async #startEtcd(): Promise<string> {
    const [client, peer] = [`${address}:${await freePort()}`, `http://${address}:${await freePort()}`];
    const args = [
      ['--name', 'etcd', '--data-dir', join(this.#root, 'etcd')],
      ['--listen-client-urls', `http://${client}`, '--advertise-client-urls', `http://${client}`],
      [
        '--listen-peer-urls',
        peer,
        '--initial-advertise-peer-urls',
        peer,
        '--initial-cluster',
        `etcd=${peer}`,
      ],
    ].flat();
    // It wants to be told that it may run on anything but this one.
    const arch: Record<string, string> =
      process.arch === 'x64' ? {} : { ETCD_UNSUPPORTED_ARCH: process.arch };
    this.#spawn(programs.etcd[0], args, 'etcd', arch);
    return client;
  }

  async #startMembers(etcd: string): Promise<void> {
    const secret = () => randomBytes(16).toString('hex');
    const secrets = {
      SUPERUSER_PASSWORD: this.#password,
      REPLICATION_PASSWORD: secret(),
      REWIND_PASSWORD: secret(),
    };
    const members: Member[] = [];
    for (const name of ['one', 'two', 'three']) {
      const folder = join(this.#root, name);
      mkdirSync(folder, { mode: 0o755 });
      const [port, restPort, data] = [await freePort(), await freePort(), join(folder, 'data')];
      const values = {
        ...secrets,
        NAME: name,
        ADDRESS: address,
        REST_PORT: restPort,
        PORT: port,
        ETCD_HOSTS: etcd,
        NETWORK: `${address}/32`,
        MAX_CONNECTIONS: 100,
        DATA_DIR: data,
        BIN_DIR: this.#bin,
        PASSWORD_FILE: join(folder, 'pgpass'),
      };
      const file = join(folder, 'patroni.yml');
      writeFileSync(file, filled(template('patroni.yml'), values));
      const { uid, gid } = asPostgres();
      if (uid !== undefined && gid !== undefined) spawnSync('chown', ['-R', `${uid}:${gid}`, folder]);
      members.push({ name, port, restPort, file, data });
    }
    this.#members = members;
    for (const member of members) this.#run(member);
  }

  async #startHaproxy(): Promise<void> {
    this.#ports = { leader: await freePort(), standbys: await freePort() };
    const lines = this.#members.map(
      ({ name, port, restPort }) => `    server ${name} ${address}:${port} check port ${restPort}`,
    );
    const values = {
      ADDRESS: address,
      LEADER_PORT: this.#ports.leader,
      STANDBY_PORT: this.#ports.standbys,
      MEMBERS: lines.join('\n'),
    };
    const file = join(this.#root, 'haproxy.cfg');
    writeFileSync(file, filled(template('haproxy.cfg'), values));
    this.#spawn(programs.haproxy[0], ['-db', '-f', file], 'haproxy');
  }

  #run(member: Member): void {
    member.process = this.#spawn(programs.patroni[0], [member.file], member.name);
  }

  #spawn(
    path: string,
    args: readonly string[],
    name: string,
    env: Record<string, string> = {},
  ): ChildProcess {
    const log = openSync(this.#log(name), 'a');
    const child = spawn(path, args, {
      ...asPostgres(),
      cwd: this.#root,
      env: { PATH: process.env.PATH, HOME: this.#root, ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#started.push(child);
    return child;
  }

  #log(name: string): string {
    return join(this.#root, `${name}.log`);
  }

  /** The ends of what everybody has said. */
  #logs(): string {
    const ends = ['etcd', 'haproxy', ...this.#members.map(({ name }) => name)].map((name) => {
      const lines = readFileSync(this.#log(name), 'utf8').trimEnd().split('\n');
      return `--- ${name}\n${lines.slice(-15).join('\n')}`;
    });
    return `\n${ends.join('\n')}`;
  }

  #member(name: string): Member {
    const member = this.#members.find((one) => one.name === name);
    if (!member) throw new Error(`nobody is called ${name}`);
    return member;
  }

  /** PostgreSQL is no child of Patroni's. */
  #processesOf({ process: patroni, data }: Member): number[] {
    const isRunning = patroni?.exitCode === null && patroni.signalCode === null;
    const roots = [isRunning ? patroni.pid : undefined, postmasterIn(data)];
    return roots.flatMap((pid) => (pid === undefined ? [] : familyOf(pid)));
  }

  async #told(): Promise<readonly Told[]> {
    for (const { restPort } of this.#members) {
      const cluster = (await told(restPort, '/cluster')) as { members?: Told[] } | undefined;
      if (cluster?.members) return cluster.members;
    }
    return [];
  }

  async #query(database: string, statement: string): Promise<void> {
    const leader = await this.leader();
    const { port } = this.#member(leader ?? '');
    const connectionString = `postgres://postgres:${this.#password}@${address}:${port}/${database}`;
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }

  #url(hosts: string): string {
    return `postgres://zonegraph:${this.#password}@${hosts}/zonegraph`;
  }
}

/** What a member answers with 200; undefined: it does not. */
async function told(port: number, path: string): Promise<unknown> {
  try {
    const response = await fetch(`http://${address}:${port}${path}`, { signal: AbortSignal.timeout(2_000) });
    const body = await response.json();
    return response.ok ? body : undefined;
  } catch {
    return undefined;
  }
}

function postmasterIn(data: string): number | undefined {
  try {
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    // Its number may be another's by now.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}

/** PostgreSQL refuses to run as root. */
function asPostgres(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(String(spawnSync('id', [flag, 'postgres']).stdout));
  return { uid: id('-u'), gid: id('-g') };
}
