import { closeZone } from '../../operations/operator/close-zone.ts';
import { createZone } from '../../operations/operator/create-zone.ts';
import { setPrice } from '../../operations/operator/set-price.ts';
import { priceRows, zoneRow } from '../../operations/readers/rows.ts';
import { howLong } from '../domain/period-inputs.ts';
import { defineMutation } from '../mutation.ts';
import { PricedOperationEnum, PriceRef, ZoneRef } from './type.ts';

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

defineMutation('zoneClose', {
  operation: closeZone,
  input: (t) => ({
    origin: t.string({ required: true, description: 'The zone to close, without the dot: ee or com.ee.' }),
  }),
  translate: ({ origin }) => ({ origin }),
  show: zoneRow,
  payload: (t) => ({
    zone: t.field({
      type: ZoneRef,
      nullable: true,
      description: 'The zone, which is closed now; null when it was refused.',
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
    period: t.field({ type: 'Duration', required: true, description: howLong }),
    price: t.field({
      type: 'Decimal',
      required: true,
      description: 'How much it shall cost, in euros: "10.00".',
    }),
    validFrom: t.field({
      type: 'Date',
      description: 'The first day on which it holds, today or later; today when left out.',
    }),
  }),
  translate: ({ zone, operation, period, price, validFrom }) => ({
    zone,
    operation,
    period,
    price,
    validFrom: validFrom ?? undefined,
  }),
  show: priceRows.one,
  payload: (t) => ({
    price: t.field({
      type: PriceRef,
      nullable: true,
      description: 'The price that holds from that day on; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
