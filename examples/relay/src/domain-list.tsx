import { graphql, useFragment, usePaginationFragment } from 'react-relay';
import type { domainList_query$key } from './__generated__/domainList_query.graphql.ts';
import type { domainListQuery } from './__generated__/domainListQuery.graphql.ts';
import type { domainListRow_domain$key } from './__generated__/domainListRow_domain.graphql.ts';

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
  return (
    <section className="card" aria-labelledby="domains">
      <h2 id="domains">
        Domains <span className="tag">{data.domains?.totalCount}</span>
      </h2>
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
