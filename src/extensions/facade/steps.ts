import type { Guards } from '../../base/actor.ts';
import { type Failure, failure } from '../../base/errors.ts';
import type {
  Command,
  ExternalCommand,
  OperationDescription,
  RequestInfo,
} from '../../registry/operations/operation.ts';
import { runExternalCommand } from '../../registry/operations/runner/external-command.ts';
import { done, refused, type Stale } from '../../registry/operations/runner/outcome.ts';
import { readFrom } from '../../registry/operations/runner/query.ts';
import {
  type Call,
  isCalledFor,
  type WantedObjects,
} from '../../registry/operations/runner/running-context.ts';
import type { StepInsertion } from '../../registry/operations/runner/steps.ts';
import {
  guardFailure,
  guardsOf,
  leaves,
  namesIn,
  touchesNothing,
} from '../../registry/rules/registrar/guards.ts';
import { wayOf } from './ways.ts';

/**
 * The registry behind this one (docs/decisions/0018). It decides all writes; reads come from its mirror in our own
 * tables.
 */
export interface Upstream {
  /** Reads the objects of a query again if they are stale; returns those that are still stale. */
  freshen(operation: string, input: unknown, via: RequestInfo['via']): Promise<readonly Stale[]>;
  /**
   * Reads the objects that the operation would show one by one again if they are stale; returns those that are still
   * stale.
   */
  freshenObjects(operation: string, wanted: WantedObjects): Promise<readonly Stale[]>;
  /** The answer to a query that only the registry can give; undefined if it is read here. */
  ask(operation: string, input: unknown): Promise<{ readonly value: unknown } | undefined>;
  /** Runs a command in that registry; undefined if it runs here. */
  forwarded<I, O>(command: Command<I, O>, input: I, call: Call): ExternalCommand<I, O> | undefined;
}

const notOffered = (): Failure =>
  failure('NOT_SUPPORTED_UPSTREAM', 'This facade does not offer this: use the upstream registry directly');

const absence = (operation: OperationDescription): Failure | undefined =>
  ['refused', 'unsupported'].includes(wayOf(operation)) ? notOffered() : undefined;

/**
 * Returns the failure of a guard on prices: where the price of a write is known only after it was charged, no guard
 * can bound it.
 */
export const pricesUnknownFailure = ({ spendLimit, maxPrice }: Guards = {}): Failure | undefined =>
  spendLimit || maxPrice !== undefined
    ? guardFailure(
        spendLimit ? 'spendLimit' : 'maxPrice',
        'is not possible here: the upstream registry reports prices too late',
      )
    : undefined;

/**
 * Returns the failure of a guard on domains if the input does not name them: the changes of a write are not known
 * before it is done.
 */
export const domainsUnnamedFailure = (
  { domains }: Guards = {},
  operation: string,
  input: unknown,
): Failure | undefined =>
  domains && !touchesNothing(operation) && namesIn(input).length === 0
    ? guardFailure('domains', leaves(domains), domains)
    : undefined;

/** The steps with which the runner stands in front of another registry. */
export const facadeSteps = (upstream: () => Upstream): readonly StepInsertion[] => [
  {
    list: 'call',
    after: 'role',
    step: {
      name: 'offer',
      why: 'What the registry behind does not have is refused; that registry knows nothing of our operators.',
      absence,
      take: ({ operation, call }) => {
        const absent = isCalledFor(call) && absence(operation);
        if (absent) return refused([absent]);
        return operation.kind === 'command' && operation.inPlace && call.actor.kind === 'operator'
          ? refused([notOffered()])
          : undefined;
      },
    },
  },
  {
    list: 'call',
    before: 'guards',
    step: {
      name: 'prices',
      why: 'The registry behind says a price only after it has charged it, so no guard can bound it.',
      refusal: ({ kind }, actor) => (kind === 'query' ? undefined : pricesUnknownFailure(guardsOf(actor))),
      take: ({ operation, call }) => {
        const unknown = operation.kind === 'query' ? undefined : pricesUnknownFailure(guardsOf(call.actor));
        return unknown && refused([unknown]);
      },
    },
  },
  {
    list: 'call',
    after: 'guards',
    step: {
      name: 'named-domains',
      why: 'Only the input says which domains a write touches that is done elsewhere, so it must name them.',
      take: ({ operation, input, call }) => {
        const unnamed =
          operation.kind === 'query'
            ? undefined
            : domainsUnnamedFailure(guardsOf(call.actor), operation.name, input);
        return unnamed && refused([unnamed]);
      },
    },
  },
  {
    list: 'call',
    before: 'work',
    step: {
      name: 'forward',
      why: 'The registry behind does the write, between two transactions of ours.',
      sends: (operation) => wayOf(operation) === 'registry',
      take: (running, lists) => {
        const { operation, input, call } = running;
        if (operation.kind !== 'command') return undefined;
        const elsewhere = upstream().forwarded(operation, input, call);
        return elsewhere && runExternalCommand({ ...running, operation: elsewhere }, lists);
      },
    },
  },
  {
    list: 'read',
    before: 'read',
    step: {
      name: 'ask',
      why: 'Some questions only the registry behind can answer.',
      take: async ({ parts, operation, input, call, show }) => {
        const reported = await upstream().ask(operation.name, input);
        if (!reported) return undefined;
        const { db } = await readFrom(parts, operation, call);
        return done(await show(db, reported.value as Parameters<typeof show>[1]));
      },
    },
  },
  {
    list: 'read',
    before: 'read',
    step: {
      name: 'freshen',
      why: 'What was read too long ago is read again first.',
      refresh: (operation, wanted) => upstream().freshenObjects(operation, wanted),
      take: async (reading) => {
        const { operation, input, call } = reading;
        reading.stale = await upstream().freshen(operation.name, input, call.request.via);
        return undefined;
      },
    },
  },
];
