import { blockName } from '../../operations/operator/block-name.ts';
import { openDispute } from '../../operations/operator/open-dispute.ts';
import { reserveName } from '../../operations/operator/reserve-name.ts';
import { invent } from './invent.ts';
import { daysFrom, operator, type Stage } from './stage.ts';

/** Registered only with this code, which README and the tabs quote. */
const reservedCode = 'reserved-sandbox';

/** The operator's decisions about names: reserved for good, blocked, disputed. */
export async function seedClaims(stage: Stage): Promise<void> {
  const { runner, began } = stage;
  const long = { at: began, by: operator };
  for (const name of ['riigikogu.ee', 'president.ee', 'häirekeskus.ee', 'reserved.ee'])
    await runner.run(long, reserveName, { name, password: reservedCode });
  for (const name of ['blocked.ee', 'keelatud.ee', 'wpad.ee']) await runner.run(long, blockName, { name });
  // Somebody has the first of them.
  for (const name of ['vaidlus.ee', 'vaidlusalune.ee'])
    await runner.run({ at: daysFrom(stage, -20), by: operator }, openDispute, {
      name,
      password: invent(`dispute ${name}`, 32),
    });
}
