import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type Clock, stopwatch } from '../../base/clock.ts';
import { limit } from '../../base/limits.ts';
import { HeldJobs } from '../../registry/operations/lifecycle/leases.ts';
import type { Runner } from '../../registry/operations/runner/runner.ts';
import { normaliseLookup } from '../../registry/rules/domain/domain-name.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import { isUnreachable } from '../../registry/store/driver/connections/trouble.ts';
import { registrarsById } from '../../registry/store/registry/registrars.ts';
import type { Page } from './answers.ts';
import { keepMirror, type Snapshot } from './operations/keep-mirror.ts';
import type { MirroredMovement } from './operations/model/mirrored.ts';
import { codeFor } from './operations/model/put-domains.ts';
import { PageSize } from './page-size.ts';
import type { Progress } from './progress.ts';
import type { UpstreamReader } from './reader.ts';
import { type Mirror, readMirror, saveProgress, setOwnRegistrar } from './store/mirror.ts';
import { notReadSince, type Subject, type Ticket, unreadKeys } from './store/mirror-order.ts';
import { type OnUnparsed, UpstreamError } from './upstream-error.ts';

const job = 'mirror';
/** The number of names or codes in a page of them. */
const pageOfKeys = 1_000;
/** The number of contacts from which the prefix of their codes is derived. */
const someContacts = 50;
/** The number of objects that are read by name at the same time. */
const batch = 20;
/** How long a domain of another registrar is kept after it was last read. */
const othersKeptMs = 3_600_000;
const shortestPauseMs = limit(
  'milliseconds between two passes of the mirror that failed, at least',
  2_000,
  'A registry in trouble is left alone.',
);
const longestPauseMs = limit(
  'milliseconds between two passes of the mirror that failed',
  5 * 60_000,
  'It is noticed soon that the registry is back.',
);
const longestWaitMs = limit(
  'milliseconds that the mirror waits because the registry asks for it',
  15 * 60_000,
  'Even if it asks for more.',
);

export interface MirrorParts {
  readonly database: Database;
  readonly runner: () => Runner;
  readonly reader: UpstreamReader;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly processId: string;
  readonly syncEveryMs: number;
  /** A page that takes longer is too large. */
  readonly slowMs: number;
  readonly progress: Progress;
}

/** A list of the registry, page by page. */
interface List<T> {
  readonly stage: string;
  read(limit: number, offset: number): Promise<Page<T>>;
  write(asked: Ticket, rows: readonly T[]): Promise<unknown>;
}

/** A page, and when it was asked for. */
interface DatedPage<T> {
  readonly asked: Ticket;
  readonly page: Page<T>;
}

/**
 * Keeps the mirror: a pass reads everything, page by page, and writes the differences. Its position is saved after
 * each page, so that another process continues there after a crash. An object that no page has shown is asked for by
 * name, and is removed only if the registry answers that it does not exist.
 */
export class MirrorKeeper {
  readonly #parts: MirrorParts;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  /** The page size of each list, for as long as this process runs. */
  readonly #sizes = new Map<string, PageSize>();
  #failures = 0;
  #stopped = false;

  constructor(parts: MirrorParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopped = false;
    this.#wake();
  }

  /** Ends the running pass after its current page; the next pass continues from there. */
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

