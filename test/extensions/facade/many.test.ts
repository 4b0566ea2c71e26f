import { describe, expect, it } from 'vitest';
import { formulaRegistry } from '../../../bench/formula-registry.ts';
import { atEndOfFile } from '../../support/at-end.ts';
import { testFacade } from '../../support/facade.ts';

describe('a first pass over many domains', () => {
  it('reads each page once, a few ahead of what is written and no more, money too', async () => {
    const sizes = { domains: 800, contacts: 200, movements: 500 };
    const registry = await formulaRegistry(sizes);
    atEndOfFile(() => registry.close());
    const { upstream, container, ask, request } = await testFacade(registry.url);
    const { db } = container.database;
    let mostAhead = 0;
    let halfway: unknown;
    registry.before = async (line) => {
      const offset = /^GET \/domains\?.*offset=(\d+)/.exec(line)?.[1];
      if (offset === undefined) return;
      const { position, stage } = await db
        .selectFrom('mirror')
        .select(['position', 'stage'])
        .executeTakeFirstOrThrow();
      if (offset === '400') {
        const { status, body } = await request({ url: '/readyz' });
        halfway = { ...(await ask('{ mirror { state progress } }')).mirror, status, reported: body.mirror };
      }
      if (stage === 'domains') mostAhead = Math.max(mostAhead, Number(offset) + 200 - position);
    };
    await upstream.mirror.pass();
    expect(mostAhead).toBeLessThanOrEqual(2 * 200);
    expect(halfway).toMatchObject({
      state: 'FIRST_PASS',
      progress: expect.closeTo(0.3, 1),
      status: 503,
      reported: { state: 'FIRST_PASS', trouble: null },
    });
    const { mirror, account, domains } = await ask(
      '{ mirror { state domains contacts } account { balance transactions { totalCount } } domains { totalCount } }',
    );
    expect({ mirror, account, domains }).toEqual({
      mirror: { state: 'SYNCED', domains: 800, contacts: 200 },
      account: { balance: '995000.00', transactions: { totalCount: 500 } },
      domains: { totalCount: 800 },
    });
    const pages = registry.seen.filter((line) => line.includes('offset=') && !line.includes('limit=1&'));
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages.filter((line) => line.startsWith('GET /accounts?'))).toHaveLength(3);
    // The oldest comes first, so that the balance after each is the one that it tells.
    const ledger = await db.selectFrom('ledger').select('balance').orderBy('position').execute();
    expect(ledger.map(({ balance }) => Number(balance))).toEqual(
      Array.from({ length: 500 }, (_, n) => 1_000_000 - 10 * (n + 1)),
    );
  });
});
