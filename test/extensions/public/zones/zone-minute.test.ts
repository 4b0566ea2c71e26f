import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { lookEveryMs, ZoneFiles } from '#src/extensions/public/zones/zone-files.ts';
import { longestHookMs } from '#src/extensions/public/zones/zone-hook.ts';
import { zoneFilesJob } from '#src/registry/operations/lifecycle/jobs.ts';
import { HeldJobs } from '#src/registry/operations/lifecycle/leases.ts';
import { Lookout } from '#src/server/jobs/lookout.ts';
import { atEndOfFile } from '../../../support/at-end.ts';
import { newDomain } from '../../../support/domains.ts';
import { expectDone, mutateOf } from '../../../support/operator.ts';
import { alpha, type TestWorld, testWorld } from '../../../support/world.ts';

/** A change is in the file at most a minute later, by the clock of the job: nobody waits for real seconds here. */
const minute = 60_000;
const directory = mkdtempSync(join(tmpdir(), 'zonegraph-minute-'));
atEndOfFile(() => rmSync(directory, { recursive: true, force: true }));
let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});
afterEach(() => {
  vi.useRealTimers();
});

const log = { info: () => {}, warn: () => {}, error: () => {} } as never;
const put = async (name: string, host: string) =>
  expectDone(
    await mutateOf(() => world)(
      'domainNameserversSet',
      { name, nameservers: [{ hostname: `ns1.${host}` }, { hostname: `ns2.${host}` }] },
      'domain { name }',
      alpha,
    ),
  );
const text = (): string => {
  try {
    return readFileSync(join(directory, 'ee.zone'), 'utf8');
  } catch {
    return '';
  }
};

/** Lets the time of the job go on until something is so; returns how much of it has gone by, from one look to the next. */
async function jobTimeUntil(isSo: () => boolean): Promise<number> {
  for (let passed = lookEveryMs; ; passed += lookEveryMs) {
    vi.advanceTimersByTime(lookEveryMs);
    const isDone = await expect
      .poll(isSo, { timeout: 15_000 })
      .toBe(true)
      .then(
        () => true,
        () => false,
      );
    if (isDone || passed > minute) return passed;
  }
}

it('a look, a hook that hangs and the next look leave a third of the minute to the writing of the file', () => {
  expect(lookEveryMs + longestHookMs).toBeLessThanOrEqual((minute * 2) / 3);
});

it('a change is written within the minute, and one whose writing failed too', {
  timeout: 400_000,
}, async () => {
  const name = await newDomain(world, { name: 'minut.ee' });
  await put(name, 'first.example');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { database, calendar, clock } = world.container;
  const files = new ZoneFiles({
    directory: join(directory),
    hook: undefined,
    database,
    calendar,
    clock,
    log,
    processId: 'minute',
  });
  files.start();
  try {
    await expect.poll(text, { timeout: 60_000 }).toContain('minut.ee. IN NS ns1.first.example.');
    await put(name, 'second.example');
    expect(await jobTimeUntil(() => text().includes('ns1.second.example.'))).toBeLessThanOrEqual(minute);
    // A file stands where the directory was.
    rmSync(directory, { recursive: true });
    writeFileSync(directory, '');
    await put(name, 'third.example');
    vi.advanceTimersByTime(lookEveryMs);
    await expect.poll(() => files.lagSeconds, { timeout: 60_000 }).toBeGreaterThan(0);
    rmSync(directory);
    expect(await jobTimeUntil(() => text().includes('ns1.third.example.'))).toBeLessThanOrEqual(minute);
  } finally {
    await files.stop();
  }
});

