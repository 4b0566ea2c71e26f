import { type Actor, isPermitted } from '../../../base/actor.ts';
import { type Failure, failure } from '../../../base/errors.ts';
import { offReason } from '../../../base/integrations.ts';
import { listOver } from '../../../base/items.ts';
import { limit } from '../../../base/limits.ts';
import { pathOfText } from '../../../base/text.ts';
import { guardBefore, guardOnAll, guardsOf, nobodyDecides } from '../../rules/registrar/guards.ts';
import { scopeFailure } from '../../rules/scopes.ts';
import type { Operation, OperationDescription } from '../operation.ts';
import { runCommand } from './command.ts';
import { runExternalCommand } from './external-command.ts';
import { badInput, type Outcome, refused } from './outcome.ts';
import { noOutcomeFailure } from './outcomes.ts';
import { runQuery } from './query.ts';
import { type Call, paysByItems, type RunnerParts } from './running-context.ts';
import type { CallStep } from './steps.ts';

/** The steps of every call, in their order: all but the last refuse it before anything is looked up. */
export const callSteps: readonly CallStep[] = [
  {
    name: 'role',
    why: 'Whoever lacks the role or the scope learns nothing else.',
    refusal: (operation, actor) => lackOf(actor, operation),
    take: ({ operation, call }) => refusedFor(lackOf(call.actor, operation)),
  },
  {
    name: 'text',
    why: 'A key that cannot be kept and a text of a megabyte are refused before anything reads them.',
    take: ({ call, input }) => refusedFor(keyFailure(call.idempotencyKey) ?? lengthFailure(input)),
  },
  {
    name: 'input',
    why: 'Each operation declares its input, whichever API it comes from.',
    take: (running) => {
      const parsed = running.operation.input.safeParse(running.input);
      if (!parsed.success) return refused(parsed.error.issues.map(badInput) as [Failure, ...Failure[]]);
      running.input = parsed.data;
      return undefined;
    },
  },
  {
    name: 'items',
    why: 'A list longer than any object needs is refused before each of its items is looked up.',
    take: ({ operation, call, input }) =>
      paysByItems(operation, call) ? refusedFor(itemsFailure(input, operation.mostItems)) : undefined,
  },
  {
    name: 'secrets',
    why: 'A token that may not choose secrets may not choose one inside another write.',
    take: ({ operation, call, input }) =>
      operation.choosesSecret?.(input)
        ? refusedFor(scopeFailure(call.actor, { ...operation, scope: 'SECRETS' }))
        : undefined,
  },
  {
    name: 'guards',
    why: 'The guards of a token refuse what the input alone shows to be out of bounds.',
    refusal: (operation, actor) => {
      const guards = operation.kind === 'query' ? undefined : guardsOf(actor);
      return guards && guardOnAll(guards, guardedOf(operation));
    },
    take: ({ operation, call, input }) => refusedFor(guardRefusal(operation, input, call)),
  },
  {
    name: 'outcome',
    why: 'What no dry run can show has no outcome to compare with.',
    take: ({ operation, call }) =>
      operation.unforeseeable && call.ifOutcome !== undefined ? refused([noOutcomeFailure()]) : undefined,
  },
  {
    name: 'service',
    why: 'What needs a service that is switched off is refused rather than left half done.',
    refusal: (operation, _, { config }) => switchedOff(operation, config),
    take: ({ operation, parts }) => refusedFor(switchedOff(operation, parts.config)),
  },
  {
    name: 'person',
    why: 'A write that needs the agreement of a person is refused where no step before has asked one.',
    take: ({ operation, call }) =>
      operation.kind !== 'query' && !call.dryRun && guardsOf(call.actor)?.approvalNeeded
        ? refused([nobodyDecides()])
        : undefined,
  },
  {
    name: 'work',
    why: 'A query waits for its turn and reads; a command has its password hashed, waits for its turn and claims its key in a transaction; an external command asks another service between two transactions.',
    take: (running, lists) => {
      const { operation } = running;
      if (operation.kind === 'query') return runQuery({ ...running, operation }, lists);
      return operation.kind === 'command'
        ? runCommand({ ...running, operation }, lists)
        : runExternalCommand({ ...running, operation }, lists);
    },
  },
];

const refusedFor = (reason: Failure | undefined): Outcome<never> | undefined => reason && refused([reason]);

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

const switchedOff = (
  { needs }: Pick<OperationDescription, 'needs'>,
  config: RunnerParts['config'],
): Failure | undefined =>
  needs && config[needs] === 'off' ? failure('SWITCHED_OFF', offReason(needs)) : undefined;

type Guarded = Pick<OperationDescription, 'kind' | 'name' | 'unforeseeable' | 'movesClock'>;

const guardedOf = ({ name, unforeseeable = false, movesClock = false }: Guarded) => ({
  operation: name,
  isUnforeseeable: unforeseeable,
  movesClock,
});

/** Returns why the guards of the caller's token refuse a write; queries are not guarded. */
function guardRefusal(
  operation: Guarded,
  input: unknown,
  { actor, ifOutcome, dryRun = false }: Call,
): Failure | undefined {
  const guards = operation.kind === 'query' ? undefined : guardsOf(actor);
  const write = { input, isShown: ifOutcome !== undefined, isDryRun: dryRun };
  return guards && guardBefore(guards, { ...guardedOf(operation), ...write });
}

const mostItems = limit(
  'items in a list of an input, where an operation does not say more',
  100,
  'More than any part of a domain may have.',
);

function itemsFailure(input: unknown, most = mostItems): Failure | undefined {
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

const longestText = limit(
  'characters of any text of an input',
  65_536,
  'The rule of the field has the exact limit; this spares it a text of a megabyte.',
);

function lengthFailure(input: unknown): Failure | undefined {
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

const keyFailure = (key: string | undefined): Failure | undefined =>
  key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)
    ? undefined
    : failure(
        'PARAMETER_VALUE_SYNTAX',
        'Invalid idempotency key: Must be 1 to 255 visible ASCII characters',
        { path: ['idempotencyKey'] },
      );
