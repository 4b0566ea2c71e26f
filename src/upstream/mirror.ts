import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../core/clock.ts';
import { HeldJobs } from '../jobs/leases.ts';
import { keepMirror, type Told } from '../operations/mirror/keep-mirror.ts';
import type { MirroredMovement } from '../operations/mirror/model/mirrored.ts';
import { codeFor } from '../operations/mirror/model/put-domains.ts';
import type { Runner } from '../operations/runner/runner.ts';
import type { Database } from '../store/driver/database.ts';
import { isAway } from '../store/driver/trouble.ts';
import { introduce, type Mirror, saveProgress, theMirror } from '../store/registry/mirror.ts';
import { type Asked, notReadSince, readTimes, type Subject } from '../store/registry/mirror-order.ts';
import { registrarsById } from '../store/registry/registrars.ts';
import type { Page } from './answers.ts';
import type { Progress } from './progress.ts';
import type { UpstreamReader } from './reader.ts';
import { type Left, UpstreamTrouble } from './trouble.ts';

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
  /** So many pages at once. */
  readonly pagesAtOnce: number;
  readonly progress: Progress;
}

/** A list of the registry, page by page. */
interface List<T> {
  readonly stage: string;
  read(limit: number, offset: number): Promise<Page<T>>;
  write(asked: Asked, rows: readonly T[]): Promise<unknown>;
  /** Of lists whose rows move while they are read. */
  readonly subject?: (row: T) => Subject;
}

