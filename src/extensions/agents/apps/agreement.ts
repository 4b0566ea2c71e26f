import type { Scope } from '../../../base/actor.ts';
import { limit } from '../../../base/limits.ts';
import type { GuardsInput } from '../../../registry/operations/access-tokens/guards.ts';

/** The choices to which a person has agreed in the form. */
interface Agreement {
  readonly scopes: Scope[];
  readonly days: number;
  readonly guards: GuardsInput;
}

export const usualDays = limit(
  'days for which a person lets an app in, unless another length is chosen',
  90,
  'A season.',
);
export const mostDays = limit(
  'days for which a person can let an app in',
  365,
  'A year later somebody should look again.',
);

/** Reads the form; what is wrong with amounts and names is said by the operation. */
export function agreementOf(
  form: URLSearchParams,
  asked: readonly Scope[],
): Agreement | { readonly problems: readonly string[] } {
  const ticked = form.getAll('scope');
  // Reading is what every access token can do, so nobody can take it away.
  const scopes = asked.filter((scope) => scope === 'READ' || ticked.includes(scope));
  const given = (name: string): string => (form.get(name) ?? '').trim();
  const days = Number(given('days') || usualDays);
  const domains = given('domains')
    .split(/[\s,;]+/)
    .filter(Boolean);
  const amount = given('amount').replace(',', '.');
  const problems = [
    scopes.length === 0 && 'Leave the app at least one thing to do, or refuse.',
    !(Number.isInteger(days) && days >= 1 && days <= mostDays) &&
      `Days must be a number from 1 to ${mostDays}.`,
  ].filter((one) => one !== false);
  if (problems.length > 0) return { problems };
  return {
    scopes,
    days,
    guards: {
      ...(domains.length > 0 && { domains }),
      ...(amount !== '' && { spendLimit: { amount, per: given('per') === 'DAY' ? 'DAY' : 'MONTH' } }),
      ...(form.has('approvalNeeded') && { approvalNeeded: true }),
      ...(form.has('outcomeNeeded') && { outcomeNeeded: true }),
    },
  };
}
