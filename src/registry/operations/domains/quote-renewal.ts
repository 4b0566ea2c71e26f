import { z } from 'zod';
import type { Money } from '../../../base/money.ts';
import { renewedExpiry } from '../../rules/domain/period.ts';
import { pricesOn } from '../../store/registry/zones.ts';
import { defineQuery } from '../operation.ts';

export interface RenewalQuote {
  readonly price: Money;
  readonly currency: 'EUR';
  readonly expiresAt: Date;
}

/**
 * Quotes the price and the new expiry date of renewing many domains, with one read of today's price list. It checks
 * nothing else, and the quote is null where the period has no price in the domain's zone.
 */
export const quoteRenewals = defineQuery({
  name: 'domain.quote-renewals',
  summary: 'Shows the price of renewing domains and their new expiry dates.',
  permits: ['registrar:epp', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({
    domains: z.array(z.object({ zoneId: z.int(), expiresAt: z.date(), months: z.int() })),
  }),
  errors: [],
  run: async ({ db, now, calendar }, { domains }): Promise<(RenewalQuote | null)[]> => {
    const prices = await pricesOn(
      db,
      domains.map(({ zoneId, months }) => ({ zoneId, operation: 'renew', months })),
      calendar.dateOf(now),
    );
    return domains.map(({ expiresAt, months }, index) => {
      const price = prices[index];
      if (price === undefined) return null;
      return { price, currency: 'EUR', expiresAt: renewedExpiry(expiresAt, months, calendar) };
    });
  },
});
