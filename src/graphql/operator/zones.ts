import { createZone } from '../../operations/operator/create-zone.ts';
import { listPrices } from '../../operations/operator/list-prices.ts';
import { listZones } from '../../operations/operator/list-zones.ts';
import { setPrice } from '../../operations/operator/set-price.ts';
import { formatPeriodDuration } from '../../rules/period.ts';
import { type Price, pricesById, type Zone, zoneByOrigin } from '../../store/zones.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';
import { runList } from '../run.ts';

const ZoneRef = builder.objectRef<Zone>('Zone').implement({
  description: 'A zone in which names can be registered.',
  fields: (t) => ({ origin: t.exposeString('origin', { description: 'Its name, such as ee.' }) }),
});

const PricedOperationEnum = builder.enumType('PricedOperation', {
  description: 'What costs money.',
  values: {
    CREATE: { value: 'create', description: 'Registering a domain.' },
    RENEW: { value: 'renew', description: 'Renewing a domain.' },
  } as const,
});

const PriceRef = builder.objectRef<Price>('Price').implement({
  description: 'What registering or renewing a domain costs.',
  fields: (t) => ({
    zone: t.exposeString('origin', { description: 'In which zone.' }),
    operation: t.expose('operation', { type: PricedOperationEnum, description: 'For what.' }),
    period: t.field({
      type: 'Duration',
      description: 'For how long.',
      resolve: ({ months }) => formatPeriodDuration(months),
    }),
    price: t.expose('price', { type: 'Decimal', description: 'How much, in euros.' }),
    validFrom: t.expose('valid_from', { type: 'Date', description: 'The first day on which it holds.' }),
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
    args: { zone: t.arg.string({ description: 'Only of this zone.' }) },
    resolve: (_, { zone }, context) => runList(context, listPrices, { zone: zone ?? undefined }),
  }),
}));

defineMutation('zoneCreate', {
  operation: createZone,
  input: (t) => ({ origin: t.string({ required: true, description: 'Its name, such as ee.' }) }),
  translate: ({ origin }) => ({ origin }),
  show: async (db, { origin }) => (await zoneByOrigin(db, origin)) ?? null,
  payload: (t) => ({
    zone: t.field({
      type: ZoneRef,
      nullable: true,
      description: 'The new zone.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutation('priceSet', {
  operation: setPrice,
  input: (t) => ({
    zone: t.string({ required: true, description: 'In which zone.' }),
    operation: t.field({ type: PricedOperationEnum, required: true, description: 'For what.' }),
    period: t.field({ type: 'Duration', required: true, description: 'P3M, P6M, P9M or P1Y to P10Y.' }),
    price: t.field({ type: 'Decimal', required: true, description: 'How much, in euros.' }),
  }),
  translate: ({ zone, operation, period, price }) => ({ zone, operation, period, price }),
  show: async (db, { id }) => (await pricesById(db, [id]))[0] ?? null,
  payload: (t) => ({
    price: t.field({
      type: PriceRef,
      nullable: true,
      description: 'The price that holds from today on.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
