import { type Actor, isPermitted } from '../../../base/actor.ts';
import { type Failure, failure } from '../../../base/errors.ts';
import { offReason } from '../../../base/integrations.ts';
import { listOver } from '../../../base/items.ts';
import { pathOfText } from '../../../base/text.ts';
import { guardBefore, guardsOf } from '../../rules/registrar/guards.ts';
import { scopeFailure } from '../../rules/scopes.ts';
import type { Operation, OperationDescription } from '../operation.ts';
import type { Call, RunnerParts } from './running-context.ts';

// Why a call is refused before its operation begins; undefined where it is not.

export const notOffered = (): Failure =>
  failure('NOT_SUPPORTED_UPSTREAM', 'This facade does not offer this: use the upstream registry directly');

/** The role or the scope that the caller lacks. */
export const lackOf = (
  actor: Actor,
  operation: Operation<never, unknown> | OperationDescription,
): Failure | undefined =>
  isPermitted(actor, operation.permits)
    ? scopeFailure(actor, operation)
    : failure('AUTHORIZATION', undefined, {
        details: { permits: operation.permits, least: operation.operators },
      });

export const switchedOff = (
  { needs }: Pick<OperationDescription, 'needs'>,
  config: RunnerParts['config'],
): Failure | undefined =>
  needs && config[needs] === 'off' ? failure('SWITCHED_OFF', offReason(needs)) : undefined;

type Guarded = Pick<OperationDescription, 'kind' | 'name' | 'unforeseeable' | 'movesClock'>;

export const guardedOf = (
  { name, unforeseeable = false, movesClock = false }: Guarded,
  isForwarded: boolean,
) => ({
  operation: name,
  isUnforeseeable: unforeseeable,
  movesClock,
  isForwarded,
});

/** Only writes are guarded. */
export function guardRefusal(
  operation: Guarded,
  input: unknown,
  { actor, ifOutcome, dryRun = false }: Call,
  isForwarded: boolean,
): Failure | undefined {
  const guards = operation.kind === 'query' ? undefined : guardsOf(actor);
  const write = { input, isShown: ifOutcome !== undefined, isDryRun: dryRun };
  return guards && guardBefore(guards, { ...guardedOf(operation, isForwarded), ...write });
}

/** More than any part of a domain may have; an operation that takes more declares it (`mostItems`). */
const mostItems = 100;

export function itemsFailure(input: unknown, most = mostItems): Failure | undefined {
  const path = listOver(most, input);
  return (
    path &&
    failure(
      'PARAMETER_VALUE_RANGE',
      `Invalid parameter '${path.join('.')}': Must have at most ${most} items`,
      { path },
    )
  );
}

/** More than any field allows. The field's rule has the exact limit; this spares it a text of a megabyte. */
const longestText = 65_536;

export function lengthFailure(input: unknown): Failure | undefined {
  const path = pathOfText(input, (text) => text.length > longestText);
  return (
    path &&
    failure(
      'PARAMETER_VALUE_SYNTAX',
      `Invalid parameter '${path.join('.')}': Must have at most ${longestText} characters`,
      { path },
    )
  );
}

export const keyFailure = (key: string | undefined): Failure | undefined =>
  key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)
    ? undefined
    : failure(
        'PARAMETER_VALUE_SYNTAX',
        'Invalid idempotency key: Must be 1 to 255 visible ASCII characters',
        { path: ['idempotencyKey'] },
      );
