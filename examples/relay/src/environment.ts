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

/** Relay keeps the graph; our client carries: it waits, repeats what may be repeated, and goes on where a stream was lost. */
export function createEnvironment(session: Session, onLive: (isLive: boolean) => void): Environment {
  const client = createClient(session);
  const ask: FetchFunction = async ({ text }, variables) => ({
    data: (await client.request(text ?? '', variables)) as Record<string, unknown>,
  });
  const follow: SubscribeFunction = ({ text }, variables) =>
    Observable.create((sink) => {
      const stop = new AbortController();
      const listen = async (): Promise<void> => {
        const stream = client.subscribe(text ?? '', variables, { signal: stop.signal, onConnection: onLive });
        for await (const data of stream) sink.next({ data: data as Record<string, unknown> });
      };
      listen().then(
        () => sink.complete(),
        (error: Error) => sink.error(error),
      );
      return () => stop.abort();
    });
  return new Environment({ network: Network.create(ask, follow), store: new Store(new RecordSource()) });
}
