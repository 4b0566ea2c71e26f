import { createClient } from '@zonegraph/client';
import { useCallback, useMemo, useState } from 'react';
import { Provider } from 'urql';
import { Desk } from './desk.tsx';
import { createGraph } from './graph.ts';
import { keepSession, keptSession, type Session } from './session.ts';
import { SignIn } from './sign-in.tsx';

/** Who has not signed in is asked to; a token that is refused leads back there. */
export function App() {
  const [session, setSession] = useState(keptSession);
  const enter = useCallback((next: Session | null): void => {
    keepSession(next);
    setSession(next);
  }, []);
  const leave = useCallback(() => enter(null), [enter]);
  if (!session) return <SignIn onSignIn={enter} />;
  return <SignedIn key={session.token} session={session} onSignOut={leave} />;
}

function SignedIn({ session, onSignOut }: { session: Session; onSignOut: () => void }) {
  const [isLive, setLive] = useState(false);
  // One of each, and with it one cache, for as long as somebody is signed in.
  const live = useMemo(() => createClient(session), [session]);
  const graph = useMemo(
    () => createGraph(session, live, { onLive: setLive, onRefused: onSignOut }),
    [session, live, onSignOut],
  );
  return (
    <Provider value={graph}>
      <Desk live={live} isLive={isLive} onSignOut={onSignOut} />
    </Provider>
  );
}
