import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { Money } from '../../core/money.ts';
import { checkDomainNames, type NameCheck } from '../../operations/domains/check-domain-names.ts';
import { pricesOf } from '../../operations/readers/of-domains.ts';
import type { PriceKey } from '../../operations/readers/shown.ts';
import { parsePeriodDuration } from '../../rules/domain/period.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { badArgument } from '../refusals.ts';
import { runList } from '../run.ts';

const priceLoader = createContextCache(
  ({ database, calendar, clock }: Context) =>
    new DataLoader<PriceKey, Money | null, string>(
      (keys) => pricesOf(database.db, keys, calendar.dateOf(clock.now())),
      { cacheKeyFn: ({ zoneId, operation, months }) => `${zoneId} ${operation} ${months}` },
    ),
);

/** The months of an ISO 8601 duration that registrations and renewals can last. */
export function monthsOf(period: string): number {
  const parsed = parsePeriodDuration(period);
  if (!parsed) throw badArgument('period must be P3M, P6M, P9M or P1Y to P10Y', 2005, 'period');
  return parsed.months;
}

const DomainCheckRef = builder.objectRef<NameCheck>('DomainCheck').implement({
  description: 'Whether a name can be registered, and what it would cost.',
  fields: (t) => ({
    name: t.expose('name', {
      type: 'DomainName',
      description: 'The name as it would be registered: in lower-case Unicode.',
    }),
    available: t.exposeBoolean('available', { description: 'Whether it can be registered now.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Why it cannot be registered, or what its registration needs, for people; null when there is nothing to say.',
    }),
    price: t.field({
      type: 'Decimal',
      nullable: true,
      description:
        'What registering it for a period would cost, in euros; null where the zone has no price for the period.',
      args: {
        period: t.arg({
          type: 'Duration',
          defaultValue: 'P1Y',
          description:
            'For how long: three, six or nine months (P3M, P6M, P9M) or one to ten years (P1Y to P10Y). A year when left out.',
        }),
      },
      resolve: ({ zoneId }, { period }, context) =>
        zoneId === null
          ? null
          : priceLoader(context).load({ zoneId, operation: 'create', months: monthsOf(period ?? 'P1Y') }),
    }),
  }),
});

builder.queryField('domainCheck', (t) =>
  t.field({
    type: [DomainCheckRef],
    nullable: true,
    description: checkDomainNames.summary,
    args: {
      names: t.arg({
        type: ['DomainName'],
        required: true,
        description: 'The names to ask about, with their zones; 1 to 100.',
      }),
    },
    resolve: (_, { names }, context) => runList(context, checkDomainNames, { names }),
  }),
);
