import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Calendar } from '../../../base/calendar.ts';
import { type Clock, stopwatch } from '../../../base/clock.ts';
import { zoneFilesJob } from '../../../registry/operations/lifecycle/jobs.ts';
import { HeldJobs } from '../../../registry/operations/lifecycle/leases.ts';
import { toAscii } from '../../../registry/rules/domain/domain-name.ts';
import { greatestSerial } from '../../../registry/rules/domain/zone-declaration.ts';
import type { Database } from '../../../registry/store/driver/connections/database.ts';
import { saveRun } from '../../../registry/store/runner/job-leases.ts';
import { Lookout } from '../../../server/jobs/lookout.ts';
import { markUnchanged, type ZoneState, zoneStates } from '../store/zone-contents.ts';
import { inSerialPlace, serialIn, serialPlace, zoneFileName } from './document.ts';
import { digested, serialOf, zoneSnapshot } from './operations/zone-file.ts';
import { runZoneHook } from './zone-hook.ts';

export const lookEveryMs = 10_000;

export interface ZoneFilesParts {
  readonly directory: string;
  readonly hook: string | undefined;
  readonly database: Database;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly processId: string;
}

interface Written {
  readonly zone: string;
  readonly file: string;
  readonly serial: number;
}

/**
 * Keeps a directory up to date with the zones' files: looks every ten seconds whether a zone has changed, or whether
 * its file here has another serial than the newest one, as on a machine that was off. One process writes at a time;
 * where several have directories of their own, each writes its own, with the same content and serial.
 */
export class ZoneFiles {
  readonly #parts: ZoneFilesParts;
  readonly #lookout: Lookout;
  #isStopping = false;
  /** Since when something waits to be written. */
  #waiting: (() => number) | undefined;
  /** Files whose hook has failed, by zone: it is run again. */
  readonly #unannounced = new Map<string, Written>();
  #announcing: Promise<void> | undefined;

