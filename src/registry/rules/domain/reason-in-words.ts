import { explained, type Failure, plainMessage } from '../../../base/errors.ts';
import type { DomainAction } from './allowed-actions.ts';

/**
 * Explains a reason against an action so that the caller knows how to proceed. The messages of refusals are fixed,
 * and one message covers many reasons; this says which one it is. Null if the message is enough.
 */
export function reasonInWords(
  { code, details = {} }: Failure,
  { action, renewalDays }: { readonly action?: DomainAction; readonly renewalDays?: number } = {},
): string | null {
  const { renewableFrom, statuses, taken } = details;
  if (isListOfTexts(taken))
    return `${taken.length === 1 ? 'This name is' : 'These names are'} not available: ${taken.join(', ')}.`;
  if (typeof renewableFrom === 'string')
    return `It can be renewed from ${renewableFrom}${renewalDays === undefined ? '' : `, in the last ${renewalDays} days before it expires`}.`;
  if (code === 'PARAMETER_VALUE_POLICY' && action === 'setClientHold') return 'It is on hold already.';
  if (code === 'PARAMETER_VALUE_POLICY' && action === 'removeClientHold') return 'It is not on hold.';
  // The statuses of a policy do not show whether they are present or missing.
  if (code === 'PARAMETER_VALUE_POLICY' || !Array.isArray(statuses)) return null;
  // A reason without an action may be about a contact.
  const what = action ? 'the domain' : 'it';
  return statuses.length === 1
    ? `It cannot be done while ${what} has the status ${statuses[0]}.`
    : `It cannot be done while ${what} has the statuses ${statuses.join(', ')}.`;
}

/** All reasons, each with its explanation, for people who see nothing else of them. */
export const failuresInWords = (failures: readonly Failure[]): string =>
  failures
    .map((one) => explained({ message: plainMessage(one), explanation: reasonInWords(one) }))
    .join('; ');

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0;
