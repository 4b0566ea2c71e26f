import type { DocumentNode } from '@0no-co/graphql.web';
import type { AnyDocument } from './document.ts';
import { GraphqlRequestError } from './errors.ts';
import { type Change, type Followed, followed, type Node } from './followed-list.ts';
import { pause, type Variables, wait } from './wire.ts';

export interface Listening {
  readonly onConnection: (isOpen: boolean) => void;
  readonly onEnd: () => void;
}

interface Reach {
  readonly request: (variables: Variables) => Promise<unknown>;
  readonly subscribe: (
    document: DocumentNode,
    variables: Variables,
    listening: Listening,
  ) => AsyncIterable<unknown>;
}

interface Options {
  /** Ended with the list. */
  readonly signal: AbortSignal;
  readonly onConnection?: (isOpen: boolean) => void;
}

/**
 * Listens first and reads then, so that nothing falls between. Reads again when a stream was lost before it had told
 * anything, for there is no change yet to go on after, and when the server has ended it: what it told may be about data
 * that are no more, as after a reset of the sandbox. What was read before is shown until all of it is read again.
 */
export async function* liveList(
  { request, subscribe }: Reach,
  document: AnyDocument,
  variables: Variables,
  { signal, onConnection }: Options,
): AsyncGenerator<readonly Node[], void, undefined> {
  const list = followed(document);
  // The last change of each object: a reader that is slow holds no more than its list.
  const changes = new Map<string, Change>();
  let isStale = false;
  let hasHeard = false;
  let outcome: { readonly error?: unknown } | undefined;
  let wake: () => void = () => {};
  const listen = async (): Promise<void> => {
    const own = Object.fromEntries(list.variables.map((one) => [one, variables[one]]));
    const opened = (isOpen: boolean): void => {
      if (isOpen && !hasHeard) {
        isStale = true;
        changes.clear();
      }
      onConnection?.(isOpen);
      wake();
    };
    for await (const data of subscribe(list.subscription, own, {
      onConnection: opened,
      onEnd: () => {
        hasHeard = false;
      },
    })) {
      hasHeard = true;
      const change = list.changeIn(data);
      changes.delete(change.key);
      changes.set(change.key, change);
      wake();
    }
  };
  listen().then(
    () => {
      outcome = {};
      wake();
    },
    (error: unknown) => {
      outcome = { error };
      wake();
    },
  );
  /** A server that is away will be back, as for the stream. */
  const ask = async (asked: Variables): Promise<unknown> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await request(asked);
      } catch (error) {
        if (outcome || !isAbsence(error)) throw outcome?.error ?? error;
        await wait(pause(attempt), signal);
      }
    }
  };
  let nodes: readonly Node[] | undefined;
  try {
    for (;;) {
      while (!outcome && !isStale && changes.size === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (outcome) break;
      if (isStale) {
        isStale = false;
        const isFirst = nodes === undefined;
        let read: readonly Node[] = [];
        for await (read of pagesOf(list, variables, ask)) if (isFirst) yield read;
        nodes = read;
        if (!isFirst) yield nodes;
      } else {
        nodes = [...changes.values()].reduce((all, one) => list.put(all, one, variables), nodes ?? []);
        changes.clear();
        yield nodes;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (outcome?.error !== undefined) throw outcome.error;
}

const isAbsence = (error: unknown): boolean =>
  error instanceof GraphqlRequestError && (error.kind === 'UNREACHABLE' || error.kind === 'UNAVAILABLE');

/** The list as far as it is read, after each page; one page where the document does not go on with `$after`. */
async function* pagesOf(
  { isPaged, pageOf }: Followed,
  variables: Variables,
  request: (variables: Variables) => Promise<unknown>,
): AsyncGenerator<readonly Node[], void, undefined> {
  const nodes: Node[] = [];
  let after = variables.after;
  for (;;) {
    const page = pageOf(await request(isPaged ? { ...variables, after } : variables));
    nodes.push(...(page?.nodes ?? []));
    const { hasNextPage, endCursor } = page?.pageInfo ?? {};
    yield [...nodes];
    if (!isPaged || !hasNextPage || !endCursor || endCursor === after) return;
    after = endCursor;
  }
}
