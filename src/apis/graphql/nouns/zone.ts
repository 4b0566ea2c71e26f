import { price } from '../../../registry/entities/price.ts';
import { closeZone } from '../../../registry/operations/operator/close-zone.ts';
import { createZone } from '../../../registry/operations/operator/create-zone.ts';
import { listPrices } from '../../../registry/operations/operator/list-prices.ts';
import { listZones } from '../../../registry/operations/operator/list-zones.ts';
import { setPrice } from '../../../registry/operations/operator/set-price.ts';
import { updateZone } from '../../../registry/operations/operator/update-zone.ts';
import { priceRows, zoneRow, zoneRows } from '../../../registry/operations/readers/rows.ts';
import type { Price, Zone } from '../../../registry/operations/readers/shown.ts';
import { formatPeriodDuration } from '../../../registry/rules/domain/period.ts';
import { zoneTimes } from '../../../registry/rules/domain/zone-declaration.ts';
import { builder } from '../builder.ts';
import { currency } from '../currency.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { BooleanFilter, enumFilter } from '../filters.ts';
import { listOf, listQuery } from '../list.ts';
import { measure } from '../measures.ts';
import { momentOrNull } from '../moments.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { rowNode } from '../row-node.ts';
import { runQuery, unlessUnsupported } from '../run.ts';

const ZoneRef = rowNode<Zone>('Zone', zoneRows.many);

ZoneRef.implement({
  description: 'A zone of the DNS in which names can be registered.',
  fields: (t) => ({
    origin: t.exposeString('origin', {
      description: 'The ending that its names have, without the dot: ee or com.ee.',
    }),
    closedAt: momentOrNull(
      t,
      'closed_at',
      'Since when it has been closed to new names; null while it is open.',
    ),
    nameservers: t.stringList({
      description:
        'The nameservers of the zone itself, the primary one first, with the addresses that its file gives: ns1.ee=192.0.2.1. Empty: it has no file.',
      resolve: ({ nameservers }) =>
        nameservers.map(({ hostname, ipv4, ipv6 }) => [hostname, ...ipv4, ...ipv6].join('=')),
    }),
    hostmaster: t.exposeString('hostmaster', {
      nullable: true,
      description: 'The e-mail address of the people who run it; null: hostmaster at the zone.',
    }),
    refresh: t.exposeInt('soa_refresh', {
      extensions: measure('DURATION', 'SECONDS'),
      description: zoneTimes.refresh,
    }),
    retry: t.exposeInt('soa_retry', {
      extensions: measure('DURATION', 'SECONDS'),
      description: zoneTimes.retry,
    }),
    expire: t.exposeInt('soa_expire', {
      extensions: measure('DURATION', 'SECONDS'),
      description: zoneTimes.expire,
    }),
    negativeTtl: t.exposeInt('negative_ttl', {
      extensions: measure('DURATION', 'SECONDS'),
      description: zoneTimes.negativeTtl,
    }),
    ttl: t.exposeInt('ttl', { extensions: measure('DURATION', 'SECONDS'), description: zoneTimes.ttl }),
  }),
});

const PricedOperationEnum = enumOf('PricedOperation', 'The things that have a price.', {
  create: 'Registering a name, also a reserved or disputed one with its code.',
  renew: 'Extending the period of a domain.',
});

const PriceRef = rowNode<Price>('Price', priceRows.many);

PriceRef.implement({
  description: 'What registering or renewing a domain costs in a zone.',
  fields: (t) => ({
    ...plainFields(t, price, { operation: PricedOperationEnum }),
    currency: currency(t),
    period: t.field({
      type: 'Duration',
      description: 'The period it pays for: P3M, P1Y.',
      resolve: ({ months }) => formatPeriodDuration(months),
    }),
  }),
});

const PricedOperationFilter = enumFilter('PricedOperationFilter', PricedOperationEnum, {
  description: 'Conditions on what a price is for; all that are given must hold.',
  verb: 'Is',
  one: 'operation',
  many: 'operations',
});

const prices = listOf(PriceRef, price, {
  many: 'prices',
  example: '{validFrom: {gt: "PT0S"}} are those to come.',
  where: { current: [BooleanFilter, 'By whether they are valid today: {eq: true}.'] },
  filters: { operation: PricedOperationFilter },
  types: { operation: PricedOperationEnum },
});

builder.queryField('zones', (t) =>
  t.field({
    type: [ZoneRef],
    nullable: true,
    description: `${listZones.summary} Null in front of another registry, which does not report them.`,
    resolve: (_, __, context) => runQuery(context, listZones, {}),
  }),
);

listQuery('prices', prices, {
  operation: listPrices,
  description: `${listPrices.summary} Null in front of another registry, which does not report them.`,
  where: 'Which prices; all that you see when left out.',
  orderBy: 'How to sort them; by their first day, the latest first, when left out.',
  usual: { field: 'validFrom', descending: true },
  show: unlessUnsupported,
});

defineMutation(createZone, {
  show: zoneRow,
  payload: result('zone', ZoneRef, 'The zone that was opened'),
});

defineMutation(updateZone, {
  more: 'Fields that are left out stay unchanged.',
  show: zoneRow,
  payload: result('zone', ZoneRef, 'The zone as its file will declare it'),
});

defineMutation(closeZone, {
  show: zoneRow,
  payload: result('zone', ZoneRef, 'The zone, which is closed now'),
});

defineMutation(setPrice, {
  show: priceRows.one,
  payload: result('price', PriceRef, 'The price that holds from that day on'),
});
