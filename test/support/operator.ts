import { expect } from 'vitest';
import { graph } from './graph.ts';
import { type Loose, operator, type TestWorld } from './world.ts';

type Answered = { readonly data: Loose; readonly errors: readonly Loose[] | undefined };

/** A document sent to /graphql; the operator asks unless another one is named. */
export type Ask = (
  document: string,
  variables?: Readonly<Record<string, unknown>>,
  auth?: string | null,
) => Promise<Answered>;

export const askOf =
  (world: () => TestWorld): Ask =>
  async (document, variables = {}, auth = operator) =>
    graph(world(), document, { variables, auth });

interface MutationPayload {
  readonly [field: string]: Loose;
  readonly userErrors: readonly Loose[];
}

/** Runs one mutation by name and gives its payload; `select` is what is read of it beside the userErrors. */
export type Mutate = (
  field: string,
  input: Readonly<Record<string, unknown>>,
  select: string,
  auth?: string | null,
) => Promise<MutationPayload>;

export const mutateOf = (world: () => TestWorld): Mutate => {
  const ask = askOf(world);
  return async (field, input, select, auth = operator) => {
    const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`;
    const { data, errors } = await ask(
      `mutation ($input: ${type}!) { ${field}(input: $input) { ${select} userErrors { code resultCode message path } } }`,
      { input },
      auth,
    );
    if (errors) throw new Error(JSON.stringify(errors));
    return data[field] as MutationPayload;
  };
};

/** It was done, and nothing was wrong with it. */
export function expectDone(payload: { readonly userErrors: unknown }): void {
  expect(payload.userErrors).toEqual([]);
}

/** It was refused with exactly these result codes. */
export function expectRefused(payload: { readonly userErrors: readonly Loose[] }, ...codes: number[]): void {
  expect(payload.userErrors.map((error) => error.resultCode as unknown)).toEqual(codes);
}
