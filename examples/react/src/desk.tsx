import type { Client } from '@zonegraph/client';
import { useQuery } from 'urql';
import { Brand } from './brand.tsx';
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
        <Domains news={news?.id} />
        <div>
          <Register />
          <Held client={live} />
          <Messages />
        </div>
      </main>
    </>
  );
}
