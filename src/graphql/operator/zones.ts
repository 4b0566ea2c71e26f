import { createZone } from '../../operations/operator/create-zone.ts';
import { listPrices } from '../../operations/operator/list-prices.ts';
import { listZones } from '../../operations/operator/list-zones.ts';
import { setPrice } from '../../operations/operator/set-price.ts';
import { priceRows, zoneRow } from '../../operations/readers/rows.ts';
import { formatPeriodDuration } from '../../rules/domain/period.ts';
import type { Price, Zone } from '../../store/registry/zones.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';
import { runList } from '../run.ts';

const ZoneRef = builder.objectRef<Zone>('Zone').implement({
  description: 'A zone of the DNS in which names can be registered.',
  fields: (t) => ({
    origin: t.exposeString('origin', {
      description: 'The ending that its names have, without the dot: ee or com.ee.',
    }),
  }),
});

const PricedOperationEnum = builder.enumType('PricedOperation', {
  description: 'The things that have a price.',
  values: {
    CREATE: { value: 'create', description: 'Registering a name that nobody has.' },
    RENEW: { value: 'renew', description: 'Extending the period of a domain.' },
  } as const,
});

const PriceRef = builder.objectRef<Price>('Price').implement({
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
  }),
});

builder.queryFields((t) => ({
  zones: t.field({
    type: [ZoneRef],
    nullable: true,
    description: listZones.summary,
    resolve: (_, __, context) => runList(context, listZones, {}),
  }),
  prices: t.field({
    type: [PriceRef],
    nullable: true,
    description: listPrices.summary,
    args: {
      zone: t.arg.string({
        description: 'Only prices of the zone with this name, such as ee; of all zones when left out.',
      }),
    },
    resolve: (_, { zone }, context) => runList(context, listPrices, { zone: zone ?? undefined }),
  }),
}));

defineMutation('zoneCreate', {
  operation: createZone,
  input: (t) => ({
    origin: t.string({
      required: true,
      description: 'The ending that its names will have, without the dot: ee or com.ee.',
    }),
  }),
  translate: ({ origin }) => ({ origin }),
  show: zoneRow,
  payload: (t) => ({
    zone: t.field({
      type: ZoneRef,
      nullable: true,
      description: 'The zone that was opened; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutation('priceSet', {
  operation: setPrice,
  input: (t) => ({
    zone: t.string({ required: true, description: 'The zone it is for, such as ee.' }),
    operation: t.field({
      type: PricedOperationEnum,
      required: true,
      description: 'Whether it is for registering or for renewing.',
    }),
    period: t.field({
      type: 'Duration',
      required: true,
      description:
        'For how long: three, six or nine months (P3M, P6M, P9M) or one to ten years (P1Y to P10Y).',
    }),
    price: t.field({
      type: 'Decimal',
      required: true,
      description: 'How much it shall cost, in euros: "10.00".',
    }),
  }),
  translate: ({ zone, operation, period, price }) => ({ zone, operation, period, price }),
  show: priceRows.one,
  payload: (t) => ({
    price: t.field({
      type: PriceRef,
      nullable: true,
      description: 'The price that holds from today on; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
