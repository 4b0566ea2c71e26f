import { expect, it } from 'vitest';
import { Calendar } from '#src/core/calendar.ts';
import { summarise } from '#src/registry/operations/runner/effects-compared.ts';
import type { Effects } from '#src/registry/operations/runner/running-context.ts';

/** Each kind of effect counts by itself, whatever else shows the same difference. */
const none: Effects = { changes: [], messages: [], charges: [], outbox: [], facts: [], made: [] };
const differences = async (one: Partial<Effects>, other: Partial<Effects>): Promise<string[]> => {
  const [before, after] = await Promise.all(
    [one, other].map((effects) =>
      summarise(
        {
          effects: { ...none, ...effects },
          now: new Date('2026-11-18T10:00:00Z'),
          calendar: new Calendar('Europe/Tallinn'),
        },
        {},
        { operation: { name: 'domain.transfer' }, input: { name: 'a.ee' }, value: { id: 1 } },
      ),
    ),
  );
  const names = new Set([...(before?.parts.keys() ?? []), ...(after?.parts.keys() ?? [])]);
  return [...names].filter((name) => before?.parts.get(name) !== after?.parts.get(name));
};
const message = (registrarId: number, kind: string) =>
  ({ registrarId, kind, text: 'x' }) as unknown as Effects['messages'][number];
const charge = (sum: string) => ({ registrarId: 1, sum }) as unknown as Effects['charges'][number];
const mail = (to: string) =>
  ({ kind: 'mail', payload: { to }, recipients: [] }) as unknown as Effects['outbox'][number];

it('who gets a poll message, and of which kind', async () => {
  expect(await differences({ messages: [message(1, 'transferred')] }, { messages: [] })).toEqual([
    'its messages',
  ]);
  expect(
    await differences({ messages: [message(1, 'transferred')] }, { messages: [message(2, 'transferred')] }),
  ).toEqual(['its messages']);
  expect(
    await differences({ messages: [message(1, 'transferred')] }, { messages: [message(1, 'deleted')] }),
  ).toEqual(['its messages']);
  expect(
    await differences({ messages: [message(1, 'transferred')] }, { messages: [message(1, 'transferred')] }),
  ).toEqual([]);
});

it('who gets a mail', async () => {
  expect(await differences({ outbox: [mail('a@b.ee')] }, { outbox: [mail('c@d.ee')] })).toEqual([
    'its mails',
  ]);
});

it('what is charged', async () => {
  expect(await differences({ charges: [charge('-10.00')] }, { charges: [charge('-11.00')] })).toEqual([
    'its price',
  ]);
});
