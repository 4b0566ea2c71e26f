import { idempotencyKey } from '@zonegraph/client';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import type { DomainRegisterInput } from './gql/graphql.ts';
import { graphql } from './gql/index.ts';
import { notifiedBy } from './notified.ts';

const ContactsQuery = graphql(`
  query Contacts {
    contacts(first: 50) {
      nodes {
        id
        code
        name
      }
    }
  }
`);

// Selects nothing of the domain: what would be must not stand in the cache as if it were.
const ShowRegistrationMutation = graphql(`
  mutation ShowRegistration($input: DomainRegisterInput!) {
    domainRegister(input: $input, dryRun: true) {
      price
      outcome
      notifies {
        ...Notified
      }
      userErrors {
        message
        path
      }
    }
  }
`);

const RegisterMutation = graphql(`
  mutation Register($input: DomainRegisterInput!, $idempotencyKey: String!, $ifOutcome: String) {
    domainRegister(input: $input, idempotencyKey: $idempotencyKey, ifOutcome: $ifOutcome) {
      domain {
        id
        name
        expiresAt
      }
      userErrors {
        message
        path
      }
      query {
        account {
          balance
          currency
        }
      }
    }
  }
`);

interface Problem {
  readonly message: string;
  readonly path?: readonly string[] | null;
}

const fields = ['name', 'registrant', 'period', 'nameservers'];

/** What is asked about before it is done. */
interface Shown {
  readonly input: DomainRegisterInput;
  readonly outcome: string;
  readonly price: string;
  readonly notified: string;
  /** Pressing twice, or again after a lost answer, registers once. */
  readonly key: string;
}

/** Everything that is wrong is told at once, each beside the field that its path names. */
export function Register() {
  const [{ data: known }] = useQuery({ query: ContactsQuery });
  const [tried, show] = useMutation(ShowRegistrationMutation);
  const [registered, register] = useMutation(RegisterMutation);
  const [shown, setShown] = useState<Shown>();
  const [isRegistering, setRegistering] = useState(false);
  const [done, setDone] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const entries = new FormData(event.currentTarget);
    const text = (name: string): string => String(entries.get(name) ?? '').trim();
    const nameservers = text('nameservers')
      .split(/[\s,]+/)
      .filter(Boolean);
    const input = {
      name: text('name'),
      registrant: text('registrant'),
      period: text('period'),
      nameservers: nameservers.map((hostname) => ({ hostname })),
    };
    setDone(undefined);
    setRegistering(false);
    const { data: answer } = await show({ input });
    const { outcome, price, notifies } = answer?.domainRegister ?? {};
    if (!outcome || !price) return;
    setShown({ input, outcome, price, notified: notifiedBy(notifies), key: idempotencyKey() });
  }

  /** Exactly what was shown is done, or nothing. */
  async function confirm({ input, outcome, key }: Shown): Promise<void> {
    setRegistering(true);
    const { data: answer, error } = await register({ input, idempotencyKey: key, ifOutcome: outcome });
    // Without an answer it can be pressed again.
    if (error?.networkError) return;
    setShown(undefined);
    const domain = answer?.domainRegister?.domain;
    if (!domain) return;
    setDone(`${domain.name} is yours until ${domain.expiresAt.slice(0, 10)}`);
    form.current?.reset();
  }

  const { fetching, data, error } = isRegistering ? registered : tried;
  const problems: readonly Problem[] = error ? [error] : (data?.domainRegister?.userErrors ?? []);
  const of = (field: string): Problem[] => problems.filter(({ path }) => path?.[0] === field);
  const others = problems.filter(({ path }) => !fields.includes(path?.[0] ?? ''));
  return (
    <form
      ref={form}
      className="card"
      onSubmit={submit}
      onChange={() => setShown(undefined)}
      noValidate
      aria-labelledby="register"
    >
      <h2 id="register">Register a domain</h2>
      <Problems of={others} />
      {done && (
        <p className="done" role="status">
          {done}
        </p>
      )}
      <Field label="Name" problems={of('name')}>
        {(described) => <input name="name" placeholder="tamm.ee" autoComplete="off" {...described} />}
      </Field>
      <Field label="Registrant" problems={of('registrant')}>
        {(described) => (
          <select name="registrant" {...described}>
            {known?.contacts?.nodes.map(({ code, name }) => (
              <option key={code} value={code}>
                {name} ({code})
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Period" problems={of('period')}>
        {(described) => (
          <select name="period" defaultValue="P1Y" {...described}>
            <option value="P3M">three months</option>
            <option value="P1Y">a year</option>
            <option value="P2Y">two years</option>
          </select>
        )}
      </Field>
      <Field label="Nameservers, none or at least two" problems={of('nameservers')}>
        {(described) => (
          <input
            name="nameservers"
            placeholder="ns1.tamm.ee, ns2.tamm.ee"
            autoComplete="off"
            {...described}
          />
        )}
      </Field>
      {shown && (
        <p role="status">
          {shown.input.name} would cost {shown.price} EUR. {shown.notified}{' '}
          <button type="button" className="compact" disabled={fetching} onClick={() => confirm(shown)}>
            Yes, register
          </button>
        </p>
      )}
      <button type="submit" disabled={fetching}>
        {fetching ? 'Asking…' : 'Register'}
      </button>
    </form>
  );
}

interface Described {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

function Field(props: {
  readonly label: string;
  readonly problems: readonly Problem[];
  readonly children: (described: Described) => ReactNode;
}) {
  const id = useId();
  const { label, problems, children } = props;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': problems.length > 0, 'aria-describedby': `${id}-problems` })}
      <div id={`${id}-problems`}>
        <Problems of={problems} />
      </div>
    </div>
  );
}

const Problems = ({ of: problems }: { of: readonly Problem[] }) =>
  problems.map(({ message }) => (
    <p key={message} className="problem" role="alert">
      {message}
    </p>
  ));
