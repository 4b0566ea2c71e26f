import { describe, expect, it } from 'vitest';
import { PageSize } from '#src/extensions/facade/page-size.ts';
import { type FormulaRegistry, formulaRegistry, type Sizes } from '../../../bench/formula-registry.ts';
import { atEndOfFile } from '../../support/at-end.ts';
import { testFacade } from '../../support/facade.ts';

async function registryOf(sizes: Sizes): Promise<FormulaRegistry> {
  const registry = await formulaRegistry(sizes);
  atEndOfFile(() => registry.close());
  return registry;
}

const never = new Promise<void>(() => {});
const rowsIn = (line: string): number => Number(/limit=(\d+)/.exec(line)?.[1]);

describe('a registry whose large pages take too long', () => {
  it('is read with smaller ones, one at a time, while callers are answered', async () => {
    const registry = await registryOf({ domains: 600, contacts: 30, movements: 1 });
    const { upstream, ask, request } = await testFacade(registry.url, {
      UPSTREAM_TIMEOUT: '2',
      UPSTREAM_PASS_TIMEOUT: '2',
      UPSTREAM_FRESH_FOR: 'PT0S',
    });
    const callers: unknown[] = [];
    let pages = 0;
    let mostPages = 0;
    registry.before = async (line) => {
      if (!/^GET \/domains\?.*details/.test(line) || line.includes('limit=1&')) return;
      pages += 1;
      mostPages = Math.max(mostPages, pages);
      // Somebody asks meanwhile, and more often than the circuit breaker lets a registry fail.
      if (rowsIn(line) > 60) {
        const { status } = await request({ url: '/registry/v1/domains/formula-7.ee' });
        callers.push(status);
        await request({ url: '/readyz' });
      }
      pages -= 1;
      if (rowsIn(line) > 60) await never;
    };
    await upstream.mirror.pass();
    const asked = registry.seen.filter((line) => /^GET \/domains\?.*details/.test(line)).map(rowsIn);
    // The first row tells who we are. Pages that never came are few, and nothing that came is asked for again.
    expect(asked.slice(0, 4)).toEqual([1, 200, 100, 50]);
    expect(asked.filter((rows) => rows > 60).length).toBeLessThanOrEqual(3);
    expect(asked.filter((rows) => rows === 50)).toHaveLength(12);
    expect(mostPages).toBe(1);
    expect(new Set(callers)).toEqual(new Set([200]));
    const { mirror } = await ask('{ mirror { state domains } }');
    expect(mirror).toEqual({ state: 'SYNCED', domains: 600 });
  });

  it('goes on with the size that it had found after all pages of a pass have failed', async () => {
    const registry = await registryOf({ domains: 3, contacts: 3, movements: 1 });
    const { upstream } = await testFacade(registry.url, { UPSTREAM_TIMEOUT: '0.2' });
    let isAway = true;
    let lists = 0;
    // The first list tells who we are.
    registry.before = (line) =>
      isAway && line.startsWith('GET /contacts?') && ++lists > 1 ? never : undefined;
    await expect(upstream.mirror.pass()).rejects.toThrow('does not answer');
    isAway = false;
    registry.seen.length = 0;
    await upstream.mirror.pass();
    expect(registry.seen.filter((line) => line.includes('details')).map(rowsIn)[0]).toBe(1);
  });
});

describe('a list whose order is never the same', () => {
  it('is met whole in one pass that ends, and nothing of it is taken for deleted', async () => {
    const registry = await registryOf({ domains: 300, contacts: 30, movements: 1 });
    registry.isUnsorted = true;
    const { upstream, ask, container } = await testFacade(registry.url);
    const rows = () =>
      container.database.db.selectFrom('domains').select(['id', 'name']).orderBy('id').execute();
    await upstream.mirror.pass();
    const met = await rows();
    expect(met).toHaveLength(300);
    const asked = registry.seen.filter((line) => /^GET \/domains\?.*details/.test(line));
    expect(asked.filter((line) => rowsIn(line) > 1)).toHaveLength(2);
    expect(asked.every((line) => line.includes('q%5Bs%5D=name%20asc'))).toBe(true);
    // Each that no page has shown is asked for once.
    const single = registry.seen.filter((line) => line.startsWith('GET /domains/'));
    expect(single.length).toBeGreaterThan(0);
    expect(new Set(single).size).toBe(single.length);
    await upstream.mirror.pass();
    expect(await rows()).toEqual(met);
    expect((await ask('{ mirror { state } }')).mirror).toEqual({ state: 'SYNCED' });
  });
});

describe('the size of a page', () => {
  const slowMs = 5_000;
  /** How long a registry takes in all, where this is how long each page takes; undefined: it never comes. */
  function passOver(domains: number, timeOf: (rows: number) => number | undefined) {
    const size = new PageSize(slowMs);
    const limitMs = 60_000;
    let [met, pages, failed, tookMs] = [0, 0, 0, 0];
    while (met < domains) {
      pages += 1;
      const { rows } = size;
      const ms = timeOf(rows) ?? limitMs;
      tookMs += Math.min(ms, limitMs);
      if (ms < limitMs) {
        met += rows;
        size.came(ms);
      } else {
        failed += 1;
        expect(size.failed(limitMs)).toBe(true);
      }
    }
    return { pages, failed, minutes: tookMs / 60_000 };
  }

  it('lets 100,000 domains at 15 ms each be met within an hour: 25 minutes of it are theirs', () => {
    expect(passOver(100_000, (rows) => 15 * rows)).toEqual({ pages: 500, failed: 0, minutes: 25 });
    // Four times as slow, pages are half as large; and still smaller where only small ones come at all.
    expect(passOver(50_000, (rows) => 60 * rows).minutes).toBeCloseTo(50, -1);
    const { failed, minutes } = passOver(100_000, (rows) => (rows > 50 ? undefined : 15 * rows));
    expect(failed).toBeLessThanOrEqual(10);
    expect(minutes).toBeLessThan(45);
  });

  it('is halved after a slow page and doubled after several quick ones', () => {
    const size = new PageSize(slowMs);
    size.came(slowMs);
    expect(size.rows).toBe(100);
    expect([size.failed(slowMs - 1), size.rows]).toEqual([false, 100]);
    expect([size.failed(slowMs), size.rows]).toEqual([true, 50]);
    for (let pages = 0; pages < 15; pages += 1) size.came(10);
    expect(size.rows).toBe(50);
    // Neither quick nor slow: it stays.
    size.came(slowMs - 1);
    for (let pages = 0; pages < 16; pages += 1) size.came(10);
    expect(size.rows).toBe(100);
  });

  it('is at least one row, since fewer cannot be requested', () => {
    const size = new PageSize(slowMs);
    const sizes = Array.from({ length: 9 }, () => [size.failed(slowMs), size.rows]);
    expect(sizes.at(-2)).toEqual([true, 1]);
    expect(sizes.at(-1)).toEqual([false, 1]);
  });
});
