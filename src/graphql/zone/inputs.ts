import { BooleanFilter, DateFilter, DecimalFilter, enumFilter, IntFilter, StringFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';
import { PricedOperationEnum } from './type.ts';

const PricedOperationFilter = enumFilter('PricedOperationFilter', PricedOperationEnum, {
  description: 'Conditions on what a price is for; all that are given must hold.',
  verb: 'Is',
  one: 'operation',
  many: 'operations',
});

export const PriceWhere = whereInput(
  'PriceWhere',
  'Which prices to list; all conditions that are given must hold. {validFrom: {gt: "PT0S"}} are those to come.',
  {
    zone: [StringFilter, 'By the zone they are for: {eq: "ee"}.'],
    operation: [PricedOperationFilter, 'By whether they are for registering or renewing: {eq: RENEW}.'],
    months: [IntFilter, 'By for how many months they pay: {eq: 12}.'],
    price: [DecimalFilter, 'By how much they are: {gte: "10.00"}.'],
    current: [BooleanFilter, 'By whether they are valid today: {eq: true}.'],
    validFrom: [DateFilter, 'By their first day: {gt: "PT0S"} are those to come.'],
    validTo: [
      DateFilter,
      'By their last day: {lt: "PT0S"} are those that were, {isNull: true} those that no other follows.',
    ],
  },
);

export const PriceOrder = orderInput('Price', 'prices', {
  VALID_FROM: { value: 'validFrom', description: 'By their first day.' },
  PRICE: { value: 'price', description: 'By how much they are.' },
  CREATED_AT: { value: 'createdAt', description: 'By when they were set.' },
});
