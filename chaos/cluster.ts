import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../bench/free-port.ts';

/** A PostgreSQL of our own, which may be killed and frozen; everything in it is flushed as on a real one. */
export class Cluster {
  readonly #root = mkdtempSync(join(tmpdir(), 'zonegraph-chaos-'));
  readonly #bin: string;
  readonly #port: number;
  #databases = 0;

  private constructor(bin: string, port: number) {
    this.#bin = bin;
    this.#port = port;
    // However this process ends, it leaves nothing running.
    process.once('exit', this.remove);
    this.#give(this.#root);
  }

  /** To the user that PostgreSQL runs as, and to nobody else. */
  #give(path: string): void {
    chmodSync(path, 0o700);
    if (process.getuid?.() !== 0) return;
    const id = (flag: string) => Number(String(spawnSync('id', [flag, 'postgres']).stdout));
    chownSync(path, id('-u'), id('-g'));
  }

  /** Undefined where there is no PostgreSQL to start. */
  static async start(): Promise<Cluster | undefined> {
    const bin = findPostgres();
    if (!bin) return undefined;
    const cluster = new Cluster(bin, await freePort());
    cluster.#run(
      'initdb',
      '-D',
      cluster.#data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    );
    cluster.up();
    return cluster;
  }

  /** From now on it encrypts, with these files, and lets everybody in as these lines of pg_hba.conf say. */
  async useTls(
    files: Readonly<Record<'certificate' | 'key' | 'authority', string>>,
    access: readonly string[],
  ): Promise<void> {
    for (const [setting, from] of [
      ['ssl_cert_file', files.certificate],
      ['ssl_key_file', files.key],
      ['ssl_ca_file', files.authority],
    ] as const) {
      const to = join(this.#root, setting);
      copyFileSync(from, to);
      this.#give(to);
      await this.query(`alter system set ${setting} = '${to}'`);
    }
    await this.query('alter system set ssl = on');
    await this.admit(access);
  }

  /** From now on it lets in whom these lines of pg_hba.conf say. */
  async admit(access: readonly string[]): Promise<void> {
    writeFileSync(join(this.#data, 'pg_hba.conf'), `${access.join('\n')}\n`);
    await this.query('select pg_reload_conf()');
  }

  /** Gone at once, with everything in it. */
  readonly remove = (): void => {
    process.off('exit', this.remove);
    this.signal('SIGKILL');
    rmSync(this.#root, { recursive: true, force: true });
  };

  /** A standby that follows this one, and calls itself so. */
  async startStandby(name: string): Promise<Cluster> {
    const standby = new Cluster(this.#bin, await freePort());
    const from = `${this.#conninfo} application_name=${name}`;
    const how = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
    standby.#run('pg_basebackup', '-d', from, '-D', standby.#data, ...how);
    standby.up();
    return standby;
  }

  /** From now on it takes writes; who followed it before it was promoted may go on to. */
  promote(): void {
    this.#run('pg_ctl', '-D', this.#data, '-w', '-t', '60', 'promote');
  }

  /** To a standby: whom to follow from now on. */
  async follow(other: Cluster, name: string): Promise<void> {
    await this.query(`alter system set primary_conninfo = '${other.#conninfo} application_name=${name}'`);
    await this.query('select pg_reload_conf()');
  }

  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  async query(statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.#url('postgres') });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  get #conninfo(): string {
    return `host=127.0.0.1 port=${this.#port} user=postgres`;
  }

  get #data(): string {
    return join(this.#root, 'data');
  }

  up(): void {
    const options = `-p ${this.#port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200`;
    this.#run(
      'pg_ctl',
      '-D',
      this.#data,
      '-l',
      join(this.#root, 'log'),
      '-w',
      '-t',
      '120',
      '-o',
      options,
      'start',
    );
  }

  /** kill -9 of the postmaster and of everything it has started. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    while (this.#processes().length > 0) await sleep(20);
    rmSync(join(this.#data, 'postmaster.pid'), { force: true });
  }

  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    // The postmaster first: it must not start anew what follows.
    for (const pid of this.#processes())
      try {
        process.kill(pid, signal);
      } catch {
        // A connection's process has ended meanwhile.
      }
  }

  async newDatabase(): Promise<string> {
    this.#databases += 1;
    const name = `chaos_${this.#databases}`;
    await this.query(`create database ${name}`);
    return this.#url(name);
  }

  #url(name: string): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/${name}`;
  }

  /** The postmaster and its children, by their parents in /proc: never by a name that others bear as well. */
  #processes(): number[] {
    const postmaster = this.#postmaster();
    if (postmaster === undefined) return this.#known.filter(isAlive);
    const children = readdirSync('/proc').filter(
      (name) => /^\d+$/.test(name) && parentOf(name) === postmaster,
    );
    this.#known = [postmaster, ...children.map(Number)];
    return this.#known.filter(isAlive);
  }

  #known: readonly number[] = [];

  #postmaster(): number | undefined {
    try {
      const pid = Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      return isAlive(pid) ? pid : undefined;
    } catch {
      return undefined;
    }
  }

  #run(tool: string, ...args: string[]): void {
    const path = join(this.#bin, tool);
    // PostgreSQL refuses to run as root.
    const [command, ...rest] =
      process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', path, ...args] : [path, ...args];
    const { status, stdout, stderr } = spawnSync(command ?? path, rest, { cwd: this.#root });
    if (status !== 0) throw new Error(`${tool}: ${stdout}${stderr}`);
  }
}

export function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  try {
    const versions = readdirSync(root).sort((one, other) => Number(other) - Number(one));
    return versions[0] && join(root, versions[0], 'bin');
  } catch {
    return undefined;
  }
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie is gone, though nobody has asked after it yet.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}
