import { Component, type ReactNode, Suspense, useState, useTransition } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { deskQuery } from './__generated__/deskQuery.graphql.ts';
import { DomainDetails } from './domain-details.tsx';
import { DomainList } from './domain-list.tsx';

export const Desk = () => (
  <Mishap>
    <Suspense fallback={<p className="soft waiting">Asking the registry…</p>}>
      <Laid />
    </Suspense>
  </Mishap>
);

/** One request for the whole screen: each part says for itself what it needs. */
function Laid() {
  const data = useLazyLoadQuery<deskQuery>(
    graphql`
      query deskQuery {
        viewer {
          registrar {
            name
          }
        }
        ...domainList_query
      }
    `,
    {},
  );
  const [name, setName] = useState<string>();
  const [isLive, setLive] = useState(false);
  const [isTurning, turn] = useTransition();
  return (
    <>
      <header>
        <p className="grow">
          <strong>{data.viewer.registrar?.name}</strong>
        </p>
        {name && (
          <p className={isLive ? 'live' : 'live lost'} role="status">
            {isLive ? `following ${name}` : 'connecting…'}
          </p>
        )}
      </header>
      <main className="columns">
        <DomainList query={data} chosen={name} onChoose={(next) => turn(() => setName(next))} />
        <section className="card" aria-labelledby="details" aria-busy={isTurning}>
          <Suspense fallback={<p className="soft">Asking the registry…</p>}>
            {name ? (
              <DomainDetails key={name} name={name} onLive={setLive} />
            ) : (
              <h2 id="details">Choose a domain</h2>
            )}
          </Suspense>
        </section>
      </main>
    </>
  );
}

class Mishap extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <main className="narrow">
        <p className="problem" role="alert">
          {error.message}
        </p>
        <button type="button" onClick={() => location.reload()}>
          Begin again
        </button>
      </main>
    );
  }
}
