import type { z } from 'zod';
import type { Guards } from '../../../base/actor.ts';
import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { flag, object, oneOf, text, texts } from '../input.ts';
import type { OperationContext } from '../operation.ts';
import { amountOf } from '../operator/amounts.ts';

export const guardsInput = object(
  'AccessTokenGuardsInput',
  'The limits of the writes of an access token; each may be left out.',
  {
    domains: texts(
      'Up to 100 domain names, or zones written as *.ee: it may write to these and to nothing else.',
    ).optional(),
    spendLimit: object(
      'AccessTokenSpendLimitInput',
      "The greatest sum that its writes may charge in a period of the registry's calendar.",
      {
        amount: text('The greatest sum, in euros.', 'Decimal'),
        per: oneOf(['DAY', 'MONTH'], 'SpendPeriod', 'The period in which charges are added up.'),
      },
    )
      .optional()
      .meta({ description: 'The greatest sum that its writes may charge; top-ups do not count.' }),
    maxPrice: text('The greatest single charge, in euros.', 'Decimal').optional(),
    outcomeNeeded: flag(
      'true: it may write only with ifOutcome, so that nothing happens that was not shown first.',
    ).optional(),
    approvalNeeded: flag(
      'true: it may prepare writes, and nothing happens before a person of the registrar approves.',
    ).optional(),
  },
);

export type GuardsInput = z.output<typeof guardsInput>;

const mostDomains = limit(
  'domains to which an access token may be limited',
  100,
  'They are compared with each write.',
);

/** Operators' writes are not charged, and another registry may report a price only after it has charged it. */
export function guardFailures(
  { actor, config }: Pick<OperationContext, 'actor' | 'config'>,
  guards: GuardsInput | undefined,
): (Failure | undefined)[] {
  if (!guards) return [];
  const { domains, spendLimit, maxPrice, approvalNeeded } = guards;
  const path = (field: string) => ({ path: ['guards', field] });
  const money = { spendLimit: spendLimit?.amount, maxPrice };
  const ofRegistrars = [
    domains && 'domains',
    spendLimit && 'spendLimit',
    maxPrice && 'maxPrice',
    approvalNeeded && 'approvalNeeded',
  ];
  const unfit = actor.kind === 'operator' ? ofRegistrars.find(Boolean) : undefined;
  return [
    unfit
      ? failure(
          'PARAMETER_VALUE_POLICY',
          "Operators' tokens accept only the guard outcomeNeeded",
          path(unfit),
        )
      : undefined,
    domains && (domains.length === 0 || domains.length > mostDomains)
      ? failure('PARAMETER_VALUE_RANGE', `Domains must be 1 to ${mostDomains} names`, path('domains'))
      : undefined,
    domains?.every((name) => isNameOrZone(normaliseLookup(name))) === false
      ? failure('PARAMETER_VALUE_SYNTAX', 'Domains must be names or zones such as *.ee', path('domains'))
      : undefined,
    ...Object.entries(money).map(([field, amount]) => {
      const wrong = amount === undefined ? undefined : amountOf(field, amount, { negative: false }).failure;
      return wrong && { ...wrong, path: ['guards', field, ...(field === 'spendLimit' ? ['amount'] : [])] };
    }),
    !config.ownsRegistry && (spendLimit || maxPrice)
      ? failure(
          'NOT_SUPPORTED_UPSTREAM',
          'The upstream registry reports prices too late for this',
          path(spendLimit ? 'spendLimit' : 'maxPrice'),
        )
      : undefined,
  ];
}

const isNameOrZone = (name: string): boolean => /^(\*|[^\s*.]+)(\.[^\s*.]+)+$/u.test(name);

/** The guards as JSON for the database; null if none of them limits anything. */
export function guardsKept(given: GuardsInput | undefined): string | null {
  const guards = given && bounding(given);
  return guards && Object.keys(guards).length > 0 ? JSON.stringify(guards) : null;
}

function bounding(guards: GuardsInput): Guards {
  const { domains, spendLimit, maxPrice, outcomeNeeded, approvalNeeded } = guards;
  const exact = (amount: string): string => amountOf('', amount, { negative: false }).value;
  return {
    ...(domains && { domains: [...new Set(domains.map(normaliseLookup))] }),
    ...(spendLimit && { spendLimit: { amount: exact(spendLimit.amount), per: spendLimit.per } }),
    ...(maxPrice !== undefined && { maxPrice: exact(maxPrice) }),
    ...(outcomeNeeded && { outcomeNeeded }),
    ...(approvalNeeded && { approvalNeeded }),
  };
}
