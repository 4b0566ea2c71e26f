import { expect, it } from 'vitest';
import { Calendar } from '#src/base/calendar.ts';
import { summarise } from '#src/registry/operations/runner/effects-compared.ts';

const names = Array.from({ length: 1000 }, (_, n) => `a${n}.ee`);
const changes = names.map((key, id) => ({
  type: 'domain' as const,
  id,
  key,
  before: { name: key },
  after: { name: key, registrant: 'ALPHA:A' },
}));
const effects = { changes, messages: [], charges: [], outbox: [], facts: [], made: [] };
const results = names.map((name) => ({ name, ok: true, failures: [] }));

it('a write of very many objects is compared in batches, between which others are served', async () => {
  let turns = 0;
  let isDone = false;
  const others = (): void => {
    turns += 1;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  const context = { effects, now: new Date(), calendar: new Calendar('Europe/Tallinn') };
  const compared = { operation: { name: 'domain.apply-change-set' }, input: {}, value: { results } };
  const { items } = await summarise(context, {}, compared);
  isDone = true;
  expect(items).toHaveLength(1000);
  expect(turns).toBeGreaterThanOrEqual(18);
});
