import type { LedgerActivity } from '../rules/money/charges.ts';
import { boolean, decimal, entity, identity, integer, moment, text } from './entity.ts';

/** A movement of money on the account of a registrar. Rows are only added. */
export const transaction = entity('ledger', {
  id: identity(),
  /** The sequence number among all movements; on one account, the order in which they changed the balance. */
  position: integer().generated().listed(),
  registrar_id: integer().listed(),
  activity: text<LedgerActivity>()
    .shown('What the money moved for.')
    .filter('By what it was for: {in: [CREATE, RENEW]}.')
    .order('By what they were for.'),
  description: text()
    .filter('By the words of its description: {contains: "tamm.ee"}.')
    .order('By the words of their description.'),
  sum: decimal()
    .shown('How much in euros: negative when it was taken, "-10.00".')
    .filter('By its amount, negative when it was taken: {lt: "0"} is everything that was charged.')
    .order('By their amount.'),
  balance: decimal()
    .generated()
    .shown('What was on the account right after it, in euros.')
    .order('By what was on the account right after them.'),
  domain_id: integer().nullable(),
  zone_id: integer().nullable().generated(),
  invoice_id: integer().nullable(),
  request_id: text().nullable(),
  /** The user of the registrar who did it; null: somebody else. */
  actor_name: text().nullable().defaulted(),
  /** Whether the entry in history that it was for has the price; null: the database looks for it. */
  priced: boolean().nullable().defaulted(),
  created_at: moment()
    .shown('When the money moved.')
    .filter('By when the money moved: {gte: "-P30D"} is the last 30 days.')
    .groups('When the money moved.'),
});
