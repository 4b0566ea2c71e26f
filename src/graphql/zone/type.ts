import type { Price, Zone } from '../../operations/readers/shown.ts';
import { formatPeriodDuration } from '../../rules/domain/period.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { key, offerGroups } from '../groups.ts';

export const ZoneRef = builder.objectRef<Zone>('Zone').implement({
  description: 'A zone of the DNS in which names can be registered.',
  fields: (t) => ({
    origin: t.exposeString('origin', {
      description: 'The ending that its names have, without the dot: ee or com.ee.',
    }),
    closedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when nothing new is registered in it; null while it is open.',
      resolve: ({ closed_at }, _, { calendar }) => closed_at && calendar.format(closed_at),
    }),
  }),
});

export const PricedOperationEnum = builder.enumType('PricedOperation', {
  description: 'The things that have a price.',
  values: {
    CREATE: { value: 'create', description: 'Registering a name that nobody has.' },
    RENEW: { value: 'renew', description: 'Extending the period of a domain.' },
  } as const,
});

export const PriceRef = builder.objectRef<Price>('Price').implement({
  description: 'What registering or renewing a domain costs in a zone.',
  fields: (t) => ({
    zone: t.exposeString('origin', { description: 'The zone it is for, such as ee.' }),
    operation: t.expose('operation', {
      type: PricedOperationEnum,
      description: 'Whether it is for registering or for renewing.',
    }),
    period: t.field({
      type: 'Duration',
      description: 'For how long that pays: P3M, P1Y.',
      resolve: ({ months }) => formatPeriodDuration(months),
    }),
    price: t.expose('price', { type: 'Decimal', description: 'How much it costs, in euros.' }),
    validFrom: t.expose('valid_from', {
      type: 'Date',
      description: 'The first day on which this price holds.',
    }),
    validTo: t.expose('valid_to', {
      type: 'Date',
      nullable: true,
      description: 'The last day on which it holds; null when no other follows.',
    }),
  }),
});
export const PriceConnection = connectionOf(PriceRef, 'prices');
offerGroups(PriceConnection, 'Price', {
  many: 'prices',
  keys: {
    ZONE: key('String', 'The zone they are for.'),
    OPERATION: key(PricedOperationEnum, 'Whether they are for registering or for renewing.'),
    VALID_FROM: key('moment', 'The first day on which they hold.'),
  },
});
