import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { Money } from '../../../base/money.ts';
import { checkDomainNames, type NameCheck } from '../../../registry/operations/domains/check-domain-names.ts';
import { pricesOf } from '../../../registry/operations/readers/of-domains.ts';
import type { PriceKey } from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { currency } from '../currency.ts';
import { measure } from '../measures.ts';
import { runList } from '../run.ts';
import { byRegistry } from '../written.ts';
import { monthsOf, periodDescription } from './period-inputs.ts';

const priceLoader = createContextCache(
  ({ database, calendar, clock }: Context) =>
    new DataLoader<PriceKey, Money | null, string>(
      (keys) => pricesOf(database.db, keys, calendar.dateOf(clock.now())),
      { cacheKeyFn: ({ zoneId, operation, months }) => `${zoneId} ${operation} ${months}` },
    ),
);

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
      extensions: byRegistry,
      description:
        'Why it cannot be registered, or what its registration needs, for people; null when there is nothing to say.',
    }),
    price: t.field({
      type: 'Decimal',
      extensions: measure('PRICE', 'EUR'),
      nullable: true,
      description:
        'What registering it for a period would cost, in euros; null where the zone has no price for the period.',
      args: {
        period: t.arg({ type: 'Duration', defaultValue: 'P1Y', description: periodDescription }),
      },
      resolve: ({ zoneId }, { period }, context) =>
        zoneId === null
          ? null
          : priceLoader(context).load({ zoneId, operation: 'create', months: monthsOf(period ?? 'P1Y') }),
    }),
    currency: currency(t),
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
