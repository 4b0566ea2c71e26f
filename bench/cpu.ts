import { readFileSync } from 'node:fs';
import pg from 'pg';

const ticksPerSecond = 100;

/** Milliseconds of processor that a process has used so far; NaN where that is not told. */
export function cpuMsOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}

/** The process and those that it has started. */
export function familyOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
  } catch {
    return [];
  }
}

/** What a stretch of work has cost whom, in milliseconds. */
export interface Spent {
  readonly server: number;
  readonly postgres: number;
  readonly asker: number;
  /** How long it took. */
  readonly wall: number;
}

export const nothingSpent: Spent = { server: 0, postgres: 0, asker: 0, wall: 0 };

export const addSpent = (one: Spent, other: Spent): Spent => ({
  server: one.server + other.server,
  postgres: one.postgres + other.postgres,
  asker: one.asker + other.asker,
  wall: one.wall + other.wall,
});

/** Accounts for the processor time of a server, of all of PostgreSQL, and of this process; only where all of them run here. */
export class CpuAccount {
  readonly #client: pg.Client;

  static async open(databaseUrl: string): Promise<CpuAccount> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return new CpuAccount(client);
  }

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  async spentOn(serverPid: number, work: () => Promise<void>): Promise<Spent> {
    const before = await this.#look(serverPid);
    await work();
    const after = await this.#look(serverPid);
    return {
      server: increase(before.server, after.server),
      postgres: increase(before.postgres, after.postgres),
      asker: after.asker - before.asker,
      wall: after.at - before.at,
    };
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  async #look(serverPid: number) {
    const { rows } = await this.#client.query<{ pid: number }>(
      'select pid from pg_stat_activity where pid <> pg_backend_pid()',
    );
    const { user, system } = process.cpuUsage();
    return {
      server: cpuByPid(familyOf(serverPid)),
      postgres: cpuByPid(rows.map(({ pid }) => pid)),
      asker: (user + system) / 1000,
      at: performance.now(),
    };
  }
}

const cpuByPid = (pids: readonly number[]): ReadonlyMap<number, number> =>
  new Map(pids.map((pid) => [pid, cpuMsOf(pid)]));

/** What ended in between is left out; what began counts whole. */
const increase = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
