import { failure, WrongSecret } from '../../../base/errors.ts';
import { isNameOfOthers, renameUsersOfOthers } from '../../store/registry/api-users.ts';
import { countGuesses } from '../guessed-names.ts';
import type { OperationContext } from '../operation.ts';
import { registrarFor } from './own-user.ts';

export const usernameExists = failure('OBJECT_EXISTS', 'Username already exists', { path: ['username'] });

/**
 * User names are unique over all registrars. A dry run reveals no user name of another registrar: it is
 * answered as if the name were free. A real attempt is counted
 * (docs/rules/rulings.md#guessing-about-objects-of-others).
 */
export async function guardUserNamesOfOthers(context: OperationContext, username: string): Promise<void> {
  const registrarId = registrarFor(context.actor);
  if (registrarId === undefined) return;
  if (context.dryRun) return renameUsersOfOthers(context.db, username, registrarId);
  const isTaken = await isNameOfOthers(context.db, username, registrarId);
  await countGuesses(context, 'user names', isTaken ? 1 : 0);
  if (isTaken) throw new WrongSecret([usernameExists]);
}
