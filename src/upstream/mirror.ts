import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../core/clock.ts';
import { HeldJobs } from '../jobs/leases.ts';
import { keepMirror, type Told } from '../operations/mirror/keep-mirror.ts';
import type { Runner } from '../operations/runner/runner.ts';
import type { Database } from '../store/driver/database.ts';
import { isAway } from '../store/driver/trouble.ts';
import { type Mirror, notReadSince, saveProgress, theMirror } from '../store/registry/mirror.ts';
import { registrarsById, updateRegistrar } from '../store/registry/registrars.ts';
import type { Page } from './answers.ts';
import type { Progress } from './progress.ts';
import type { UpstreamReader } from './reader.ts';
import { UpstreamTrouble } from './trouble.ts';

const job = 'mirror';
const pageSize = 200;
/** So many are asked for by name at once. */
const batch = 20;
/** So long a domain of another registrar is kept that nobody asks for. */
const othersKeptMs = 3_600_000;
const shortestPauseMs = 2_000;
const longestPauseMs = 5 * 60_000;

export interface MirrorParts {
  readonly database: Database;
  readonly runner: () => Runner;
  readonly reader: UpstreamReader;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly processId: string;
  readonly syncEveryMs: number;
  /** So many pages at once; one connection is left for callers. */
  readonly pagesAtOnce: number;
  readonly progress: Progress;
}

/**
 * Keeps the mirror: a pass reads everything, page by page, and what differs is written. Where it stands is saved after
 * each page, so that another process goes on there after a crash. What a whole pass has not met is asked for by name,
 * and goes only when the registry says that it is not there.
 */
export class MirrorKeeper {
  readonly #parts: MirrorParts;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #failures = 0;
  #stopped = false;

  constructor(parts: MirrorParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopped = false;
    this.#wake();
  }

  /** Ends the pass under way after its page; another goes on with it. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  #wake(): void {
    this.#working = this.#look().then((pauseMs) => {
      if (!this.#stopped) this.#timer = setTimeout(() => this.#wake(), pauseMs).unref();
    });
  }

  /** When to look again. */
  async #look(): Promise<number> {
    const { database, processId, log, syncEveryMs } = this.#parts;
    const often = Math.min(syncEveryMs, 10_000);
    try {
      if (!(await this.#isDue())) return often;
      const held = await HeldJobs.free(database, processId, [job]);
      try {
        if (held.jobs.length > 0) await this.pass(() => held.check());
      } finally {
        await held.giveBack();
      }
      this.#failures = 0;
      return often;
    } catch (error) {
      this.#failures += 1;
      if (error instanceof UpstreamTrouble) {
        log.warn(
          { trouble: error.kind, particulars: error.particulars },
          'the mirror waits for the registry',
        );
        await saveProgress(database.db, { trouble: error.message }).catch(() => {});
      } else if (!isAway(error)) log.error({ err: error }, 'the mirror could not be kept');
      return Math.min(shortestPauseMs * 2 ** (this.#failures - 1), longestPauseMs, syncEveryMs);
    }
  }

  async #isDue(): Promise<boolean> {
    const mirror = await theMirror(this.#parts.database.db);
    if (!mirror) return false;
    if (mirror.stage !== null || mirror.synced_at === null) return true;
    return this.#parts.clock.now().getTime() - mirror.synced_at.getTime() >= this.#parts.syncEveryMs;
  }

  /** One whole pass, or the rest of one; ends early when it is told to stop. */
  async pass(check: () => void = () => {}): Promise<void> {
    const { database, reader, log, clock, progress } = this.#parts;
    const { db } = database;
    let mirror = await this.#begun();
    const beganAt = mirror.began_at ?? clock.now();
    const goOn = (): boolean => {
      check();
      return !this.#stopped;
    };
    const stages: readonly (readonly [string, () => Promise<boolean>])[] = [
      [
        'contacts',
        () =>
          this.#list(
            'contacts',
            mirror,
            reader.contacts.bind(reader),
            (rows) => this.keep({ contacts: rows }),
            goOn,
          ),
      ],
      [
        'domains',
        () =>
          this.#list(
            'domains',
            mirror,
            reader.domains.bind(reader),
            async (rows) => this.keep(await reader.withPeople(rows)),
            goOn,
          ),
      ],
      [
        'notifications',
        async () => this.keep({ notifications: await reader.notifications() }).then(() => true),
      ],
      ['account', () => this.#account(mirror, goOn)],
      ['missing', () => this.#missing(mirror, beganAt, goOn)],
    ];
    const first = Math.max(
      0,
      stages.findIndex(([name]) => name === mirror.stage),
    );
    for (const [index, [name, work]] of stages.entries()) {
      if (index < first) continue;
      if (name !== mirror.stage) {
        await saveProgress(db, { stage: name, position: 0, total: 0 });
        mirror = { ...mirror, stage: name, position: 0, total: 0 };
      }
      progress.tell({ stage: name, position: mirror.position, total: mirror.total });
      if (!(await work())) return;
    }
    await saveProgress(db, { stage: null, position: 0, total: 0, synced_at: beganAt, trouble: null });
    progress.done();
    if (mirror.synced_at === null) log.info('the mirror is complete');
  }

  keep = async (told: Told): Promise<void> => {
    const outcome = await this.#parts.runner().run(keepMirror, told, {
      actor: { kind: 'system', job: 'upstream' },
      request: { id: randomUUID(), via: 'job' },
    });
    if (!outcome.ok) throw new Error(outcome.failures[0].message);
  };

  async #begun(): Promise<Mirror> {
    const { database, clock } = this.#parts;
    const found = await theMirror(database.db);
    if (!found) throw new Error('there is no mirror to keep');
    if (found.stage !== null) return found;
    await this.#introduce(found);
    const began = { stage: 'contacts', position: 0, total: 0, began_at: clock.now() };
    await saveProgress(database.db, began);
    return { ...found, ...began };
  }

