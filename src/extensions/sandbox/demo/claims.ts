import { blockName } from '../../../registry/operations/operator/block-name.ts';
import { openDispute } from '../../../registry/operations/operator/open-dispute.ts';
import { reserveName } from '../../../registry/operations/operator/reserve-name.ts';
import { deterministicHex } from './deterministic-hex.ts';
import { type Demo, daysFrom, operator } from './world.ts';

/** The name can be registered only with this code, which README and the GraphiQL tabs quote. */
const reservedCode = 'reserved-sandbox';

/** The operator's decisions about names: reserved for good, blocked, disputed. */
export async function seedClaims(world: Demo): Promise<void> {
  const { runner, began } = world;
  const long = { at: began, by: operator };
  for (const name of ['riigikogu.ee', 'president.ee', 'häirekeskus.ee', 'reserved.ee'])
    await runner.run(long, reserveName, { name, password: reservedCode });
  for (const name of ['blocked.ee', 'keelatud.ee', 'wpad.ee']) await runner.run(long, blockName, { name });
  // The first of them is registered.
  for (const name of ['vaidlus.ee', 'vaidlusalune.ee'])
    await runner.run({ at: daysFrom(world, -20), by: operator }, openDispute, {
      name,
      password: deterministicHex(`dispute ${name}`, 32),
    });
}
