import { type Command, fail, text } from '../../base/command.ts';
import { type Happened, reported } from '../../server/cli/commands/time.ts';

const advanceClock: Command = {
  name: 'advance-clock',
  summary: "move the sandbox's clock forward, running the jobs that fall due on the way",
  options: {
    by: { value: 'duration', description: 'how far, such as P60D or PT36H' },
    to: { value: 'instant', description: 'the time to move to, such as 2027-01-01T00:00:00Z' },
  },
  run: async ({ given, env, registry, print }) => {
    if (env.ZONEGRAPH_MODE === 'production')
      fail('advance-clock works only in the sandbox: in production time passes by itself');
    const [by, to] = [text(given, 'by'), text(given, 'to')];
    if ((by === undefined) === (to === undefined)) fail('Give either --by or --to');
    const { clockAdvance } = await (await registry()).ask<{
      clockAdvance: { now: string; events: Happened[] };
    }>(
      `mutation ($input: ClockAdvanceInput!) {
        clockAdvance(input: $input) { now events { at kind subject } userErrors { message } } }`,
      { input: { by, to } },
    );
    print(`${reported(clockAdvance.events)}\n\nThe clock shows ${clockAdvance.now}`);
  },
};

export const commands: readonly Command[] = [advanceClock];
