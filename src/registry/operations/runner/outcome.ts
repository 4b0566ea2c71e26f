import { type Failure, failure } from '../../../base/errors.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import type { Foreseen } from './foreseen.ts';
import type { Notices } from './notices.ts';
import { repeatShown, type Shown } from './shown-again.ts';

/** An object of another registry that is shown as last read, longer ago than it should be. */
export interface Stale {
  /** `domain tamm.ee` */
  readonly what: string;
  /** The moment at which it was read; undefined if it has changed since and the change is unknown. */
  readonly readAt: Date | undefined;
}

export type Outcome<O> =
  | {
      readonly ok: true;
      readonly value: O;
      readonly replayed: boolean;
      /** The outcome of a dry run: a call with it as `ifOutcome` does exactly this. */
      readonly outcome?: string | undefined;
      /** The recipients of mails and poll messages. */
      readonly notices?: Notices | undefined;
      /** Its effects, if they were to be described. */
      readonly foreseen?: Foreseen | undefined;
      readonly stale?: readonly Stale[];
      /** The age in milliseconds of the replica that it was read from, because the primary does not answer. */
      readonly staleMs?: number | undefined;
      /** The number of rows that were read for it in addition to a page; the APIs charge for them. */
      readonly lookedThrough?: number;
    }
  | {
      readonly ok: false;
      readonly failures: readonly [Failure, ...Failure[]];
      readonly replayed: boolean;
      readonly staleMs?: number | undefined;
    };

/** The first request with the key, whose answer a repeated one gets. */
export interface FirstAnswer {
  readonly at: Date;
  /** The id of the first request; undefined for old answers, which did not store it. */
  readonly requestId?: string | undefined;
}

/** Reads the answer for the caller inside the transaction, so that a dry run can show the result. */
export interface Show<O, S> {
  (db: Db, value: O, first?: FirstAnswer): Promise<S>;
  /** Returns the answer without reading; undefined if it must be read. */
  readonly known?: (value: O) => S | undefined;
}

type StoredAnswer<O> =
  | { readonly ok: true; readonly value: O; readonly requestId?: string; readonly shown?: Shown }
  | { readonly ok: false; readonly failures: readonly [Failure, ...Failure[]] };

export const done = <S>(
  value: S,
  replayed = false,
  {
    outcome,
    notices,
    foreseen,
  }: {
    readonly outcome?: string | undefined;
    readonly notices?: Notices | undefined;
    readonly foreseen?: Foreseen | undefined;
  } = {},
): Outcome<S> => ({
  ok: true,
  value,
  replayed,
  ...(outcome !== undefined && { outcome, notices }),
  ...(foreseen && { foreseen }),
});
export const refused = (failures: readonly [Failure, ...Failure[]], replayed = false): Outcome<never> => ({
  ok: false,
  failures,
  replayed,
});

/** The answer of the first request with the key. */
export async function replay<O, S>(
  db: Db,
  claim: { sameInput: boolean; answer: unknown; answeredAt?: Date },
  show: Show<O, S>,
): Promise<Outcome<S>> {
  if (!claim.sameInput) return refused([failure('IDEMPOTENCY_KEY_REUSED')]);
  const answer = claim.answer as StoredAnswer<O>;
  if (!answer.ok) return refused(answer.failures, true);
  const { answeredAt: at } = claim;
  if (answer.shown) repeatShown(db, answer.shown);
  return done(await show(db, answer.value, at && { at, requestId: answer.requestId }), true);
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The issues found by the operation's schema; some operations report them with the texts of their API
 * (operations/billing/model/fields.ts).
 */
export function badInput({ path: keys, message, params }: Issue): Failure {
  const path = keys.map(String);
  if (params?.reported) return { ...(params.reported as Failure), path };
  return failure('PARAMETER_VALUE_SYNTAX', `Invalid parameter '${path.join('.')}': ${message}`, {
    path,
  });
}
