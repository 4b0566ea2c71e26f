import { idempotencyKey } from '@zonegraph/client';
import { useMemo, useState } from 'react';
import {
  fetchQuery,
  graphql,
  useFragment,
  useLazyLoadQuery,
  useMutation,
  useRelayEnvironment,
  useSubscription,
} from 'react-relay';
import type { domainDetails_domain$key } from './__generated__/domainDetails_domain.graphql.ts';
import type { domainDetailsQuery } from './__generated__/domainDetailsQuery.graphql.ts';
import type { domainDetailsRenewMutation } from './__generated__/domainDetailsRenewMutation.graphql.ts';
import type { domainDetailsSubscription } from './__generated__/domainDetailsSubscription.graphql.ts';
import type { Live } from './environment.ts';

const DetailsQuery = graphql`
  query domainDetailsQuery($name: DomainName!) {
    domain(name: $name) {
      ...domainDetails_domain
    }
  }
`;

interface Props {
  readonly name: string;
  readonly onLive: (isLive: boolean) => void;
}

export function DomainDetails({ name, onLive }: Props) {
  const environment = useRelayEnvironment();
  const { domain } = useLazyLoadQuery<domainDetailsQuery>(DetailsQuery, { name });
  // Whoever changes it, here or elsewhere: the parts of the page that show it change by themselves.
  useSubscription<domainDetailsSubscription>(
    useMemo(
      () => ({
        subscription: graphql`
          subscription domainDetailsSubscription($name: DomainName!) {
            domainChanged(name: $name) {
              domain {
                ...domainDetails_domain
              }
            }
          }
        `,
        variables: { name },
        // Whose the name is now: another domain, or none.
        updater: (store) => {
          const now = store.getRootField('domainChanged')?.getLinkedRecord('domain');
          if (now) store.getRoot().setLinkedRecord(now, 'domain', { name });
          else store.getRoot().setValue(null, 'domain', { name });
        },
        cacheConfig: {
          metadata: {
            readAgain: () => fetchQuery(environment, DetailsQuery, { name }).toPromise(),
            onConnection: onLive,
          } satisfies Live,
        },
      }),
      [environment, name, onLive],
    ),
  );
  return domain ? <Shown domain={domain} /> : <p className="soft">{name} is gone.</p>;
}

function Shown({ domain }: { domain: domainDetails_domain$key }) {
  const { id, name, expiresAt, statuses, registrant, nameservers, renewQuote } = useFragment(
    graphql`
      fragment domainDetails_domain on Domain {
        id
        name
        expiresAt
        statuses {
          name
        }
        registrant {
          name
          code
        }
        nameservers {
          hostname
        }
        renewQuote(period: "P1Y") {
          price
          currency
          expiresAt
        }
      }
    `,
    domain,
  );
  const [renew, isRenewing] = useMutation<domainDetailsRenewMutation>(graphql`
    mutation domainDetailsRenewMutation($input: DomainRenewInput!, $idempotencyKey: String!) {
      domainRenew(input: $input, idempotencyKey: $idempotencyKey) {
        domain {
          id
          expiresAt
        }
        userErrors {
          message
        }
      }
    }
  `);
  const [problems, setProblems] = useState<readonly string[]>([]);

  function renewForAYear(): void {
    setProblems([]);
    renew({
      variables: {
        input: { name, period: 'P1Y', expiresOn: expiresAt.slice(0, 10) },
        idempotencyKey: idempotencyKey(),
      },
      // Shown at once; taken back when the registry refuses.
      optimisticResponse: {
        domainRenew: { domain: { id, expiresAt: renewQuote?.expiresAt ?? expiresAt }, userErrors: [] },
      },
      onCompleted: ({ domainRenew }) =>
        setProblems(domainRenew?.userErrors.map(({ message }) => message) ?? []),
      onError: ({ message }) => setProblems([message]),
    });
  }

  return (
    <>
      <h2 id="details">
        {name}{' '}
        {statuses.map((status) => (
          <span key={status.name} className={status.name === 'ok' ? 'tag' : 'tag warn'}>
            {status.name}
          </span>
        ))}
      </h2>
      <dl>
        <dt>Registrant</dt>
        <dd>
          {registrant.name} <span className="soft">{registrant.code}</span>
        </dd>
        <dt>Nameservers</dt>
        <dd>{nameservers.map(({ hostname }) => hostname).join(', ') || 'none'}</dd>
        <dt>Expires</dt>
        <dd className={isRenewing ? 'pending' : undefined}>
          <time dateTime={expiresAt}>{expiresAt.slice(0, 10)}</time>
        </dd>
      </dl>
      {problems.map((message) => (
        <p key={message} className="problem" role="alert">
          {message}
        </p>
      ))}
      {renewQuote && (
        <button type="button" disabled={isRenewing} onClick={renewForAYear}>
          Renew for a year · {renewQuote.price} {renewQuote.currency}
        </button>
      )}
    </>
  );
}
