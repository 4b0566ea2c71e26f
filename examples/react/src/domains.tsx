import { idempotencyKey } from '@zonegraph/client';
import { useEffect, useState } from 'react';
import { useClient, useMutation, useQuery } from 'urql';
import type { DomainRowFragment } from './gql/graphql.ts';
import { graphql } from './gql/index.ts';
import { notifiedBy } from './notified.ts';

graphql(`
  fragment DomainRow on Domain {
    id
    name
    expiresAt
    registrant {
      id
      name
    }
    statuses {
      name
    }
    renewQuote(period: "P1Y") {
      price
      currency
      expiresAt
    }
  }
`);

const DomainsQuery = graphql(`
  query Domains($first: Int!, $after: String) {
    domains(
      first: $first
      after: $after
      where: { expiresAt: { gte: "PT0S", lt: "P90D" } }
      orderBy: { field: EXPIRES_AT }
    ) {
      totalCount
      nodes {
        ...DomainRow
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

// Selects nothing of the domain: what would be must not stand in the cache as if it were.
const ShowRenewalMutation = graphql(`
  mutation ShowRenewal($input: DomainRenewInput!) {
    domainRenew(input: $input, dryRun: true) {
      price
      outcome
      notifies {
        ...Notified
      }
      userErrors {
        message
      }
    }
  }
`);

const RenewMutation = graphql(`
  mutation Renew($input: DomainRenewInput!, $idempotencyKey: String!, $ifOutcome: String) {
    domainRenew(input: $input, idempotencyKey: $idempotencyKey, ifOutcome: $ifOutcome) {
      domain {
        id
        name
        expiresAt
      }
      userErrors {
        message
      }
      query {
        account {
          balance
          currency
        }
      }
    }
  }
`);

const pageSize = 8;

interface Props {
  readonly news: string | undefined;
  readonly onChoose: (name: string) => void;
}

export function Domains({ news, onChoose }: Props) {
  // Pages are put together by the cache: asking for the next one makes the list longer.
  const [pages, setPages] = useState<readonly (string | null)[]>([null]);
  const after = pages.at(-1) ?? null;
  const [{ data, fetching, error }] = useQuery({
    query: DomainsQuery,
    variables: { first: pageSize, after },
  });
  const list = data?.domains;
  // A message may be about any of them.
  const client = useClient();
  useEffect(() => {
    if (news === undefined) return;
    for (const one of pages)
      client
        .query(DomainsQuery, { first: pageSize, after: one }, { requestPolicy: 'network-only' })
        .toPromise();
  }, [client, news, pages]);
  return (
    <section className="card" aria-labelledby="expiring">
      <h2 id="expiring">Expiring within 90 days {list && <span className="tag">{list.totalCount}</span>}</h2>
      {error && (
        <p className="problem" role="alert">
          {error.message}
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">Domain</th>
            <th scope="col">Expires</th>
            <th scope="col">
              <span className="unseen">Renew</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list?.nodes.map((domain) => (
            <Row key={domain.name} domain={domain} onChoose={onChoose} />
          ))}
        </tbody>
      </table>
      {list?.pageInfo.hasNextPage && (
        <button
          type="button"
          className="quiet"
          disabled={fetching}
          onClick={() => setPages([...pages, list.pageInfo.endCursor ?? null])}
        >
          Show more
        </button>
      )}
    </section>
  );
}

function Row({ domain, onChoose }: { domain: DomainRowFragment; onChoose: (name: string) => void }) {
  const [tried, show] = useMutation(ShowRenewalMutation);
  const [done, renew] = useMutation(RenewMutation);
  const [isAsking, setAsking] = useState(false);
  const { name, expiresAt, registrant, statuses, renewQuote } = domain;
  const day = expiresAt.slice(0, 10);
  const input = { name, period: 'P1Y', expiresOn: day };
  const shown = tried.data?.domainRenew;
  const { fetching, data, error } = isAsking ? tried : done;
  const problems = error ? [error] : (data?.domainRenew?.userErrors ?? []);
  return (
    <tr data-testid={name} className={fetching ? 'pending' : undefined}>
      <td>
        <button type="button" className="link" onClick={() => onChoose(name)}>
          <strong>{name}</strong>
        </button>{' '}
        {statuses
          .filter((status) => status.name !== 'ok')
          .map((status) => (
            <span key={status.name} className="tag warn">
              {status.name}
            </span>
          ))}
        <br />
        <span className="soft">{registrant.name}</span>
        {problems.map(({ message }) => (
          <p key={message} className="problem" role="alert">
            {message}
          </p>
        ))}
      </td>
      <td>
        <time dateTime={expiresAt}>{day}</time>
      </td>
      <td className="end act">
        {isAsking && shown?.outcome && renewQuote && (
          <p>
            Paid until {renewQuote.expiresAt.slice(0, 10)} instead of {day}, for {shown.price}{' '}
            {renewQuote.currency}. {notifiedBy(shown.notifies)}{' '}
            <button
              type="button"
              className="compact"
              aria-label={`Yes, renew ${name}`}
              onClick={() => {
                setAsking(false);
                // Exactly what is shown here is done, or nothing.
                renew({ input, idempotencyKey: idempotencyKey(), ifOutcome: shown.outcome ?? null });
              }}
            >
              Yes, renew
            </button>{' '}
            <button
              type="button"
              className="compact quiet"
              aria-label={`Do not renew ${name}`}
              onClick={() => setAsking(false)}
            >
              No
            </button>
          </p>
        )}
        {renewQuote && !(isAsking && shown?.outcome) && (
          <button
            type="button"
            className="compact quiet"
            disabled={fetching}
            aria-label={`Renew ${name} for a year`}
            onClick={() => {
              setAsking(true);
              show({ input });
            }}
          >
            + 1 year · {renewQuote.price} {renewQuote.currency}
          </button>
        )}
      </td>
    </tr>
  );
}
