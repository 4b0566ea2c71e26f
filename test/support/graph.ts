import { expect } from 'vitest';
import { type Loose, operator, type TestWorld } from './world.ts';

/** A document sent to /graphql; the operator calls unless another one is named. */
export type Graph = (
  document: string,
  variables?: Readonly<Record<string, unknown>>,
  auth?: string | null,
) => Promise<{ readonly data: Loose; readonly errors: readonly Loose[] | undefined }>;

export const graphOf =
  (world: () => TestWorld): Graph =>
  async (document, variables = {}, auth = operator) => {
    const { body } = await world().request({
      method: 'POST',
      url: '/graphql',
      auth,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ query: document, variables }),
    });
    return {
      data: body.data as Loose,
      errors: body.errors as unknown as readonly Loose[] | undefined,
    };
  };

export type Input = Readonly<Record<string, unknown>>;

/** Runs one mutation by name and gives its payload; `select` is what is read of it beside the userErrors. */
export type Mutate = (
  field: string,
  input: Input,
  select: string,
  auth?: string | null,
) => Promise<Loose & { readonly userErrors: readonly Loose[] }>;

export const mutateOf = (world: () => TestWorld): Mutate => {
  const graph = graphOf(world);
  return async (field, input, select, auth = operator) => {
    const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`;
    const { data, errors } = await graph(
      `mutation ($input: ${type}!) { ${field}(input: $input) { ${select} userErrors { code resultCode message path } } }`,
      { input },
      auth,
    );
    if (errors) throw new Error(JSON.stringify(errors));
    return data[field] as Loose & { readonly userErrors: readonly Loose[] };
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
