import { registrarOf } from '../../../../base/actor.ts';
import { type Failure, Problems } from '../../../../base/errors.ts';
import type { Contact } from '../../../store/registry/contacts.ts';
import { countGuesses } from '../../guessed-names.ts';
import type { OperationContext } from '../../operation.ts';

/**
 * A domain may use any registrar's contact, so an attempt reveals whether a code exists: misses are counted. Codes
 * with the caller's own prefix reveal nothing about others (docs/rules/rulings.md#guessing-about-objects-of-others).
 */
export async function countGuessedContacts(
  context: OperationContext,
  codes: readonly (string | undefined)[],
  found: readonly (Contact | undefined)[],
): Promise<void> {
  // Operators see all contacts.
  if (context.actor.kind === 'operator') return;
  const { registrarId, registrarCode } = registrarOf(context.actor);
  const known = new Map(found.flatMap((contact) => (contact ? [[contact.code, contact]] : [])));
  const named = [...new Set(codes)].filter(
    (code): code is string => code !== undefined && code.trim() !== '',
  );
  const misses = named.filter((code) => !known.has(code) && !code.startsWith(`${registrarCode}:`));
  const hits = [...known.values()].filter((contact) => contact.registrar_id !== registrarId);
  if (misses.length + hits.length > 0) await countGuesses(context, 'contacts', misses.length);
}

/**
 * Returns the problems with named contacts if the domain is not found, and counts the guesses. `failures` are those
 * about these contacts.
 */
export async function problemsWithContacts(
  context: OperationContext,
  codes: readonly (string | undefined)[],
  found: readonly (Contact | undefined)[],
  failures: readonly (Failure | undefined)[],
): Promise<Problems> {
  const problems = new Problems();
  await problems.attempt(() => countGuessedContacts(context, codes, found));
  // Callers who have guessed too often learn nothing more.
  return problems.isWrongSecret ? problems : problems.direct(...failures);
}
