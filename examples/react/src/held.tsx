import type { Client } from '@zonegraph/client';
import { useEffect, useState } from 'react';
import type { HeldQuery } from './gql/graphql.ts';
import { graphql } from './gql/index.ts';

const HeldDocument = graphql(`
  query Held($after: String) {
    domains(
      where: { statuses: { containsAny: ["serverHold", "clientHold"] } }
      orderBy: { field: NAME }
      first: 50
      after: $after
    ) {
      nodes {
        name
        statuses {
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

type HeldDomain = NonNullable<HeldQuery['domains']>['nodes'][number];

/** The domains that do not work because somebody holds them: the list stays as it is by itself, with one stream. */
export function Held({ client }: { client: Client }) {
  const [domains, setDomains] = useState<readonly HeldDomain[]>([]);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      for await (const list of client.liveList(HeldDocument, {}, { signal: stop.signal })) setDomains(list);
    };
    follow().catch((error: Error) => setProblem(error.message));
    return () => stop.abort();
  }, [client]);
  if (domains.length === 0 && !problem) return null;
  return (
    <section className="card" aria-labelledby="held">
      <h2 id="held">On hold</h2>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <ul data-testid="held">
        {domains.map(({ name, statuses }) => (
          <li key={name}>
            <strong>{name}</strong>{' '}
            {statuses
              .filter((status) => status.name.endsWith('Hold'))
              .map((status) => (
                <span key={status.name} className="tag warn">
                  {status.name}
                </span>
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
