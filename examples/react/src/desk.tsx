import type { Client } from '@zonegraph/client';
import { useState } from 'react';
import { useQuery } from 'urql';
import { Brand } from './brand.tsx';
import { Details } from './details.tsx';
import { Domains } from './domains.tsx';
import { graphql } from './gql/index.ts';
import { Held } from './held.tsx';
import { Messages, useNews } from './messages.tsx';
import { Register } from './register.tsx';

const DeskQuery = graphql(`
  query Desk {
    viewer {
      name
      registrar {
        id
        name
      }
    }
    account {
      balance
      currency
    }
  }
`);

interface Props {
  readonly live: Client;
  readonly isLive: boolean;
  readonly onSignOut: () => void;
}

export function Desk({ live, isLive, onSignOut }: Props) {
  const [{ data }] = useQuery({ query: DeskQuery });
  const news = useNews();
  const [chosen, choose] = useState<string>();
  return (
    <>
      <header>
        <Brand />
        <p className={isLive ? 'live' : 'live lost'} role="status">
          {isLive ? 'live' : 'connecting…'}
        </p>
        <p className="soft grow">{data?.viewer.registrar?.name}</p>
        <p>
          <span className="soft">Balance</span>{' '}
          <strong data-testid="balance">
            {data?.account ? `${data.account.balance} ${data.account.currency}` : '…'}
          </strong>
        </p>
        <button type="button" className="quiet" onClick={onSignOut}>
          Sign out
        </button>
      </header>
      <main className="columns">
        <Domains news={news?.id} onChoose={choose} />
        <div>
          {chosen && <Details key={chosen} client={live} name={chosen} onClose={() => choose(undefined)} />}
          <Register />
          <Held client={live} />
          <Messages />
        </div>
      </main>
    </>
  );
}
