import { type Failure, failure } from '../../core/errors.ts';
import type { Db } from '../../store/driver/pool.ts';

/** Shown as it was when it was last read where it is kept, which is longer ago than it should be. */
export interface Stale {
  /** `domain tamm.ee` */
  readonly what: string;
  /** Undefined: it has changed since, and nobody knows how. */
  readonly readAt: Date | undefined;
}

export type Outcome<O> =
  | {
      readonly ok: true;
      readonly value: O;
      readonly replayed: boolean;
      readonly stale?: readonly Stale[];
      /** So many rows were looked through for it, beyond what a page may; paid for at the doors. */
      readonly lookedThrough?: number;
    }
  | { readonly ok: false; readonly failures: readonly [Failure, ...Failure[]]; readonly replayed: boolean };

/**
 * Reads what the caller is shown, inside the transaction: so a dry run can show what would have been. `answeredAt` tells
 * when a repeated request was answered first.
 */
export type Show<O, S> = (db: Db, value: O, answeredAt?: Date) => Promise<S>;

export type StoredAnswer<O> =
  | { readonly ok: true; readonly value: O }
  | { readonly ok: false; readonly failures: readonly [Failure, ...Failure[]] };

export const done = <S>(value: S, replayed = false): Outcome<S> => ({ ok: true, value, replayed });
export const refused = (failures: readonly [Failure, ...Failure[]], replayed = false): Outcome<never> => ({
  ok: false,
  failures,
  replayed,
});

/** The answer that was given when the key was first used. */
export async function replay<O, S>(
  db: Db,
  claim: { sameInput: boolean; answer: unknown; answeredAt?: Date },
  show: Show<O, S>,
): Promise<Outcome<S>> {
  if (!claim.sameInput) return refused([failure('IDEMPOTENCY_KEY_REUSED')]);
  const answer = claim.answer as StoredAnswer<O>;
  return answer.ok
    ? done(await show(db, answer.value, claim.answeredAt), true)
    : refused(answer.failures, true);
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** What the operation's own schema found; some tell it in the words of their API (operations/billing/model/fields.ts). */
export function badInput({ path: keys, message, params }: Issue): Failure {
  const path = keys.map(String);
  if (params?.reported) return { ...(params.reported as Failure), path };
  return failure('PARAMETER_VALUE_SYNTAX', `Invalid parameter '${path.join('.')}': ${message}`, {
    path,
  });
}
