import { z } from 'zod';
import { failure, Problems, referenceNotFound } from '../../../base/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { formatPeriodDuration, parsePeriodDuration } from '../../rules/domain/period.ts';
import { replacePrice, zoneByOrigin } from '../../store/registry/zones.ts';
import { oneOf, period, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { amountOf } from './amounts.ts';

const noPeriod = () =>
  failure('PARAMETER_VALUE_SYNTAX', "Invalid parameter 'period': Must be P3M, P6M, P9M or P1Y to P10Y", {
    path: ['period'],
  });

const inThePast = () =>
  failure('PARAMETER_VALUE_RANGE', "Invalid parameter 'validFrom': Must be today or later", {
    path: ['validFrom'],
  });

/**
 * Sets the price of a registration or renewal in a zone for an operator, from today or a later day on: checks the
 * input and stores the price. It holds until the day from which another price is already set, and the previous price
 * ends the day before (docs/rules/registrar.md#prices).
 */
export const setPrice = defineCommand({
  name: 'price.set',
  summary: 'Sets the price of registering or renewing for a period in a zone.',
  permits: ['operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  input: z.object({
    zone: text('The zone it is for, such as ee.'),
    operation: oneOf(
      ['create', 'renew'],
      'PricedOperation',
      'Whether it is for registering or for renewing.',
    ),
    period,
    price: text('The price, in euros: "10.00".', 'Decimal'),
    validFrom: text(
      'The first day on which it holds, today or later; today when left out.',
      'Date',
    ).optional(),
  }),
  errors: ['PARAMETER_VALUE_RANGE', 'PARAMETER_VALUE_SYNTAX', 'OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.priceSet',
  run: async ({ db, now, calendar, record }, input) => {
    const zone = await zoneByOrigin(db, normaliseLookup(input.zone));
    const period = parsePeriodDuration(input.period);
    const today = calendar.dateOf(now);
    const validFrom = input.validFrom ?? today;
    const price = amountOf('price', input.price, { negative: false });
    new Problems()
      .direct(zone ? undefined : referenceNotFound('Zone was not found', ['zone']))
      .validation(period ? undefined : noPeriod(), price.failure, validFrom < today ? inThePast() : undefined)
      .refuseIfAny();
    if (!zone || !period) throw new Error('a problem went unnoticed');
    const { operation } = input;
    const { id, before } = await replacePrice(db, {
      zone_id: zone.id,
      operation,
      months: period.months,
      price: price.value,
      valid_from: validFrom,
      created_at: now,
    });
    const document = { zone: zone.origin, operation, period: formatPeriodDuration(period.months) };
    record({
      type: 'price',
      id,
      key: `${zone.origin} ${operation} ${document.period}`,
      ...(before !== undefined && { before: { ...document, price: before } }),
      after: { ...document, price: price.value, validFrom },
    });
    return { id };
  },
});