it('a change is written while the hook for another file hangs, and both files have their hook', {
  timeout: 400_000,
}, async () => {
  const place = mkdtempSync(join(tmpdir(), 'zonegraph-hook-'));
  const [hook, begun, open, told] = ['hook', 'begun', 'open', 'told'].map((name) => join(place, name));
  writeFileSync(
    String(hook),
    `#!/bin/sh\ntouch ${begun}\nwhile [ ! -e ${open} ]; do sleep 0.1; done\necho "$ZONE $ZONE_SERIAL" >> ${told}\n`,
    { mode: 0o755 },
  );
  const name = await newDomain(world, { name: 'ripub.ee' });
  await put(name, 'before.example');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { database, calendar, clock } = world.container;
  const folder = join(place, 'zones');
  const files = new ZoneFiles({
    ...{ directory: folder, hook, database, calendar, clock, log },
    processId: 'hook',
  });
  const written = (): string =>
    existsSync(join(folder, 'ee.zone')) ? readFileSync(join(folder, 'ee.zone'), 'utf8') : '';
  files.start();
  try {
    await expect.poll(() => existsSync(String(begun)), { timeout: 120_000 }).toBe(true);
    expect(written()).toContain('ns1.before.example.');
    await put(name, 'after.example');
    // The only look: the one before has ended.
    vi.advanceTimersByTime(lookEveryMs);
    await expect.poll(written, { timeout: 120_000 }).toContain('ns1.after.example.');
    expect(existsSync(String(told))).toBe(false);
    writeFileSync(String(open), '');
    const serial = /SOA \S+ \S+ \( (\d+)/.exec(written())?.[1];
    await expect
      .poll(() => (existsSync(String(told)) ? readFileSync(String(told), 'utf8') : ''), { timeout: 120_000 })
      .toContain(`ee ${serial}`);
  } finally {
    writeFileSync(String(open), '');
    await files.stop();
    rmSync(place, { recursive: true, force: true });
  }
});

it.runIf(inject('testDatabase').kind === 'postgres')(
  'a process that was paused until another one took over leaves the newer file alone',
  async () => {
    const place = mkdtempSync(join(tmpdir(), 'zonegraph-paused-'));
    const name = await newDomain(world, { name: 'paus.ee' });
    await put(name, 'old.example');
    const { database, calendar, clock } = world.container;
    const writer = (processId: string) =>
      new ZoneFiles({ directory: place, hook: undefined, database, calendar, clock, log, processId });
    const held = await HeldJobs.free(database, 'paused', [zoneFilesJob]);
    const confirm = held.confirm.bind(held);
    held.confirm = async (db) => {
      held.confirm = confirm;
      await sql`update job_leases set held_until = clock_timestamp() - interval '1 second' where job = ${zoneFilesJob}`.execute(
        database.db,
      );
      await put(name, 'new.example');
      const taken = await HeldJobs.free(database, 'next', [zoneFilesJob]);
      expect(await writer('next').write(taken)).toBeGreaterThan(0);
      await confirm(db);
    };
    await expect(writer('paused').write(held)).rejects.toThrow('another process has taken the jobs over');
    expect(readFileSync(join(place, 'ee.zone'), 'utf8')).toContain('paus.ee. IN NS ns1.new.example.');
    expect(readdirSync(place).filter((file) => file.endsWith('.new'))).toEqual([]);
    rmSync(place, { recursive: true });
  },
);

it('looks are one at a time: one that outlasts its time, or fails, is followed by the next in its time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const ends: (() => void)[] = [];
  const lookout = new Lookout({
    everyMs: lookEveryMs,
    log,
    failure: 'it failed',
    look: () =>
      new Promise((resolve, reject) =>
        ends.push(ends.length === 1 ? () => reject(new Error('no')) : resolve),
      ),
  });
  const pass = async () => {
    vi.advanceTimersByTime(lookEveryMs);
    await new Promise(setImmediate);
    return ends.length;
  };
  const end = async (look: number) => {
    ends[look]?.();
    await new Promise(setImmediate);
  };
  lookout.start();
  expect(await pass()).toBe(1);
  await end(0);
  expect(await pass()).toBe(2);
  await end(1);
  expect(await pass()).toBe(3);
  expect(await pass()).toBe(3);
  await end(2);
  expect(await pass()).toBe(4);
  await end(3);
  await lookout.stop();
  expect(await pass()).toBe(4);
});
