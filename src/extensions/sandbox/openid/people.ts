import type { OperatorRole } from '../../../base/actor.ts';
import type { Db } from '../../../registry/operations/operation.ts';
import { addedBy } from '../../../registry/rules/operators/trial-people.ts';
import { insertOperator, operatorList } from '../../../registry/store/runner/operators.ts';

/** The three people who run the sandbox; an ADMIN comes with the published token. */
export const sandboxOperators: readonly {
  readonly name: string;
  readonly email: string;
  readonly role: OperatorRole;
}[] = [
  { name: 'Vera Vaatleja', email: 'vera@registry.example', role: 'VIEWER' },
  { name: 'Siim Abistaja', email: 'siim@registry.example', role: 'SUPPORT' },
  { name: 'Faina Rahamaa', email: 'faina@registry.example', role: 'FINANCE' },
];

/** Adds them to a registry without operators. */
export async function seedOperators(db: Db, now: Date): Promise<void> {
  if ((await operatorList.count(db, undefined)) > 0) return;
  for (const person of sandboxOperators)
    await insertOperator(db, {
      ...person,
      created_by: addedBy('registry', { isTrial: true }),
      created_at: now,
    });
}
