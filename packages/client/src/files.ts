import { GraphqlRequestError } from './errors.ts';

/** How a list comes as a file: its media type, and the last line of one that is not whole. */
interface FileFormat {
  readonly accept: string;
  readonly stopped: (line: string) => string | undefined;
}

export const csv: FileFormat = {
  accept: 'text/csv',
  // The first cell of a row; servers of before 1.1 did not quote it.
  stopped: (line) => /^"?# stopped: (.*; go on with after: ".*)/.exec(line)?.[1]?.replaceAll('""', '"'),
};

export const ndjson: FileFormat = {
  accept: 'application/x-ndjson',
  stopped: (line) =>
    /^\{"stopped":".*; go on with after: /.test(line) ? JSON.parse(line).stopped : undefined,
};

export const isFile = ({ headers }: Response): boolean =>
  [csv, ndjson].some(({ accept }) => headers.get('content-type')?.startsWith(accept));

const interrupted = (why: string, after?: string, cause?: unknown): GraphqlRequestError =>
  new GraphqlRequestError({
    kind: 'INTERRUPTED',
    message: `The file is not whole: ${why}`,
    status: 200,
    after,
    ...(cause !== undefined && { cause }),
  });

/** A file as it comes, in whole lines. The last one is held back until it is known not to say why the file ended early. */
export async function* linesOf(
  { body }: Response,
  { stopped }: FileFormat,
  { signal, isPart }: { readonly signal: AbortSignal | undefined; readonly isPart: boolean },
): AsyncGenerator<string, void, undefined> {
  const reader = body?.getReader();
  // The mark at the beginning belongs to the file: spreadsheets look for it.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let held = '';
  try {
    for (;;) {
      const chunk = await reader?.read().catch((cause: unknown) => {
        throw signal?.aborted ? cause : interrupted('the connection was lost', undefined, cause);
      });
      if (!chunk?.value) break;
      held += decoder.decode(chunk.value, { stream: true });
      const end = held.lastIndexOf('\n', held.length - 2) + 1;
      if (end > 0) yield held.slice(0, end);
      held = held.slice(end);
    }
    const why = stopped(held);
    if (why !== undefined) throw interrupted(why, /after: "([^"]+)"/.exec(why)?.[1]);
    if (held !== '' && !held.endsWith('\n')) throw interrupted('it ends in the middle of a line');
    if (held) yield held;
    if (isPart) throw interrupted('the list is longer: ask for more of it with first or limit');
  } finally {
    // Who looks at no more of it needs no more of it.
    await reader?.cancel().catch(() => undefined);
  }
}
