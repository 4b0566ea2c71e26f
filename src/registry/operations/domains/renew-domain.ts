import { z } from 'zod';
import { Problems } from '../../../base/errors.ts';
import { expiryDateFailure, expiryDateMissing, isPeriod } from '../../rules/domain/period.ts';
import { chargeFor, fundsMissing, priceMissing } from '../../rules/money/charges.ts';
import { overdraft } from '../../store/registry/accounts.ts';
import { pricesByZone } from '../../store/registry/zones.ts';
import { domainName, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { lockOwnDomain } from './model/domain-state.ts';
import { ledgerEntry } from './model/ledger-entry.ts';
import { renewalFailures, renewed } from './model/renewal.ts';
import { saveDomain } from './model/save-domain.ts';

/**
 * Renews one of the registrar's domains: locks it, then checks its statuses, the renewal window, its validity, the
 * given expiry date, how far ahead the new one is, and the price. It extends the expiry date, brings back a domain
 * that has expired or is marked for deletion, and charges the account in the same transaction
 * (docs/rules/registrar.md#renewal).
 */
export const renewDomain = defineCommand({
  name: 'domain.renew',
  summary: "Extends a domain's period and charges the registrar.",
  permits: ['registrar:epp'],
  effect: 'billable',
  scope: 'WRITE',
  input: z.object({
    name: domainName(),
    /** The period in months; null for one that is not in any price list. */
    months: z.int().nullable(),
    expiresOn: text(
      'Its present expiry date, so that a request that is sent twice does not renew twice. May be left out with idempotencyKey, ifOutcome or dryRun; in front of another registry it is always needed.',
      'Date',
    ).optional(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'BILLING_FAILURE',
    'NOT_ELIGIBLE_FOR_RENEWAL',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
    'PARAMETER_VALUE_POLICY',
    'DATA_MANAGEMENT_POLICY',
  ],
  conflicts: { [overdraft]: fundsMissing('renew') },
  rest: 'POST /registry/v1/domains/:domain_name/renew',
  graphql: 'Mutation.domainRenew',
  mistakes: ({ months }) => new Problems().direct(isPeriod(months) ? undefined : priceMissing()),
  run: async (context, { name, months, expiresOn }) => {
    const { db, now, calendar } = context;
    const pricesNow = pricesByZone(db, 'renew', months, calendar.dateOf(now));
    const others = async () =>
      new Problems()
        .direct(expiresOn === undefined && !context.isDoneOnce ? expiryDateMissing() : undefined)
        .direct((await pricesNow).size === 0 ? priceMissing() : undefined);
    const [state, settings, prices] = await Promise.all([
      lockOwnDomain(context, name, others),
      registrySettings(db),
      pricesNow,
    ]);
    const { row, draft } = state;
    const price = prices.get(row.zone_id);

    const failures = renewalFailures(context, state, months, settings);
    new Problems()
      .direct(
        ...failures.first,
        expiryDateFailure(expiresOn, draft.expiresAt, calendar, context.isDoneOnce),
        ...failures.horizon,
      )
      .direct(price === undefined ? priceMissing() : undefined)
      .refuseIfAny();
    if (months === null || price === undefined) throw new Error('a missing price went unnoticed');

    await saveDomain(context, state, renewed(draft, months, context), settings);
    context.charge(ledgerEntry(context, chargeFor('renew', row.name, price), row.registrar_id, row.id));
    return { id: row.id, name: row.name, price };
  },
});
