import type { Extension } from '../../apis/extension-points.ts';
import { coreSteps } from '../../registry/operations/runner/runner.ts';
import { type StepInsertion, type StepLists, withInserted } from '../../registry/operations/runner/steps.ts';

const [begin, end] = ['<!-- The steps of the runner: npm run generate -->', '<!-- End of the steps -->'];

const titles: Readonly<Record<keyof StepLists, string>> = {
  call: 'Every call',
  read: 'A query',
  write: 'A command, inside its transaction',
  prepare: 'An external command, inside the transaction before it asks the other service',
  conclude: 'An external command, inside the transaction after the answer',
};

/** docs/architecture.md with the present steps of the runner, those of the extensions among them. */
export function withRunnerSteps(document: string, extensions: readonly Extension[]): string {
  const [before, rest = ''] = document.split(begin);
  const after = rest.slice(rest.indexOf(end));
  return `${before}${begin}\n\n${tables(extensions)}\n\n${after}`;
}

function tables(extensions: readonly Extension[]): string {
  const added = new Map<StepInsertion['step'], string>();
  const inserted = extensions.flatMap(({ steps = [] }) => steps);
  const ofRunning = extensions.flatMap(({ stepsOfRunning = [] }) => stepsOfRunning);
  for (const { name, steps = [], stepsOfRunning = [] } of extensions)
    for (const { step } of [...steps, ...stepsOfRunning]) added.set(step, name);
  const lists = withInserted(coreSteps, [...inserted, ...ofRunning]);
  return Object.entries(titles)
    .map(([list, title]) => {
      const rows = lists[list as keyof StepLists].map((step) => {
        const from = added.get(step);
        return `| \`${step.name}\`${from ? ` (${from})` : ''} | ${step.why} |`;
      });
      return `**${title}**\n\n| Step | Why |\n|---|---|\n${rows.join('\n')}`;
    })
    .join('\n\n');
}
