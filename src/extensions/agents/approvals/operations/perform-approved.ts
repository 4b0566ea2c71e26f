import type { ApprovedAttempt, Guards, RegistrarActor } from '../../../../base/actor.ts';
import { type Failure, failure } from '../../../../base/errors.ts';
import type { ObjectType } from '../../../../base/events.ts';
import type { ShownObject } from '../../../../registry/entities/shown-write.ts';
import { type Operation, operations } from '../../../../registry/operations/operation.ts';
import type { Runner } from '../../../../registry/operations/runner/runner.ts';
import type { RunnerParts } from '../../../../registry/operations/runner/running-context.ts';
import { accessTokensById } from '../../../../registry/store/runner/access-tokens.ts';
import { approvalsById } from '../../store/approvals.ts';
import { attemptKey, guardsOfWrite, openApproval } from '../ask-approval.ts';
import { shownObjects } from './seen-approval.ts';

/** Who has approved a write, and with which request. */
export type Approver = Pick<
  RegistrarActor,
  'userId' | 'username' | 'roles' | 'registrarId' | 'registrarCode'
> & { readonly requestId: string };

type ApprovedReply =
  | { readonly ok: true; readonly objects: readonly ShownObject[] }
  | { readonly ok: false; readonly failures: readonly [Failure, ...Failure[]] };

/** Does what a person has approved, in a transaction of its own (docs/rules/access.md#approvals). */
interface Approvals {
  perform(id: number, as: Approver, attempt: ApprovedAttempt): Promise<ApprovedReply>;
  /** Does the same as `perform`, as a dry run. */
  rehearse(id: number, as: Approver, attempt: ApprovedAttempt): Promise<ApprovedReply>;
}

declare module '../../../../registry/operations/operation.ts' {
  interface ExternalServices {
    /** The service of approvals; undefined for jobs, which do not approve anything. */
    readonly approvals?: Approvals | undefined;
  }
}

/**
 * Does what a person has approved: the kept write as the person, within the guards of the token that asked, with the
 * outcome that was shown. The key of the attempt makes a repetition get the first answer.
 */
export function performerOf(
  { database, config }: Pick<RunnerParts, 'database' | 'config'>,
  runner: () => Runner,
): Approvals {
  const perform = async (
    id: number,
    { requestId, ...actor }: Approver,
    attempt: ApprovedAttempt,
    isRehearsal: boolean,
  ): Promise<ApprovedReply> => {
    const [row] = await approvalsById(database.db, [id]);
    if (row?.result) return { ok: true, objects: row.result };
    const operation = row && operations.get(row.operation);
    const kept = row && openApproval(config, row);
    if (!row || !operation || !kept) return { ok: false, failures: [notKept()] };
    const [token] = row.token_id === null ? [] : await accessTokensById(database.db, [row.token_id]);
    const guards = guardsOfWrite((token?.guards ?? null) as Guards | null);
    const outcome = await runner().run(operation as Operation<unknown, unknown>, kept.input, {
      actor: {
        kind: 'registrar',
        ...actor,
        accessToken: {
          id: token?.id ?? 0,
          ...(token && { name: token.name }),
          scopes: null,
          askedBy: `${row.asked_by} (access token ${row.token_name})`,
          ...(guards && { guards }),
          approved: attempt,
        },
      },
      request: { id: requestId, via: 'web' },
      ifOutcome: kept.outcome,
      isForeseen: true,
      legalDocument: kept.legalDocument,
      ...(isRehearsal
        ? { dryRun: true }
        : { idempotencyKey: attemptKey(config, { ...row, attempts: attempt.attempt }) }),
    });
    if (!outcome.ok) return { ok: false, failures: outcome.failures };
    const objects = outcome.foreseen?.objects ?? shownObjects(row);
    return { ok: true, objects: objects.length > 0 ? objects : objectsIn(row.operation, kept.input) };
  };
  return {
    perform: (id, as, attempt) => perform(id, as, attempt, false),
    rehearse: (id, as, attempt) => perform(id, as, attempt, true),
  };
}

/**
 * Returns the objects that the input names: in front of another registry only the input says what was written.
 */
function objectsIn(operation: string, input: unknown): ShownObject[] {
  const {
    name,
    names = [],
    code,
  } = (input ?? {}) as {
    readonly name?: unknown;
    readonly names?: readonly unknown[];
    readonly code?: unknown;
  };
  const type: ObjectType = operation.startsWith('contact.') ? 'contact' : 'domain';
  return [name, ...names, code].filter((one) => typeof one === 'string').map((one) => ({ type, name: one }));
}

const notKept = () =>
  failure('OBJECT_STATUS_PROHIBITS', 'The write that was prepared cannot be read any more: ask for it again');