  constructor(parts: ZoneFilesParts) {
    this.#parts = { ...parts, directory: resolve(parts.directory) };
    this.#lookout = new Lookout({
      everyMs: lookEveryMs,
      log: parts.log,
      failure: 'zone files were not written',
      look: () => this.#look(),
    });
  }

  /** How long a change has been waiting to be written. */
  get lagSeconds(): number {
    return (this.#waiting?.() ?? 0) / 1000;
  }

  /** How many files the hook was not run for without a failure. */
  get unannounced(): number {
    return this.#unannounced.size;
  }

  start(): void {
    this.#lookout.start();
  }

  /** Waits for the file and the hook in progress. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#lookout.stop();
    await this.#announcing;
  }

  async #look(): Promise<void> {
    const { database, processId } = this.#parts;
    if ((await this.#due()).length === 0) {
      this.#waiting = undefined;
      void this.#announce();
      return;
    }
    const held = await HeldJobs.free(database, processId, [zoneFilesJob]);
    try {
      if (held.jobs.length > 0) await this.#writeDue(held);
    } finally {
      await held.giveBack();
      // A hook may take long, and zones change meanwhile.
      void this.#announce();
    }
  }

  /** Writes what has changed, and runs the hook for each file; returns how many were written. */
  async write(held: HeldJobs): Promise<number> {
    try {
      return await this.#writeDue(held);
    } finally {
      await this.#announce();
    }
  }

  async #writeDue(held: HeldJobs): Promise<number> {
    const { database, clock } = this.#parts;
    const startedAt = clock.now();
    const save = (taken: number, error: string | null) =>
      saveRun(database.db, zoneFilesJob, {
        startedAt,
        finishedAt: error === null ? clock.now() : null,
        taken,
        error,
      });
    try {
      await mkdir(this.#parts.directory, { recursive: true });
      const due = await this.#due();
      if (due.length > 0) await this.#removeLeftOver();
      let count = 0;
      const failed: unknown[] = [];
      for (const state of due) {
        held.check();
        // One zone that fails keeps no other one waiting.
        const written = await this.#writeZone(state, held).catch((error: unknown) => void failed.push(error));
        if (!written) continue;
        count += 1;
        this.#unannounced.set(written.zone, written);
      }
      if (failed.length > 0) throw failed[0];
      this.#waiting = undefined;
      await save(count, null);
      return count;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await save(0, reason.slice(0, 500)).catch(() => {});
      throw error;
    }
  }

  /** The zones whose file here is not the newest. */
  async #due(): Promise<ZoneState[]> {
    const { database } = this.#parts;
    const { db } = database.background;
    const states = await zoneStates(db);
    const due: ZoneState[] = [];
    for (const state of states)
      if (state.isChanged || (await this.#serialHere(state.origin)) !== state.serial) due.push(state);
    const settled = states.filter(({ isChanged }) => !isChanged);
    if (settled.length > 0) await markUnchanged(db, settled);
    if (due.length > 0) this.#waiting ??= stopwatch();
    return due;
  }

  #fileOf(origin: string): string {
    return join(this.#parts.directory, zoneFileName(origin));
  }

  async #serialHere(origin: string): Promise<number | undefined> {
    let file: FileHandle | undefined;
    try {
      file = await open(this.#fileOf(origin));
      const { buffer, bytesRead } = await file.read(Buffer.alloc(2048), 0, 2048, 0);
      return serialIn(buffer.toString('latin1', 0, bytesRead));
    } catch {
      return undefined;
    } finally {
      await file?.close();
    }
  }

  /**
   * Writes the file of a zone; undefined if it is already there, or a process elsewhere has made a newer one, which
   * is written next.
   */
  async #writeZone({ origin }: ZoneState, held: HeldJobs): Promise<Written | undefined> {
    const { database, calendar, clock, log } = this.#parts;
    const target = this.#fileOf(origin);
    const temporary = `${target}.${randomUUID()}.new`;
    const { db, writes, end } = await database.snapshot();
    const file = await open(temporary, 'wx', 0o644).catch(async (error: unknown) => {
      await end();
      throw error;
    });
    let isRenamed = false;
    try {
      const snapshot = await zoneSnapshot(db, origin);
      if (!snapshot) return undefined;
      await file.appendFile(snapshot.before + serialPlace);
      let digest = '';
      for await (const piece of digested(snapshot, (done) => (digest = done))) {
        if (this.#isStopping) return undefined;
        await file.appendFile(piece);
      }
      const here = await this.#serialHere(origin);
      const isAhead = here !== undefined && here < greatestSerial && here > (snapshot.state.serial ?? 0);
      const atLeast = isAhead ? here + 1 : 0;
      const now = clock.now();
      const serial = await serialOf(writes ?? database.db, snapshot, { calendar, now, digest, atLeast });
      if (serial === undefined || serial === here) return undefined;
      await file.write(inSerialPlace(serial), Buffer.byteLength(snapshot.before), 'latin1');
      await file.sync();
      // A process that takes over after this removes our file first: it cannot take the place of a newer one.
      await held.confirm(writes ?? database.db);
      await rename(temporary, target);
      isRenamed = true;
      await this.#syncDirectory();
      log.info({ zone: origin, serial }, 'a zone file was written');
      return { zone: toAscii(origin), file: target, serial };
    } finally {
      await file.close();
      await end();
      if (!isRenamed) await rm(temporary, { force: true });
    }
  }

  /** Writes the directory to the disk, so that the new name survives a power cut. */
  async #syncDirectory(): Promise<void> {
    const directory = await open(this.#parts.directory);
    await directory.sync().finally(() => directory.close());
  }

  /** Removes the files that a killed process has begun; only the holder of the lease writes here. */
  async #removeLeftOver(): Promise<void> {
    const { directory } = this.#parts;
    for (const name of await readdir(directory))
      if (/\.zone\.[\da-f-]{36}\.new$/.test(name)) await rm(join(directory, name), { force: true });
  }

  /** Runs the hook for the files that it was not run for. Never rejects. */
  #announce(): Promise<void> {
    this.#announcing ??= this.#runHooks();
    return this.#announcing;
  }

  /** One after the other, and once for each file, also for those that are written meanwhile. */
  async #runHooks(): Promise<void> {
    const { hook, log } = this.#parts;
    // Its promise is kept before it ends.
    await undefined;
    const tried = new Set<Written>();
    const next = () => [...this.#unannounced.values()].find((one) => !tried.has(one));
    for (let one = next(); one && !this.#isStopping; one = next()) {
      const { zone, file, serial } = one;
      tried.add(one);
      try {
        if (hook !== undefined) await runZoneHook(hook, { zone, file, serial: String(serial) });
        if (this.#unannounced.get(zone) === one) this.#unannounced.delete(zone);
      } catch (error) {
        log.error({ err: error, zone, serial }, 'the command of ZONE_HOOK failed, and will be run again');
      }
    }
    this.#announcing = undefined;
  }
}
