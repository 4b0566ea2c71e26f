import { type Failure, failure } from '../../../base/errors.ts';
import { changesOf } from '../../../base/events.ts';
import { fingerprint } from '../../../base/secrets.ts';
import { codeKeyFrom } from '../../rules/operators/one-time-codes.ts';
import { operatorFailures } from '../../rules/operators/operator-fields.ts';
import type { Operator } from '../../store/runner/operators.ts';
import { isOfMachine, isReserved } from '../api-users/reserved-names.ts';
import type { OperationContext } from '../operation.ts';
import { sealedCodeKey } from './code-key.ts';

/** An operator as history keeps it. */
export const operatorChange = changesOf(
  'operator',
  ({ name }: Operator) => name,
  ({ name, email, role, disabled_at, password_hash }) => ({
    name,
    email,
    role,
    disabledAt: disabled_at?.toISOString() ?? null,
    hasPassword: password_hash !== null,
  }),
);

/** Returns the mistakes in a person: history must not show somebody as a job, a service or a machine either. */
export function personFailures(
  person: Parameters<typeof operatorFailures>[0],
  config: OperationContext['config'],
): (Failure | undefined)[] {
  const failures = operatorFailures(person);
  const isNamed = !failures.some((one) => one?.path?.[0] === 'name');
  return isNamed && (isReserved(person.name) || isOfMachine(person.name, config))
    ? [
        ...failures,
        failure('PARAMETER_VALUE_SYNTAX', 'Name must be the name of a person', { path: ['name'] }),
      ]
    : failures;
}

const taken = (field: 'name' | 'email', what: string): Failure =>
  failure('OBJECT_EXISTS', `An operator with this ${what} exists already`, { path: [field] });

export const operatorConflicts = {
  operators_email_unique: taken('email', 'e-mail address'),
  operators_name_unique: taken('name', 'name'),
};

const linkLastsMs = 7 * 24 * 60 * 60 * 1000;

/**
 * A new link with which the person chooses a password and sets up an authenticator, and the columns that keep it. The
 * password and authenticator that the person had before are removed.
 */
export function newLink({ secret, now, config, publicUrl }: OperationContext) {
  const token = secret(32);
  return {
    link: `${publicUrl}/operator/welcome/${token}`,
    columns: {
      password_hash: null,
      code_key: sealedCodeKey(config, codeKeyFrom(secret(20))),
      code_step: 0,
      link_hash: fingerprint(token),
      link_ends_at: new Date(now.getTime() + linkLastsMs),
    },
  };
}
