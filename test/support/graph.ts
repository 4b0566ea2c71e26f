import { type ASTNode, print } from 'graphql';
import { expect } from 'vitest';
import type { TypedDocument } from '#client/document.ts';
import type { Answer, Loose, TestWorld } from './world.ts';

/** A GraphQL answer with its parts at hand. */
export interface GraphAnswer<D = Loose> extends Answer {
  readonly data: D;
  readonly errors: Loose[] | undefined;
}

export interface GraphRequest {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly auth?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The error for a root field that callers of this kind can never use: the same as for one that nobody has. */
export const unknownField = (name: string, type: 'Query' | 'Mutation' | 'Subscription' = 'Query') => ({
  message: expect.stringContaining(`Cannot query field "${name}" on type "${type}".`),
  extensions: expect.objectContaining({ code: 'GRAPHQL_VALIDATION_FAILED' }),
});

/** Asks the graph like a client would: JSON over POST. */
export async function graph<D = Loose>(
  world: Pick<TestWorld, 'request'>,
  document: TypedDocument<D, never>,
  { variables, auth, headers }: GraphRequest = {},
): Promise<GraphAnswer<D>> {
  const answer = await world.request({
    method: 'POST',
    url: '/graphql',
    payload: { query: typeof document === 'string' ? document : print(document as ASTNode), variables },
    headers: { 'content-type': 'application/json', ...headers },
    ...(auth !== undefined && { auth }),
  });
  const body = answer.body as unknown as { data: D; errors?: Loose[] };
  return { ...answer, data: body.data, errors: body.errors };
}
