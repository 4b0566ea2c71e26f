import { createClient, GraphqlRequestError } from '@zonegraph/client';
import { type FormEvent, useState } from 'react';
import { Brand } from './brand.tsx';
import { graphql } from './gql/index.ts';
import type { Session } from './session.ts';

const SignInMutation = graphql(`
  mutation SignIn($username: String!, $password: Secret!) {
    signIn(input: { username: $username, password: $password }) {
      token
      userErrors {
        message
      }
    }
  }
`);

/** Changes the password for a token that lasts for a working day, and forgets the password. */
export function SignIn({ onSignIn }: { onSignIn: (session: Session) => void }) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => String(form.get(name) ?? '');
    const url = new URL('/graphql', text('registry')).href;
    setBusy(true);
    try {
      const { signIn } = await createClient({ url }).request(SignInMutation, {
        username: text('username'),
        password: text('password'),
      });
      if (signIn?.token) onSignIn({ url, token: signIn.token });
      else setProblem(signIn?.userErrors[0]?.message ?? 'Nobody was signed in');
    } catch (error) {
      setProblem(
        error instanceof GraphqlRequestError && error.kind !== 'UNREACHABLE'
          ? error.message
          : 'The registry cannot be reached: is it running?',
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className="narrow">
      <Brand />
      <form className="card" onSubmit={submit}>
        <h1>Sign in</h1>
        <label>
          Registry
          <input name="registry" type="url" defaultValue="http://127.0.0.1:4000" required />
        </label>
        <label>
          User name
          <input name="username" autoComplete="username" defaultValue="alpha" required />
        </label>
        <label>
          Password
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </button>
        <p className="soft">
          In the sandbox: <code>alpha</code> with the password <code>alpha-sandbox</code>. The page keeps a
          token for eight hours, and forgets the password.
        </p>
      </form>
    </main>
  );
}
