import type { LedgerActivity } from '../rules/money/charges.ts';
import { boolean, decimal, entity, identity, moment, reference, text } from './entity.ts';

/** A movement of money on a registrar's account. Rows are never changed. */
export const transaction = entity('ledger', {
  id: identity(),
  /** The sequence number among all movements; on one account, the order in which they changed the balance. */
  position: reference().generated().listed(),
  registrar_id: reference().listed(),
  activity: text<LedgerActivity>()
    .named('kind')
    .shown('Its kind, for programs; description is for people.')
    .filter('By what moved the money: {in: [REGISTRATION, RENEWAL]}.')
    .order('By what moved the money.'),
  description: text()
    .written()
    .filter('By its description: {contains: "tamm.ee"}.')
    .order('By their description, in alphabetical order.'),
  sum: decimal()
    .measure('AMOUNT', 'EUR')
    .named('amount')
    .shown('The amount in euros; negative for a debit: "-10.00".')
    .filter('By its amount, which is negative for a debit: {lt: "0"} is everything that was charged.')
    .order('By how much money moved; debits come before credits.'),
  balance: decimal()
    .measure('LEVEL', 'EUR')
    .generated()
    .shown('The balance right after it, in euros.')
    .order('By the balance right after them.'),
  domain_id: reference().nullable().listed(),
  zone_id: reference().nullable().generated(),
  invoice_id: reference().nullable(),
  request_id: text().nullable(),
  /** The registrar's user who caused it; null for other actors. */
  actor_name: text().nullable().defaulted(),
  /** True if the history entry of its operation contains the price; null if the database has to find out. */
  priced: boolean().nullable().defaulted(),
  created_at: moment()
    .shown('When the money moved.')
    .filter('By time of the movement: {gte: "-P30D"} is the last 30 days.')
    .groups('When the money moved.'),
});
