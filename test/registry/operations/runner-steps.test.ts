import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coreSteps } from '#src/registry/operations/runner/runner.ts';
import { type StepInsertion, type StepLists, withInserted } from '#src/registry/operations/runner/steps.ts';
import { withRunnerSteps } from '#src/server/generate/runner-steps.ts';
import { extensions } from '../../support/extensions.ts';
import { testWorld } from '../../support/world.ts';

const namesIn = (lists: StepLists): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries<readonly { readonly name: string }[]>({ ...lists }).map(([list, steps]) => [
      list,
      steps.map(({ name }) => name),
    ]),
  );

/** A step that does nothing. */
const step = (name: string, place: { before: string } | { after: string }): StepInsertion => ({
  list: 'write',
  step: { name, why: 'For this test.', take: () => undefined },
  ...place,
});

describe('the steps of the runner', () => {
  it('come in their order', () => {
    expect(namesIn(coreSteps)).toEqual({
      call: ['role', 'text', 'input', 'items', 'secrets', 'guards', 'outcome', 'service', 'person', 'work'],
      read: ['estimate', 'read'],
      write: [
        'outcome-text',
        'place',
        'run',
        'message',
        'limits',
        'end',
        'document',
        'effects',
        'answer',
        'compare',
      ],
      prepare: ['outcome-text', 'prepare', 'limits', 'journal', 'trial', 'keep'],
      conclude: ['conclude', 'effects', 'answer', 'compare'],
    });
  });

  it('each have a reason in one sentence', () => {
    for (const { name, why } of Object.values(coreSteps).flat()) expect(why, name).toMatch(/^[A-Z][^.]*\.$/);
  });

  it('are in docs/architecture.md with those of the extensions', () => {
    const document = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8');
    expect(document, 'npm run generate').toBe(withRunnerSteps(document, extensions));
  });

  it('take in those of extensions beside the named ones', () => {
    const { write } = withInserted(coreSteps, [
      step('early', { before: 'run' }),
      step('late', { after: 'run' }),
    ]);
    expect(write.map(({ name }) => name).slice(1, 5)).toEqual(['place', 'early', 'run', 'late']);
  });

  it('refuse a step beside one that is not there, and one that is there already', () => {
    expect(() => withInserted(coreSteps, [step('lost', { before: 'nothing' })])).toThrow(
      'the step lost belongs beside nothing, which is not there',
    );
    expect(() => withInserted(coreSteps, [step('run', { after: 'place' })])).toThrow(
      'the step run is there twice',
    );
  });

  it('are those of agents and the console besides in the sandbox, and none of a facade', async () => {
    const { steps } = (await testWorld()).container.runner;
    const added = Object.fromEntries(
      Object.entries(namesIn(steps)).map(([list, names]) => [
        list,
        names.filter((name) => !namesIn(coreSteps)[list]?.includes(name)),
      ]),
    );
    expect(added).toEqual({
      call: ['approval'],
      read: [],
      write: ['approved', 'row'],
      prepare: ['approved', 'row'],
      conclude: ['row'],
    });
  });
});
