import { price } from '../../../registry/entities/price.ts';
import { priceRows, zoneRows } from '../../../registry/operations/readers/rows.ts';
import type { Price, Zone } from '../../../registry/operations/readers/shown.ts';
import { formatPeriodDuration } from '../../../registry/rules/domain/period.ts';
import { zoneTimes } from '../../../registry/rules/domain/zone-declaration.ts';
import { currency } from '../currency.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { BooleanFilter, enumFilter } from '../filters.ts';
import { listOf } from '../list.ts';
import { measure } from '../measures.ts';
import { momentOrNull } from '../moments.ts';
import { rowNode } from '../row-node.ts';

export const ZoneRef = rowNode<Zone>('Zone', zoneRows.many);

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

export const PriceRef = rowNode<Price>('Price', priceRows.many);

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

export const prices = listOf(PriceRef, price, {
  many: 'prices',
  example: '{validFrom: {gt: "PT0S"}} are those to come.',
  where: { current: [BooleanFilter, 'By whether they are valid today: {eq: true}.'] },
  filters: { operation: PricedOperationFilter },
  types: { operation: PricedOperationEnum },
});
