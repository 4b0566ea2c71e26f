import { useMemo, useRef, useState } from 'react';
import {
  fetchQuery,
  graphql,
  useFragment,
  usePaginationFragment,
  useRelayEnvironment,
  useSubscription,
} from 'react-relay';
import type { domainList_query$key } from './__generated__/domainList_query.graphql.ts';
import DomainListQuery, { type domainListQuery } from './__generated__/domainListQuery.graphql.ts';
import type { domainListRow_domain$key } from './__generated__/domainListRow_domain.graphql.ts';
import type { domainListSubscription } from './__generated__/domainListSubscription.graphql.ts';
import type { Live } from './environment.ts';
import { putInPlace } from './put-in-place.ts';

interface Choosing {
  readonly chosen: string | undefined;
  readonly onChoose: (name: string) => void;
}

export function DomainList({ query, ...choosing }: Choosing & { query: domainList_query$key }) {
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<
    domainListQuery,
    domainList_query$key
  >(
    graphql`
      fragment domainList_query on Query
      @refetchable(queryName: "domainListQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" }) {
        domains(first: $first, after: $after, where: { expiresAt: { gte: "PT0S" } }, orderBy: { field: EXPIRES_AT })
          @connection(key: "DomainList_domains") {
          __id
          totalCount
          edges {
            node {
              id
              ...domainListRow_domain
            }
          }
        }
      }
    `,
    query,
  );
  const problem = useChanges(data.domains?.__id ?? '', data.domains?.edges.length ?? 0);
  return (
    <section className="card" aria-labelledby="domains">
      <h2 id="domains">
        Domains <span className="tag">{data.domains?.totalCount}</span>
      </h2>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <table>
        <tbody>
          {data.domains?.edges.map(({ node }) => (
            <Row key={node.id} domain={node} {...choosing} />
          ))}
        </tbody>
      </table>
      {hasNext && (
        <button type="button" className="quiet" disabled={isLoadingNext} onClick={() => loadNext(10)}>
          Show more
        </button>
      )}
    </section>
  );
}

/** One stream for the whole list, however long it is; returns why it has ended, if it has. */
function useChanges(list: string, shown: number): string | undefined {
  const environment = useRelayEnvironment();
  const [problem, setProblem] = useState<string>();
  const rows = useRef(shown);
  rows.current = shown;
  useSubscription<domainListSubscription>(
    useMemo(
      () => ({
        subscription: graphql`
          subscription domainListSubscription {
            domainsChanged(where: { expiresAt: { gte: "PT0S" } }) {
              change
              name
              domain {
                id
                name
                expiresAt
                ...domainListRow_domain
              }
            }
          }
        `,
        variables: {},
        updater: (store) => putInPlace(store, list),
        onError: ({ message }) => setProblem(message),
        cacheConfig: {
          metadata: {
            readAgain: () => {
              const first = Math.min(Math.max(rows.current, 10), 100);
              return fetchQuery<domainListQuery>(environment, DomainListQuery, { first }).toPromise();
            },
          } satisfies Live,
        },
      }),
      [environment, list],
    ),
  );
  return problem;
}

function Row({ domain, chosen, onChoose }: Choosing & { domain: domainListRow_domain$key }) {
  const { name, expiresAt } = useFragment(
    graphql`
      fragment domainListRow_domain on Domain {
        name
        expiresAt
      }
    `,
    domain,
  );
  return (
    <tr data-testid={name}>
      <td>
        <button
          type="button"
          className="link"
          aria-current={name === chosen ? 'true' : undefined}
          onClick={() => onChoose(name)}
        >
          {name}
        </button>
      </td>
      <td className="end">
        <time dateTime={expiresAt}>{expiresAt.slice(0, 10)}</time>
      </td>
    </tr>
  );
}
