import { expect } from 'vitest';
import { atEndOfFile } from './at-end.ts';
import type { Loose } from './world.ts';

/** One subscription over Server-Sent Events, as a browser holds it. */
export interface Live {
  readonly status: number;
  /** Where it began, to go on from. */
  readonly place: string | null;
  /** The next item; waits for it. */
  next(): Promise<Loose>;
  /** Resolves once the server has ended the stream; what came before is thrown away. */
  ended(): Promise<void>;
  close(): void;
}

export async function subscribe(
  url: string,
  document: string,
  {
    auth,
    variables = {},
    headers = {},
  }: {
    auth?: string;
    variables?: Readonly<Record<string, unknown>>;
    headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Live> {
  const controller = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(auth && { authorization: auth }),
      ...headers,
    },
    body: JSON.stringify({ query: document, variables }),
    signal: controller.signal,
  });
  const items = readItems(response);
  const live: Live = {
    status: response.status,
    place: response.headers.get('stream-place'),
    next: async () => {
      const { value, done } = await items.next();
      if (done) throw new Error('the stream has ended');
      return value;
    },
    ended: async () => {
      let item = await items.next();
      while (!item.done) item = await items.next();
      expect(item.done).toBe(true);
    },
    close: () => controller.abort(),
  };
  atEndOfFile(() => live.close());
  return live;
}

async function* readItems(response: Response): AsyncGenerator<Loose, void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const event = lines
        .find((line) => line.startsWith('event:'))
        ?.slice(6)
        .trim();
      const data = lines
        .find((line) => line.startsWith('data:'))
        ?.slice(5)
        .trim();
      if (event === 'complete') return;
      if (event === 'next' && data) yield JSON.parse(data) as Loose;
    }
  }
}
