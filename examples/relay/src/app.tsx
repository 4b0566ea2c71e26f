import { type FormEvent, useMemo, useState } from 'react';
import { RelayEnvironmentProvider } from 'react-relay';
import { Desk } from './desk.tsx';
import { createEnvironment, type Session } from './environment.ts';

export function App() {
  const [session, setSession] = useState<Session>();
  if (!session) return <Enter onEnter={setSession} />;
  return <Entered session={session} />;
}

function Entered({ session }: { session: Session }) {
  const environment = useMemo(() => createEnvironment(session), [session]);
  return (
    <RelayEnvironmentProvider environment={environment}>
      <Desk />
    </RelayEnvironmentProvider>
  );
}

/** An access token is enough, and never more than its scopes: one for READ looks, one for WRITE renews as well. */
function Enter({ onEnter }: { onEnter: (session: Session) => void }) {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onEnter({
      url: new URL('/graphql', String(form.get('registry'))).href,
      token: String(form.get('token')).trim(),
    });
  }
  return (
    <main className="narrow">
      <form className="card" onSubmit={submit}>
        <h1>One domain at a time</h1>
        <label>
          Registry
          <input name="registry" type="url" defaultValue="http://127.0.0.1:4000" required />
        </label>
        <label>
          Access token
          <input name="token" placeholder="zg_…" autoComplete="off" spellCheck={false} required />
        </label>
        <button type="submit">Look</button>
        <p className="soft">
          The sandbox prints a token that may read when it starts; <code>accessTokenCreate</code> makes
          others.
        </p>
      </form>
    </main>
  );
}
