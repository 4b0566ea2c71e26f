import { type Client, GraphqlRequestError } from '@zonegraph/client';
import { useEffect, useState } from 'react';
import type { DetailsFragment } from './gql/graphql.ts';
import { graphql } from './gql/index.ts';

graphql(`
  fragment Details on Domain {
    name
    expiresAt
    registrant {
      code
      name
    }
    nameservers {
      hostname
    }
    statuses {
      name
    }
    history(first: 3) {
      nodes {
        id
        at
        operation
      }
    }
  }
`);

const DetailsQuery = graphql(`
  query DomainDetails($name: DomainName!) {
    domain(name: $name) {
      ...Details
    }
  }
`);

const FollowSubscription = graphql(`
  subscription FollowDomain($name: DomainName!, $after: ID) {
    domainChanged(name: $name, after: $after) {
      id
      domain {
        ...Details
      }
    }
  }
`);

interface Props {
  readonly client: Client;
  readonly name: string;
  readonly onClose: () => void;
}

/** The last change that was read is no more: the sandbox was reset. */
const isOfBefore = (error: unknown): boolean =>
  error instanceof GraphqlRequestError && error.kind === 'INVALID' && error.argument?.[0] === 'after';

/** One domain, as it is while it is looked at: read once, then followed from the last change that was read. */
export function Details({ client, name, onClose }: Props) {
  const [domain, setDomain] = useState<DetailsFragment | null>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const follow = async (): Promise<void> => {
      const read = await client.request(DetailsQuery, { name }, { signal });
      setDomain(read.domain ?? null);
      const after = read.domain?.history?.nodes[0]?.id ?? null;
      try {
        for await (const { domainChanged } of client.subscribe(
          FollowSubscription,
          { name, after },
          { signal },
        ))
          setDomain(domainChanged.domain ?? null);
      } catch (error) {
        if (!isOfBefore(error)) throw error;
        await follow();
      }
    };
    follow().catch((error: unknown) => {
      if (signal.aborted) return;
      setDomain(undefined);
      setProblem(error instanceof GraphqlRequestError ? error.message : String(error));
    });
    return () => stop.abort();
  }, [client, name]);
  return (
    <section className="card" aria-labelledby="details">
      <h2 id="details">{name}</h2>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {domain === null && <p className="soft">It is not registered.</p>}
      {domain && (
        <dl data-testid="details">
          <dt>Registrant</dt>
          <dd>
            {domain.registrant.name} <span className="soft">{domain.registrant.code}</span>
          </dd>
          <dt>Paid until</dt>
          <dd>
            <time dateTime={domain.expiresAt}>{domain.expiresAt.slice(0, 10)}</time>
          </dd>
          <dt>Nameservers</dt>
          <dd>{domain.nameservers.map(({ hostname }) => hostname).join(', ') || 'none'}</dd>
          <dt>Statuses</dt>
          <dd>{domain.statuses.map((status) => status.name).join(', ')}</dd>
          <dt>Last changes</dt>
          <dd>
            {domain.history?.nodes.map(({ id, at, operation }) => (
              <span key={id}>
                {at.slice(0, 16).replace('T', ' ')} {operation}
                <br />
              </span>
            ))}
          </dd>
        </dl>
      )}
      <button type="button" className="compact quiet" onClick={onClose}>
        Close
      </button>
    </section>
  );
}
