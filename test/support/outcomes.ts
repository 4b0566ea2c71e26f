import { expect } from 'vitest';
import { graph } from './graph.ts';
import type { Loose, TestWorld } from './world.ts';

interface Asked {
  readonly auth?: string;
  readonly args?: string;
}

/** Dry runs, and writes that are held to them. */
export function outcomesOf(world: () => TestWorld) {
  /** One mutation, with what it answers about itself. */
  const mutate = async (field: string, input: string, { auth, args = '' }: Asked = {}): Promise<Loose> => {
    const { data, errors } = await graph(
      world(),
      `mutation { ${field}(input: ${input} ${args}) { outcome userErrors { code resultCode retryable details } } }`,
      auth === undefined ? {} : { auth },
    );
    if (errors) throw new Error(JSON.stringify(errors));
    return data[field];
  };
  const tried = async (field: string, input: string, asked: Asked = {}): Promise<string> => {
    const { outcome, userErrors } = await mutate(field, input, { ...asked, args: 'dryRun: true' });
    expect(userErrors).toEqual([]);
    return String(outcome);
  };
  const confirmed = (field: string, input: string, outcome: string, { args = '', ...asked }: Asked = {}) =>
    mutate(field, input, { ...asked, args: `ifOutcome: "${outcome}" ${args}` });
  return { mutate, tried, confirmed };
}

export const changed = (...names: string[]) => ({
  outcome: null,
  userErrors: [{ code: 'OUTCOME_CHANGED', resultCode: 2308, retryable: false, details: { changed: names } }],
});
/** For a typo. */
export const invalid = {
  outcome: null,
  userErrors: [{ code: 'OUTCOME_INVALID', resultCode: 2005, retryable: false, details: null }],
};
export const done = { outcome: null, userErrors: [] };