  /** Who we are is told by what is ours. The code is never told: contacts begin with it. */
  async #introduce({ registrar_id: id, synced_at }: Mirror): Promise<void> {
    const { reader, database, clock } = this.#parts;
    const [row] = (await reader.domains(1, 0)).rows;
    const { rows } = await reader.contacts(pageSize, 0);
    const [known] = await registrarsById(database.db, [id]);
    const code = synced_at === null ? prefixOf(rows.map((contact) => contact.code)) : undefined;
    const told = row?.registrar ?? (await reader.registrar());
    if (!known || (!told && !code)) return;
    const changed = {
      name: told?.name ?? known.name,
      website: told?.website ?? known.website,
      code: code ?? known.code,
    };
    if (changed.name === known.name && changed.website === known.website && changed.code === known.code)
      return;
    await updateRegistrar(database.db, id, { ...changed, updated_at: clock.now() });
  }

  /** Pages of a list from where it stands to its end; false: it was told to stop. */
  async #list<T>(
    stage: string,
    mirror: Mirror,
    read: (limit: number, offset: number) => Promise<Page<T>>,
    write: (rows: readonly T[]) => Promise<void>,
    goOn: () => boolean,
  ): Promise<boolean> {
    const { database, pagesAtOnce, log, progress } = this.#parts;
    let { position, total } = mirror;
    let limit = pageSize;
    for (;;) {
      if (!goOn()) return false;
      const offset = position;
      // How many there are is told with the first.
      const count = Math.max(1, Math.min(pagesAtOnce, Math.ceil((total - offset) / limit)));
      const pages = await Promise.all(
        Array.from({ length: count }, (_, index) => read(limit, offset + index * limit)),
      );
      for (const page of pages) {
        await write(page.rows);
        for (const { key, why } of page.unreadable)
          log.error({ stage, key, why }, 'not understood, and left as it was');
        position += page.length;
        total = page.count;
        await saveProgress(database.db, { position, total });
        progress.tell({ stage, position, total });
        if (position >= total) return true;
        if (page.length === 0)
          throw new UpstreamTrouble('unreadable', `${stage}: a list ends before its end`);
        // Where fewer come than were asked for, the next ones begin elsewhere.
        if (page.length !== limit) {
          limit = Math.min(page.length, pageSize);
          break;
        }
      }
    }
  }

  /** Movements from the last known one on, page by page where the registry gives them so, and the balance. */
  async #account(mirror: Mirror, goOn: () => boolean): Promise<boolean> {
    const { reader } = this.#parts;
    const since = await reader.lastDay();
    try {
      const read = (limit: number, offset: number) => reader.movements(limit, offset, since);
      const start = { ...mirror, position: 0, total: 0 };
      if (!(await this.#list('account', start, read, (movements) => this.keep({ movements }), goOn)))
        return false;
    } catch (error) {
      // All of them come with the balance, in one answer.
      if (!(error instanceof UpstreamTrouble) || error.kind !== 'unreadable') throw error;
    }
    await this.keep(await reader.told({ account: true }));
    return true;
  }

  /** Lists move while they are read: what was not met may be there. Each is asked for. */
  async #missing({ registrar_id }: Mirror, since: Date, goOn: () => boolean): Promise<boolean> {
    const { database, reader } = this.#parts;
    for (const kind of ['domain', 'contact'] as const)
      for (let after = ''; ; ) {
        if (!goOn()) return false;
        const keys = await notReadSince(database.db, kind, registrar_id, { since, after, limit: batch });
        const last = keys.at(-1);
        if (last === undefined) break;
        after = last;
        await this.keep(await reader.told(kind === 'domain' ? { domains: keys } : { contacts: keys }));
      }
    await this.keep({ othersSince: new Date(since.getTime() - othersKeptMs) });
    return true;
  }
}

/** What most codes begin with, up to their colon. */
function prefixOf(codes: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const code of codes) {
    const [prefix, rest] = code.split(':');
    if (prefix && rest && prefix === prefix.toUpperCase() && !/\s/.test(prefix))
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
