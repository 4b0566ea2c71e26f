import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import type { Client as LiveClient } from '@zonegraph/client';
import { keys } from '@zonegraph/client/urql';
import { Client, fetchExchange, mapExchange, subscriptionExchange } from 'urql';
import {
  type MessageFragment,
  MessagesDocument,
  type MessagesQuery,
  type NewsSubscription,
  type RenewMutationVariables,
} from './gql/graphql.ts';
import type { Session } from './session.ts';

interface Listeners {
  readonly onLive: (isLive: boolean) => void;
  /** The token has ended or was revoked. */
  readonly onRefused: () => void;
}

export function createGraph(
  { url, token }: Session,
  live: LiveClient,
  { onLive, onRefused }: Listeners,
): Client {
  return new Client({
    url,
    preferGetMethod: false,
    fetchOptions: { headers: { authorization: `Bearer ${token}` } },
    exchanges: [
      mapExchange({
        onError: ({ graphQLErrors }) => {
          if (graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED')) onRefused();
        },
      }),
      cacheExchange({
        keys: {
          // A name has one domain, and is all that an optimistic renewal knows.
          Domain: ({ name }) => name as string,
          ...keys,
        },
        resolvers: { Query: { domains: relayPagination() } },
        optimistic: {
          // Shown at once; what the server says replaces it, and takes it back when it refuses.
          domainRenew: ({ input: { name, period }, dryRun }: Renewing, cache) => {
            if (dryRun) return null;
            const quote = cache.resolve({ __typename: 'Domain', name }, 'renewQuote', { period });
            const expiresAt = cache.resolve(quote as string, 'expiresAt');
            return {
              __typename: 'DomainRenewPayload',
              domain: { __typename: 'Domain', name, expiresAt },
              userErrors: [],
            };
          },
        },
        updates: {
          Mutation: {
            notificationAcknowledge: (_, { input }: { input: { id: string } }, cache) =>
              cache.updateQuery({ query: MessagesDocument }, (data) =>
                withNodes(data, (nodes) => nodes.filter(({ id }) => id !== input.id)),
              ),
          },
          Subscription: {
            notificationReceived: ({ notificationReceived }: NewsSubscription, _, cache) =>
              cache.updateQuery({ query: MessagesDocument }, (data) =>
                withNodes(data, (nodes) => [notificationReceived, ...nodes]),
              ),
          },
        },
      }),
      fetchExchange,
      // Our own client listens: a line that is lost is opened again, and goes on after the last id seen.
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => {
            const stop = new AbortController();
            const listen = async (): Promise<void> => {
              for await (const data of live.subscribe(query, variables as Record<string, unknown>, {
                signal: stop.signal,
                onConnection: onLive,
              }))
                sink.next({ data: data as Record<string, unknown> });
            };
            listen().then(
              () => sink.complete(),
              (error: unknown) => sink.error(error),
            );
            return { unsubscribe: () => stop.abort() };
          },
        }),
      }),
    ],
  });
}

type Renewing = RenewMutationVariables & { readonly dryRun?: boolean };

/** The list of messages with other ones in it. */
const withNodes = (
  data: MessagesQuery | null,
  change: (nodes: readonly MessageFragment[]) => MessageFragment[],
): MessagesQuery | null =>
  data?.notifications
    ? { ...data, notifications: { ...data.notifications, nodes: change(data.notifications.nodes) } }
    : data;