/** So often a list may move under a pass before it is read on all the same: the next pass meets what this one has missed. */
const mostGaps = 200;

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
    const { reader, syncEveryMs } = this.#parts;
    return (await reader.asked()).at.getTime() - mirror.synced_at.getTime() >= syncEveryMs;
  }

  /** One whole pass, or the rest of one; ends early when it is told to stop. */
  async pass(check: () => void = () => {}): Promise<void> {
    const { database, reader, log, progress } = this.#parts;
    const { db } = database;
    let mirror = await this.#begun();
    const beganAt = mirror.began_at ?? (await reader.asked()).at;
    const goOn = (): boolean => {
      check();
      return !this.#stopped;
    };
    const stages: readonly (readonly [string, () => Promise<boolean>])[] = [
      [
        'contacts',
        () =>
          this.#list(mirror, goOn, {
            stage: 'contacts',
            read: (limit, offset) => reader.contacts(limit, offset),
            write: (asked, contacts) => this.keep({ asked, contacts }),
            subject: ({ code }) => `contact ${code}`,
          }),
      ],
      [
        'domains',
        () =>
          this.#list(mirror, goOn, {
            stage: 'domains',
            read: (limit, offset) => reader.domains(limit, offset),
            write: async (asked, domains) => this.keep(await reader.withPeople(asked, domains)),
            subject: ({ name }) => `domain ${name}`,
          }),
      ],
      [
        'notifications',
        async () => {
          const asked = await reader.asked();
          await this.keep({ asked, notifications: await reader.notifications(this.#left('notifications')) });
          return true;
        },
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

  /** Gives back what was written or changed by others since this was asked for, and is left as it is. */
  keep = async (told: Told): Promise<readonly Subject[]> => {
    const outcome = await this.#parts.runner().run(keepMirror, told, {
      actor: { kind: 'system', job: 'upstream' },
      request: { id: randomUUID(), via: 'job' },
    });
    if (!outcome.ok) throw new Error(outcome.failures[0].message);
    return outcome.value;
  };

  /** One object that nobody understands keeps no other from being read. */
  #left(stage: string): Left {
    return (key, why) => this.#parts.log.error({ stage, key, why }, 'not understood, and left as it was');
  }

  async #begun(): Promise<Mirror> {
    const { database, reader } = this.#parts;
    const found = await theMirror(database.db);
    if (!found) throw new Error('there is no mirror to keep');
    if (found.stage !== null) return found;
    await this.#introduce(found);
    const began = { stage: 'contacts', position: 0, total: 0, began_at: (await reader.asked()).at };
    await saveProgress(database.db, began);
    return { ...found, ...began };
  }

  /** Who we are is told by what is ours. The code is never told: contacts begin with it. */
  async #introduce({ registrar_id: id, synced_at }: Mirror): Promise<void> {
    const { reader, database, clock } = this.#parts;
    const [row] = (await reader.domains(1, 0)).rows;
    const { rows } = await reader.contacts(pageSize, 0);
    const [known] = await registrarsById(database.db, [id]);
    const prefix = synced_at === null ? prefixOf(rows.map((contact) => contact.code)) : undefined;
    const code = prefix && codeFor(prefix);
    const told = row?.registrar ?? (await reader.registrar());
    if (!known || (!told && !code)) return;
    const changed = {
      name: told?.name ?? known.name,
      website: told?.website ?? known.website,
      code: code ?? known.code,
    };
    if (changed.name === known.name && changed.website === known.website && changed.code === known.code)
      return;
    await database.transaction((db) => introduce(db, id, changed, clock.now()));
  }

  /**
   * Pages of a list from where it stands to its end; false: it was told to stop. What goes from a list, or moves to its
   * end, draws what follows to the front: so each page begins with the last row of the one before it. Where it does not,
   * rows are missing between them, and it goes back.
   */
  async #list<T>(mirror: Mirror, goOn: () => boolean, list: List<T>): Promise<boolean> {
    const { database, reader, pagesAtOnce, log, progress } = this.#parts;
    const { stage, read, write, subject } = list;
    let { position, total } = mirror;
    let limit = pageSize;
    let gaps = 0;
    let before: ReadonlySet<Subject> | undefined;
    for (;;) {
      if (!goOn()) return false;
      // Who gives one at a time cannot give one twice.
      const overlap = subject && limit > 1 ? 1 : 0;
      const offset = Math.max(0, position - overlap);
      const step = limit - overlap;
      // How many there are is told with the first.
      const count = Math.max(1, Math.min(pagesAtOnce, Math.ceil((total - offset) / step)));
      const asked = await reader.asked();
      const pages = await Promise.all(
        Array.from({ length: count }, (_, index) => read(limit, offset + index * step)),
      );
      for (const [index, page] of pages.entries()) {
        const start = offset + index * step;
        total = page.count;
        const isChecked = overlap > 0 && start > 0 && gaps < mostGaps;
        if (isChecked && !(await this.#follows(page, list, before, mirror))) {
          gaps += 1;
          if (gaps < mostGaps) log.info({ stage, position }, 'the list has moved: going back a page');
          else log.warn({ stage, position }, 'the list moves too much: reading on without looking');
          position = Math.max(0, Math.min(start, total) - step);
          before = undefined;
          break;
        }
        await write(asked, page.rows);
        for (const { key, why } of page.unreadable) this.#left(stage)(key, why);
        before = subject && new Set(page.rows.map(subject));
        position = start + page.length;
        await saveProgress(database.db, { position, total });
        progress.tell({ stage, position, total });
        if (position >= total) return true;
        if (page.length <= (start > 0 ? overlap : 0))
          throw new UpstreamTrouble('unreadable', `${stage}: a list ends before its end`);
        // Where fewer come than were asked for, the next ones begin elsewhere.
        if (page.length !== limit) {
          limit = Math.min(page.length, pageSize);
          break;
        }
      }
    }
  }

  /** Whether a page begins with what was read already: after a restart nobody remembers the page before, but the mirror. */
  async #follows<T>(
    { rows, length, unreadable }: Page<T>,
    { subject }: List<T>,
    before: ReadonlySet<Subject> | undefined,
    { began_at }: Mirror,
  ): Promise<boolean> {
    const [first] = rows;
    if (length === 0) return false;
    // Which of its rows is the first one is not told then.
    if (!subject || !first || unreadable.length > 0) return true;
    if (before) return before.has(subject(first));
    const known = (await readTimes(this.#parts.database.db, [subject(first)])).get(subject(first));
    return known !== undefined && began_at !== null && known.at >= began_at;
  }

  /** Movements from the last known one on, page by page where the registry gives them so, and the balance. */
  async #account(mirror: Mirror, goOn: () => boolean): Promise<boolean> {
    const { reader } = this.#parts;
    const since = await reader.lastDay();
    try {
      const read = (limit: number, offset: number) => reader.movements(limit, offset, since);
      const write = async (asked: Asked, movements: readonly MirroredMovement[]) =>
        this.keep(await reader.withDomains(asked, movements));
      const start = { ...mirror, position: 0, total: 0 };
      if (!(await this.#list(start, goOn, { stage: 'account', read, write }))) return false;
    } catch (error) {
      // All of them come with the balance, in one answer.
      if (!(error instanceof UpstreamTrouble) || error.kind !== 'unreadable') throw error;
    }
    await this.keep(await reader.told({ account: true }, undefined, this.#left('account')));
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
        const touched = kind === 'domain' ? { domains: keys } : { contacts: keys };
        await this.keep(await reader.told(touched, undefined, this.#left('missing')));
      }
    await this.keep({ asked: await reader.asked(), othersSince: new Date(since.getTime() - othersKeptMs) });
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
