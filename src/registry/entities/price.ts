import type { PricedOperation } from '../rules/money/charges.ts';
import { day, decimal, entity, identity, integer, moment, reference, text } from './entity.ts';

/** A price with its zone, as the view lists it; the table `prices` has everything except the zone's origin. */
export const price = entity('listed_prices', {
  id: identity(),
  zone_id: reference(),
  origin: text()
    .generated()
    .named('zone')
    .shown('The zone it is for, such as ee.')
    .filter('By the zone they are for: {eq: "ee"}.')
    .groups('The zone they are for.'),
  operation: text<PricedOperation>()
    .shown('Whether it is for registering or for renewing.')
    .filter('By whether they are for registering or renewing: {eq: RENEW}.')
    .groups('Whether they are for registering or for renewing.'),
  months: integer().measure('DURATION', 'MONTHS').filter('By the number of months they pay for: {eq: 12}.'),
  price: decimal()
    .measure('PRICE', 'EUR')
    .shown('How much it costs, in euros.')
    .filter('By price: {gte: "10.00"}.')
    .order('By the price, in euros.'),
  valid_from: day()
    .shown('The first day on which this price holds.')
    .filter('By their first day: {gt: "PT0S"} are those to come.')
    .order('By their first day.')
    .groups('The first day on which they hold.'),
  valid_to: day()
    .nullable()
    .shown('The last day on which it holds; null when no other price follows.')
    .filter(
      'By their last day: {lt: "PT0S"} are past ones, {isNull: true} those that no other price follows.',
    ),
  created_at: moment().order('By creation time.'),
});