  /** Runs a pass if one is due. Returns how many milliseconds to wait before the next look. */
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
      // A stopping process aborts the requests of its pass: that is not a failure.
      if (this.#stopped) return often;
      this.#failures += 1;
      const waitMs = error instanceof UpstreamError ? (error.waitSeconds ?? 0) * 1000 : 0;
      if (error instanceof UpstreamError) {
        log.warn(
          { trouble: error.kind, particulars: error.particulars },
          'the mirror is waiting for the registry',
        );
        await saveProgress(database.db, { trouble: error.message }).catch(() => {});
      } else if (!isUnreachable(error)) log.error({ err: error }, 'the mirror could not be refreshed');
      const pauseMs = Math.min(shortestPauseMs * 2 ** (this.#failures - 1), longestPauseMs, syncEveryMs);
      return Math.max(pauseMs, Math.min(waitMs, longestWaitMs));
    }
  }

  async #isDue(): Promise<boolean> {
    const mirror = await readMirror(this.#parts.database.db);
    if (!mirror) return false;
    if (mirror.stage !== null || mirror.synced_at === null) return true;
    const { reader, syncEveryMs } = this.#parts;
    return (await reader.asked()).at.getTime() - mirror.synced_at.getTime() >= syncEveryMs;
  }

  /** One whole pass, or the rest of one; ends early when it is stopped. */
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
          }),
      ],
      [
        'domains',
        () =>
          this.#list(mirror, goOn, {
            stage: 'domains',
            read: (limit, offset) => reader.domains(limit, offset),
            write: async (asked, domains) => this.keep(await reader.withPeople(asked, domains)),
          }),
      ],
      [
        'notifications',
        async () => {
          const asked = await reader.asked();
          await this.keep({
            asked,
            notifications: await reader.notifications(this.#logUnparsed('notifications')),
          });
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
      progress.report({ stage: name, position: mirror.position, total: mirror.total });
      if (!(await work())) return;
    }
    await saveProgress(db, { stage: null, position: 0, total: 0, synced_at: beganAt, trouble: null });
    progress.done();
    if (mirror.synced_at === null) log.info('the mirror is complete');
  }

  /** Returns the objects that were left as they are, because they were written or changed after this was asked for. */
  keep = async (reported: Snapshot): Promise<readonly Subject[]> => {
    const outcome = await this.#parts.runner().run(keepMirror, reported, {
      actor: { kind: 'system', job: 'upstream' },
      request: { id: randomUUID(), via: 'job' },
    });
    if (!outcome.ok) throw new Error(outcome.failures[0].message);
    return outcome.value;
  };

  /** Logs an object that is not understood: the others are still read. */
  #logUnparsed(stage: string): OnUnparsed {
    return (key, why) =>
      this.#parts.log.error({ stage, key, why }, 'an object could not be understood and was left as it was');
  }

  async #begun(): Promise<Mirror> {
    const { database, reader } = this.#parts;
    const found = await readMirror(database.db);
    if (!found) throw new Error('there is no mirror to refresh');
    if (found.stage !== null) return found;
    await this.#introduce(found);
    const began = { stage: 'contacts', position: 0, total: 0, began_at: (await reader.asked()).at };
    await saveProgress(database.db, began);
    return { ...found, ...began };
  }

  /**
   * Our name is read from our own objects. The code is derived from the prefix of our contacts: the registry
   * never reports it.
   */
  async #introduce({ registrar_id: id, synced_at }: Mirror): Promise<void> {
    const { reader, database, clock } = this.#parts;
    const [row] = (await reader.domains(1, 0)).rows;
    const [known] = await registrarsById(database.db, [id]);
    const contacts = synced_at === null ? (await reader.contacts(someContacts, 0)).rows : [];
    const prefix = prefixOf(contacts.map((contact) => contact.code));
    const code = prefix && codeFor(prefix);
    const reported = row?.registrar ?? (await reader.registrar());
    if (!known || (!reported && !code)) return;
    const changed = {
      name: reported?.name ?? known.name,
      website: reported?.website ?? known.website,
      code: code ?? known.code,
    };
    if (changed.name === known.name && changed.website === known.website && changed.code === known.code)
      return;
    await database.transaction((db) => setOwnRegistrar(db, id, changed, clock.now()));
  }

  /**
   * Reads the pages of a list from its position to its end; false: it was stopped. One page at a time, the
   * next one while this one is written. Rows may move meanwhile, whatever their order is: those that were
   * read count, and the others are found by name later (`#missing`).
   */
  async #list<T>(mirror: Mirror, goOn: () => boolean, { stage, read, write }: List<T>): Promise<boolean> {
    const { database, log, progress } = this.#parts;
    let { position } = mirror;
    let coming: Promise<DatedPage<T>> | undefined = this.#page(stage, read, position, goOn);
    try {
      for (;;) {
        const { asked, page }: DatedPage<T> = await coming;
        const { count: total, length }: Page<T> = page;
        const isLast: boolean = length === 0 || position + length >= total;
        coming = isLast || !goOn() ? undefined : this.#page(stage, read, position + length, goOn);
        // A failure is reported when the page is awaited; this prevents an unhandled rejection until then.
        coming?.catch(() => {});
        await write(asked, page.rows);
        for (const { key, why } of page.unreadable) this.#logUnparsed(stage)(key, why);
        position += length;
        await saveProgress(database.db, { position, total, trouble: null });
        progress.report({ stage, position, total });
        if (isLast && position < total)
          log.warn({ stage, position, total }, 'a list ended before its reported total');
        if (isLast) return true;
        if (!coming) return false;
      }
    } finally {
      await coming?.catch(() => {});
    }
  }

  /** A page; where it takes too long, a smaller one. */
  async #page<T>(
    stage: string,
    read: List<T>['read'],
    offset: number,
    goOn: () => boolean,
  ): Promise<DatedPage<T>> {
    const { reader, log, slowMs } = this.#parts;
    const size = this.#sizes.get(stage) ?? new PageSize(slowMs);
    this.#sizes.set(stage, size);
    for (;;) {
      const asked = await reader.asked();
      const took = stopwatch();
      try {
        const page = await read(size.rows, offset);
        refuseEmptyPage(stage, offset, page);
        size.came(took());
        return { asked, page };
      } catch (error) {
        const isSlow = error instanceof UpstreamError && error.kind === 'away' && size.failed(took());
        if (!isSlow || !goOn()) throw error;
        log.info({ stage, offset, rows: size.rows }, 'a page took too long: asking for fewer rows');
      }
    }
  }

  /** Reads the movements since the last known one, page by page if the registry supports that, and the balance. */
  async #account(mirror: Mirror, goOn: () => boolean): Promise<boolean> {
    const { reader } = this.#parts;
    const since = await reader.lastDay();
    try {
      const read = (limit: number, offset: number) => reader.movements(limit, offset, since);
      const write = async (asked: Ticket, movements: readonly MirroredMovement[]) =>
        this.keep(await reader.withDomains(asked, movements));
      const start = { ...mirror, position: 0, total: 0 };
      if (!(await this.#list(start, goOn, { stage: 'account', read, write }))) return false;
    } catch (error) {
      // Without pages all movements come with the balance, in one answer.
      if (!(error instanceof UpstreamError) || error.kind !== 'unreadable') throw error;
    }
    await this.keep(await reader.reported({ account: true }, undefined, this.#logUnparsed('account')));
    return true;
  }

  /**
   * Asks by name for the objects that this pass has not read: those that the registry lists, and those in the mirror.
   * Pages shift while they are read, so an object that no page has shown may still exist.
   */
  async #missing({ registrar_id }: Mirror, since: Date, goOn: () => boolean): Promise<boolean> {
    const { database, reader } = this.#parts;
    const { db } = database;
    for (const kind of ['domain', 'contact'] as const) {
      const tried = new Set<string>();
      const ask = async (keys: readonly string[]): Promise<boolean> => {
        const wanted = keys.filter((key) => !tried.has(key));
        for (let start = 0; start < wanted.length; start += batch) {
          if (!goOn()) return false;
          const some = wanted.slice(start, start + batch);
          for (const key of some) tried.add(key);
          const touched = kind === 'domain' ? { domains: some.map(normaliseLookup) } : { contacts: some };
          await this.keep(await reader.reported(touched, undefined, this.#logUnparsed('missing')));
        }
        return goOn();
      };
      for (let offset = 0, total = 1; offset < total; ) {
        const page = await reader.keys(kind, pageOfKeys, offset);
        refuseEmptyPage(kind, offset, page);
        if (!(await ask(await unreadKeys(db, kind, page.rows, since)))) return false;
        offset += page.length;
        total = page.length === 0 ? 0 : page.count;
      }
      for (let after: string | undefined = ''; after !== undefined; ) {
        const keys = await notReadSince(db, kind, registrar_id, { since, after, limit: batch });
        if (!(await ask(keys))) return false;
        after = keys.at(-1);
      }
    }
    await this.keep({ asked: await reader.asked(), othersSince: new Date(since.getTime() - othersKeptMs) });
    return true;
  }
}

/** An empty first page of a list that claims to have rows is an error. */
function refuseEmptyPage(what: string, offset: number, { length, count }: Page<unknown>): void {
  if (offset === 0 && length === 0 && count > 0)
    throw new UpstreamError('unreadable', `${what}: an empty list of ${count}`);
}

/** The most common prefix of the codes, up to the colon. */
function prefixOf(codes: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const code of codes) {
    const [prefix, rest] = code.split(':');
    if (prefix && rest && prefix === prefix.toUpperCase() && !/\s/.test(prefix))
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
