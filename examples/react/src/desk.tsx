import { useQuery } from 'urql';
import { Brand } from './brand.tsx';
import { Domains } from './domains.tsx';
import { graphql } from './gql/index.ts';
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

export function Desk({ isLive, onSignOut }: { isLive: boolean; onSignOut: () => void }) {
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
          <Messages />
        </div>
      </main>
    </>
  );
}
