import type { Container } from '#src/container.ts';
import { errorCatalogue } from '#src/core/error-catalogue.ts';
import type { Failure } from '#src/core/errors.ts';
import type { Operation } from '#src/operations/operation.ts';
import type { Call } from '#src/operations/runner/running-context.ts';
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
    const outcome = await run(operation, input, call, show);
    if (!outcome.ok && !operation.name.startsWith('test.'))
      for (const reason of outcome.failures)
        if (!operation.errors.includes(reason.code) && !isOfRunner(reason, operation, input, call))
          undeclared.add(`${operation.name} answers ${reason.code}: ${reason.message}`);
    return outcome;
  };
}

/** What the runner itself says, of any operation: who may not, a bad key, an input or text that cannot be. */
function isOfRunner<I, O>(reason: Failure, operation: Operation<I, O>, input: I, call: Call): boolean {
  const ofRunner = [
    'AUTHORIZATION',
    'IDEMPOTENCY_KEY_REUSED',
    'OUTCOME_UNKNOWN',
    // Of a registry behind, which has failed.
    'COMMAND_FAILED',
    'NOT_SUPPORTED_UPSTREAM',
    'SWITCHED_OFF',
  ];
  if (ofRunner.includes(reason.code)) return true;
  if (reason.code !== 'PARAMETER_VALUE_SYNTAX') return false;
  return (
    (reason.path?.[0] === 'idempotencyKey' && call.idempotencyKey !== undefined) ||
    reason.message === errorCatalogue.PARAMETER_VALUE_SYNTAX.message ||
    !operation.input.safeParse(input).success
  );
}
