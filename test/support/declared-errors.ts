import { errorCatalogue } from '#src/base/error-catalogue.ts';
import type { Failure } from '#src/base/errors.ts';
import { inPlaceErrors } from '#src/registry/operations/in-place.ts';
import type { Operation } from '#src/registry/operations/operation.ts';
import type { Call } from '#src/registry/operations/runner/running-context.ts';
import type { Container } from '#src/server/container.ts';
import { complaints } from './at-end.ts';

const undeclared = new Set<string>();

/** What operations answered with although they do not declare it, since this was last asked. */
export function undeclaredErrors(): string[] {
  const found = [...undeclared].sort();
  undeclared.clear();
  return found;
}
complaints.push(undeclaredErrors);

/** Holds every answer of every operation against the codes that it declares: docs/errors.md and clients go by those. */
export function holdToDeclaredErrors({ runner }: Container): void {
  const run = runner.runAndShow.bind(runner);
  runner.runAndShow = async (operation, input, call, show) => {
    const outcome = await run(operation, input, await asShown(run, operation, input, call), show);
    const isOurs = process.env.CONFIRM_ALL && call.ifOutcome === undefined;
    if (isOurs && !outcome.ok && outcome.failures[0].code === 'OUTCOME_CHANGED')
      undeclared.add(
        `${operation.name} is not what was shown: ${JSON.stringify(outcome.failures[0].details)}`,
      );
    if (!outcome.ok && !operation.name.startsWith('test.'))
      for (const reason of outcome.failures)
        if (!operation.errors.includes(reason.code) && !isOfRunner(reason, operation, input, call))
          undeclared.add(`${operation.name} answers ${reason.code}: ${reason.message}`);
    return outcome;
  };
}

/**
 * `CONFIRM_ALL=1`: every write of every test is shown by a dry run first and confirmed with its outcome, and must do
 * what it does without.
 */
async function asShown<I, O>(
  run: Container['runner']['runAndShow'],
  operation: Operation<I, O>,
  input: I,
  call: Call,
): Promise<Call> {
  const isWrite = operation.kind !== 'query' && !call.dryRun && call.ifOutcome === undefined;
  if (!process.env.CONFIRM_ALL || !isWrite || call.idempotencyKey !== undefined) return call;
  const shown = await run(operation, input, { ...call, dryRun: true }, async () => undefined);
  return shown.ok && shown.outcome !== undefined ? { ...call, ifOutcome: shown.outcome } : call;
}

/** What the runner itself says, of any operation: who may not, a bad key, an input or text that cannot be. */
function isOfRunner<I, O>(reason: Failure, operation: Operation<I, O>, input: I, call: Call): boolean {
  const ofRunner = [
    'AUTHORIZATION',
    'IDEMPOTENCY_KEY_REUSED',
    'OUTCOME_CHANGED',
    'OUTCOME_INVALID',
    'APPROVAL_NEEDED',
    'OUTCOME_UNKNOWN',
    // Of a registry behind, which has failed.
    'COMMAND_FAILED',
    'NOT_SUPPORTED_UPSTREAM',
    'SWITCHED_OFF',
  ];
  if (ofRunner.includes(reason.code)) return true;
  if (operation.inPlace && call.actor.kind === 'operator' && inPlaceErrors.includes(reason.code)) return true;
  if (reason.code !== 'PARAMETER_VALUE_SYNTAX') return false;
  return (
    (reason.path?.[0] === 'idempotencyKey' && call.idempotencyKey !== undefined) ||
    reason.message === errorCatalogue.PARAMETER_VALUE_SYNTAX.message ||
    !operation.input.safeParse(input).success
  );
}
