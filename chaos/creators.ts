import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, person } from './caller.ts';
import { proveLedger, type Testbed } from './testbed.ts';

/** What came of the work: how many were acknowledged, and how many were answered with which status instead. */
export interface Work {
  readonly acknowledged: number;
  readonly others: ReadonlyMap<number | 'no answer', number>;
}

/** While there is trouble four callers create contacts all the time; what was acknowledged is there afterwards. */
export async function withCreators(
  testbed: Testbed,
  name: string,
  trouble: () => Promise<void>,
  callers: readonly Caller[] = testbed.callers,
): Promise<Work> {
  const others = new Map<number | 'no answer', number>();
  const ends = [0, 1, 2, 3].map((worker) =>
    keepCreating(callers[worker % callers.length] ?? testbed.callers[0], `${name}${worker}`, others),
  );
  let codes: string[][] = [];
  try {
    await trouble();
  } finally {
    codes = await Promise.all(ends.map((end) => end()));
  }
  const acknowledged = codes.flat();
  if (acknowledged.length === 0) throw new Error('nothing was acknowledged');
  await expectKept(testbed.callers[0], acknowledged);
  await proveLedger(testbed.callers[1]);
  return { acknowledged: acknowledged.length, others };
}

export async function expectKept(caller: Caller, acknowledged: readonly string[]): Promise<void> {
  const listed = await caller.rest('alpha', 'GET /contacts?limit=');
  const kept = new Set(listed?.data.contacts as unknown as string[]);
  const lost = acknowledged.filter((code) => !kept.has(code));
  if (lost.length > 0) throw new Error(`acknowledged and lost: ${lost.join(', ')}`);
}

/** Creates contacts until told to end; gives the codes that were acknowledged. */
function keepCreating(
  caller: Caller,
  prefix: string,
  others: Map<number | 'no answer', number>,
): () => Promise<string[]> {
  let isOver = false;
  const acknowledged: string[] = [];
  const work = async (): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      const contact = { ...person, id: `${prefix}-${turn}` };
      const answer = await caller.rest('alpha', 'POST /contacts', { contact });
      const status = answer?.status ?? 'no answer';
      if (answer?.code === 1000) acknowledged.push(String(answer.data.contact?.code));
      else others.set(status, (others.get(status) ?? 0) + 1);
      // Enough is always under way, and the machine is left to who starts anew.
      await sleep(20);
    }
  };
  const working = work();
  return async () => {
    isOver = true;
    await working;
    return acknowledged;
  };
}
