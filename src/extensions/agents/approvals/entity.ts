import type { Failure } from '../../../base/errors.ts';
import {
  boolean,
  decimal,
  entity,
  identity,
  integer,
  json,
  moment,
  text,
} from '../../../registry/entities/entity.ts';
import type { ShownObject, ShownWrite } from '../../../registry/entities/shown-write.ts';
import type { waitingStates } from '../../../registry/rules/registrar/guards.ts';

export type ApprovalState = (typeof waitingStates)[number];

/** A write that an access token has prepared, and that waits for a person (docs/rules/access.md#approvals). */
export const approval = entity('approvals', {
  id: identity(),
  registrar_id: integer(),
  token_id: integer().nullable(),
  token_name: text()
    .written()
    .shown('The name of the access token that asked.')
    .filter('By the name of the access token that asked.')
    .groups('The name of the access token that asked.'),
  asked_user_id: integer(),
  asked_by: text()
    .written()
    .shown('The user whose access token asked.')
    .filter('By the user whose access token asked: {eq: "alpha"}.'),
  asked_at: moment()
    .shown('When it was asked for.')
    .filter('By the time when it was asked for: {gte: "-P1D"} is the last day.')
    .order('By the time when it was asked for.')
    .groups('When they were asked for.'),
  ends_at: moment()
    .shown('Until when it can be approved.')
    .filter('By the time until which it can be approved.')
    .order('By the time until which it can be approved.'),
  operation: text()
    .shown('The write, such as domain.renew.')
    .filter('By the write: {eq: "domain.renew"}.')
    .groups('The name of the write that was prepared.'),
  input_hash: text().secret(),
  idempotency_key: text().nullable().defaulted(),
  sealed: text().secret().nullable(),
  price: decimal()
    .measure('PRICE', 'EUR')
    .nullable()
    .shown('The price in euros, as it was shown; null when nothing is charged, or the price is unknown.')
    .filter('By the price: {gte: "100.00"}.')
    .order('By the price that was shown.'),
  shown: json<ShownWrite>(),
  state: text<ApprovalState>()
    .filter('By its state: {eq: WAITING}.')
    .groups('Whether they wait, or how they ended.'),
  attempts: integer().measure('COUNT').defaulted(),
  /** The approver who does it, if several approved at the same moment; null before one has begun. */
  performer: text().nullable().defaulted(),
  first_approver_id: integer().nullable().defaulted(),
  first_approved_by: text()
    .written()
    .nullable()
    .defaulted()
    .shown('Who approved it first, where two people are needed; null when nobody has.'),
  decider_id: integer().nullable().defaulted(),
  decided_by: text()
    .written()
    .nullable()
    .defaulted()
    .shown('Who approved or declined it; null when nobody has.')
    .filter('By the user who approved or declined it.'),
  decided_at: moment()
    .nullable()
    .defaulted()
    .shown('When it was approved or declined; null when it was not.')
    .filter('By the time when it was approved or declined.'),
  reason: text()
    .written()
    .nullable()
    .defaulted()
    .atMost(500)
    .shown('Why it was declined; null when nobody said why.'),
  refusal: json<readonly [Failure, ...Failure[]]>().nullable().defaulted(),
  result: json<readonly ShownObject[]>().nullable().defaulted(),
  /** True if the registrar was mailed that it waits. */
  mailed: boolean().defaulted(),
});
