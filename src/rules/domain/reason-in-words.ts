import type { Failure } from '../../core/errors.ts';
import type { DomainAction } from './allowed-actions.ts';

/**
 * What stands against an action, in words that help to go on. The messages of refusals are fixed, and the same for many
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
  if (!Array.isArray(statuses)) return null;
  return statuses.length === 1
    ? `It cannot be done while the domain has the status ${statuses[0]}.`
    : `It cannot be done while the domain has the statuses ${statuses.join(', ')}.`;
}
