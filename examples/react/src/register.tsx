import { idempotencyKey } from '@zonegraph/client';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { graphql } from './gql/index.ts';

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

const RegisterMutation = graphql(`
  mutation Register($input: DomainRegisterInput!, $idempotencyKey: String!) {
    domainRegister(input: $input, idempotencyKey: $idempotencyKey) {
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

/** Everything that is wrong is told at once, each beside the field that its path names. */
export function Register() {
  const [{ data: known }] = useQuery({ query: ContactsQuery });
  const [{ fetching, data, error }, register] = useMutation(RegisterMutation);
  const [done, setDone] = useState<string>();
  // Kept until the form says something else: pressing twice, or again after a lost answer, registers once.
  const attempt = useRef({ key: idempotencyKey(), about: '' });

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const entries = new FormData(form);
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
    const about = JSON.stringify(input);
    if (attempt.current.about !== about) attempt.current = { key: idempotencyKey(), about };
    setDone(undefined);
    const { data: answer } = await register({ input, idempotencyKey: attempt.current.key });
    const domain = answer?.domainRegister?.domain;
    if (!domain) return;
    setDone(`${domain.name} is yours until ${domain.expiresAt.slice(0, 10)}`);
    form.reset();
  }

  const problems: readonly Problem[] = error ? [error] : (data?.domainRegister?.userErrors ?? []);
  const of = (field: string): Problem[] => problems.filter(({ path }) => path?.[0] === field);
  const others = problems.filter(({ path }) => !fields.includes(path?.[0] ?? ''));
  return (
    <form className="card" onSubmit={submit} noValidate aria-labelledby="register">
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
      <button type="submit" disabled={fetching}>
        {fetching ? 'Registering…' : 'Register'}
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
