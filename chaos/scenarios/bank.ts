import { type Answer, person, registration } from '../caller.ts';
import { expectEqual, inParallel, newContact, proveLedger, type Scenario } from '../testbed.ts';

/** Money moves through two processes at once; whatever was answered, the books agree with it. */
export const bank: Scenario = {
  name: 'bank',
  play: async ({ callers, random, scale }) => {
    const registrant = await newContact(callers[0], 'alpha', person);
    let acknowledged = 0;
    const before = await proveLedger(callers[0]);
    await inParallel(60 * scale, 12, async (index) => {
      const caller = random.of(callers);
      const sum = random.of(['5.00', '-1.00', '0.37']);
      const answer: boolean =
        random.next() < 0.5
          ? (await caller.rest('alpha', 'POST /domains', registration(`bank-${index}.ee`, registrant)))
              ?.code === 1000
          : Boolean(
              (
                await caller.graph(
                  'operator',
                  'mutation ($input: AccountAdjustInput!) { accountAdjust(input: $input) { transaction { id } } }',
                  { input: { registrar: random.of(['ALPHA', 'BETA']), amount: sum } },
                )
              )?.accountAdjust?.transaction,
            );
      if (answer) acknowledged += 1;
    });
    const movements = (await proveLedger(callers[1])) - before;
    expectEqual(movements, acknowledged, 'movements and acknowledged operations');
    if (acknowledged === 0) throw new Error('nothing was done');
    return `${acknowledged} movements through two processes, and the ledger adds up`;
  },
};

/** Everybody wants the same name. */
export const names: Scenario = {
  name: 'names',
  play: async ({ callers, scale }) => {
    const registrant = await newContact(callers[0], 'alpha', person);
    for (let round = 0; round < 3 * scale; round += 1) {
      const answers: (Answer | undefined)[] = [];
      await inParallel(10, 10, async (index) => {
        const caller = callers[index % 2] ?? callers[0];
        answers.push(
          await caller.rest('alpha', 'POST /domains', registration(`wanted-${round}.ee`, registrant)),
        );
      });
      expectEqual(answers.filter((answer) => answer?.code === 1000).length, 1, 'registrations of one name');
    }
    await proveLedger(callers[0]);
    return `${3 * scale} names, ten callers for each, one holder`;
  },
};

/** The same request again and again, through both processes, with one key. */
export const keys: Scenario = {
  name: 'keys',
  play: async ({ callers, scale }) => {
    const before = await proveLedger(callers[0]);
    const keyCount = 15 * scale;
    const seen = new Map<number, Set<string>>();
    await inParallel(keyCount * 5, 15, async (index) => {
      const key = index % keyCount;
      const data = await (callers[index % 2] ?? callers[0]).graph(
        'operator',
        `mutation ($input: AccountAdjustInput!, $key: String!) {
          accountAdjust(input: $input, idempotencyKey: $key) { transaction { id } } }`,
        { input: { registrar: 'BETA', amount: '1.00' }, key: `key-${key}` },
      );
      const id = data?.accountAdjust?.transaction?.id;
      if (id) seen.set(key, (seen.get(key) ?? new Set()).add(String(id)));
    });
    expectEqual(seen.size, keyCount, 'keys that were answered');
    expectEqual(
      [...seen.values()].every(({ size }) => size === 1),
      true,
      'one movement for each key',
    );
    expectEqual((await proveLedger(callers[1])) - before, keyCount, 'movements');
    return `${keyCount} keys five times each, ${keyCount} movements`;
  },
};
