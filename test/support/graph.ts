import { type ASTNode, print } from 'graphql';
import { expect } from 'vitest';
import type { TypedDocument } from '#client/document.ts';
import { complaints } from './at-end.ts';
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
  const { body, text, ...rest } = answer;
  const { data, errors } = body as { data: D; errors?: Loose[] };
  const name = expect.getState().currentTestName;
  const code = String(errors?.[0]?.extensions?.code);
  if (errors && ofSchema.test(code)) unseen.set(errors, `${name}: ${errors[0].message}`);
  const seen = <T>(part: T): T => {
    if (errors) unseen.delete(errors);
    return part;
  };
  return {
    ...rest,
    data,
    get errors() {
      return seen(errors);
    },
    get body() {
      return seen(body);
    },
    get text() {
      return seen(text);
    },
  };
}

const ofSchema = /^(GRAPHQL_.*_FAILED|BAD_USER_INPUT)$/;

/** Refusals of documents and variables that no test has looked at: it sees nothing, whatever we do. */
const unseen = new Map<object, string>();
complaints.push(() => {
  const found = [...unseen.values()].map((error) => `${error} (and the test has not looked at errors)`);
  unseen.clear();
  return found;
});
