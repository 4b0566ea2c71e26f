import type { OperatorRole } from '../../../base/actor.ts';
import {
  entity,
  identity,
  integer,
  json,
  moment,
  reference,
  text,
} from '../../../registry/entities/entity.ts';

const bulkStates = ['RUNNING', 'DONE', 'STOPPED'] as const;
export type BulkState = (typeof bulkStates)[number];

/** The operator who started a work, as it is kept to look the operator's rights up again. */
export interface BulkOperator {
  readonly token: string;
  readonly role: OperatorRole;
  readonly operatorId?: number | undefined;
  /** The access token that started it; undefined for a session, which may end while the work goes on. */
  readonly accessTokenId?: number | undefined;
}

/** Work on many objects that an operator has started (docs/rules/access.md#bulk-work). */
export const bulkWork = entity('bulk_works', {
  id: identity(),
  operation: text()
    .shown('The write that is done to each object, such as domain.lock.')
    .filter('By the write: {eq: "domain.transfer"}.')
    .groups('The write that is done.'),
  input: json<Readonly<Record<string, unknown>>>(),
  registrar_id: reference().nullable().defaulted(),
  to_registrar_id: reference().nullable().defaulted(),
  reason: text()
    .written()
    .nullable()
    .defaulted()
    .shown('The reason that the operator gave; null where none is asked for.'),
  started_by: text()
    .written()
    .shown('The operator who started it.')
    .filter('By the operator who started it.'),
  operator: json<BulkOperator & Readonly<Record<string, unknown>>>(),
  started_at: moment()
    .shown('When it was started.')
    .filter('By the time when it was started: {gte: "-P1D"} is the last day.')
    .order('By the time when it was started.')
    .groups('When they were started.'),
  state: text<BulkState>().filter('By its state: {eq: RUNNING}.').groups('Whether they go on.'),
  stopped: text()
    .written()
    .nullable()
    .defaulted()
    .named('stopReason')
    .shown('Why it was stopped; null when it was not.'),
  finished_at: moment()
    .nullable()
    .defaulted()
    .shown('When it ended; null while it goes on.')
    .filter('By the time when it ended: {isNull: true} are those that go on.'),
  total: integer()
    .measure('COUNT')
    .shown('How many objects it has.')
    .filter('By the number of objects: {gte: 1000}.')
    .order('By the number of objects.'),
  done: integer().measure('COUNT').defaulted().shown('How many are done.'),
  refused: integer()
    .measure('COUNT')
    .defaulted()
    .shown('How many were refused.')
    .filter('By how many were refused: {gt: 0}.'),
});

const bulkRowStates = ['WAITING', 'DONE', 'REFUSED'] as const;
export type BulkRowState = (typeof bulkRowStates)[number];

/** One object of a work. */
export const bulkRow = entity('bulk_rows', {
  id: identity(),
  work_id: reference(),
  subject: text()
    .written()
    .shown('The object: a domain name, the code of a contact.')
    .filter('By the object: {eq: "tamm.ee"}.'),
  names: json<Readonly<Record<string, unknown>>>(),
  state: text<BulkRowState>()
    .defaulted()
    .filter('By its state: {eq: REFUSED}.')
    .groups('Whether they are done.'),
  message: text()
    .written()
    .nullable()
    .defaulted()
    .shown('Why it was refused; null when it was not.')
    .filter('By why it was refused: {contains: "dispute"}.'),
  registrar_id: reference().nullable().defaulted(),
  done_at: moment()
    .nullable()
    .defaulted()
    .shown('When it was done or refused; null while it waits.')
    .filter('By the time when it was done or refused.'),
});
