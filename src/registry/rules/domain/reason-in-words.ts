import type { Failure } from '../../../core/errors.ts';
import type { DomainAction } from './allowed-actions.ts';

/**
 * Explains the reason against an action in words that help to go on. The messages of refusals are fixed, and the same for many
 * reasons; this says which one it is. Null where the message says it all.
 */
export function reasonInWords(
  { code, details = {} }: Failure,
  { action, renewalDays }: { readonly action?: DomainAction; readonly renewalDays?: number } = {},
): string | null {
  const { renewableFrom, statuses } = details;
  if (typeof renewableFrom === 'string')
    return `It can be renewed from ${renewableFrom}${renewalDays === undefined ? '' : `, in the last ${renewalDays} days before it expires`}.`;
  if (code === 'PARAMETER_VALUE_POLICY' && action === 'setClientHold') return 'It is on hold already.';
  if (code === 'PARAMETER_VALUE_POLICY' && action === 'removeClientHold') return 'It is not on hold.';
  // Which statuses a policy is about does not say whether they are there or missing.
  if (code === 'PARAMETER_VALUE_POLICY' || !Array.isArray(statuses)) return null;
  // Without an action it may be a contact.
  const what = action ? 'the domain' : 'it';
  return statuses.length === 1
    ? `It cannot be done while ${what} has the status ${statuses[0]}.`
    : `It cannot be done while ${what} has the statuses ${statuses.join(', ')}.`;
}
