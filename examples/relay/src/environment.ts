import { createClient } from '@zonegraph/client';
import {
  Environment,
  type FetchFunction,
  Network,
  Observable,
  RecordSource,
  Store,
  type SubscribeFunction,
} from 'relay-runtime';

export interface Session {
  readonly url: string;
  readonly token: string;
}

/** What a subscription says of itself, as `metadata` of its `cacheConfig`. */
export interface Live {
  /**
   * Reads what is followed: each time the stream opens, for nobody knows what happened before. What is told meanwhile waits,
   * so that an older answer does not replace it. Also after a reset of the sandbox, where ids begin again.
   */
  readonly readAgain: () => Promise<unknown>;
  readonly onConnection?: (isOpen: boolean) => void;
}

/** Relay keeps the graph; our client carries: it waits, repeats what may be repeated, and opens a stream again that was lost. */
export function createEnvironment(session: Session): Environment {
  const client = createClient(session);
  const ask: FetchFunction = async ({ text }, variables) => ({
    data: (await client.request(text ?? '', variables)) as Record<string, unknown>,
  });
  const follow: SubscribeFunction = ({ text }, variables, { metadata }) =>
    Observable.create((sink) => {
      const stop = new AbortController();
      const { readAgain, onConnection } = metadata as unknown as Live;
      let reading: Promise<unknown> = Promise.resolve();
      const opened = (isOpen: boolean): void => {
        onConnection?.(isOpen);
        if (!isOpen) return;
        reading = readAgain();
        reading.catch((error: Error) => sink.error(error));
      };
      const listen = async (): Promise<void> => {
        const stream = client.subscribe(text ?? '', variables, { signal: stop.signal, onConnection: opened });
        for await (const data of stream) {
          await reading;
          sink.next({ data: data as Record<string, unknown> });
        }
      };
      listen().then(
        () => sink.complete(),
        (error: Error) => sink.error(error),
      );
      return () => stop.abort();
    });
  return new Environment({ network: Network.create(ask, follow), store: new Store(new RecordSource()) });
}
