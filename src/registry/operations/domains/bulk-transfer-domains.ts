import { z } from 'zod';
import { type Failure, failure, objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import type { RegistrySettings } from '../../rules/domain/domain-settings.ts';
import { isConstraintViolation } from '../../store/driver/connections/savepoint.ts';
import { allOrNothing } from '../all-or-nothing.ts';
import { domainName, listOf, object, secret } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { checkSecretsInOrder } from '../secret-attempts.ts';
import { registrySettings } from '../settings.ts';
import { type BulkResult, failed, succeeded, tooMany } from './model/bulk-result.ts';
import { type DomainState, lockStatesToMove } from './model/domain-state.ts';
import { moveDomains, transferCodeAttempt, transferFailures } from './model/move-domain.ts';

const mostAtOnce = limit('domains of one bulk transfer', 5000, 'All of them are locked in one transaction.');
const nothingToTransfer = () =>
  failure('REQUIRED_PARAMETER_MISSING', 'param is missing or the value is empty: transfers', {
    path: ['transfers'],
  });

/**
 * Takes over several domains for the calling registrar, each with its transfer code: locks all of them, checks the
 * codes in the order given, counts wrong ones, and moves the domains that may move. Each item succeeds or fails on
 * its own, and every registrar that loses a domain gets a poll message (docs/rules/registrar.md#bulk-transfer).
 */
export const bulkTransferDomains = defineCommand({
  name: 'domain.bulk-transfer',
  summary: "Takes over several of other registrars' domains, each with its transfer code.",
  permits: ['registrar:epp'],
  effect: 'destructive',
  scope: 'WRITE',
  input: z.object({
    transfers: listOf(
      object('DomainTransferItem', 'A domain to take over, and the code that allows it.', {
        name: domainName(),
        transferCode: secret(
          'The transfer code of the domain, which its registrant gets from the present registrar.',
        )
          .optional()
          .meta({ required: true }),
      }),
      `The domains to take over, up to ${mostAtOnce}; each succeeds or fails on its own.`,
    ),
  }),
  // More are refused below, with a message of its own.
  mostItems: Number.POSITIVE_INFINITY,
  errors: [
    'COMMAND_USE',
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'NOT_ELIGIBLE_FOR_TRANSFER',
    'INVALID_AUTHORIZATION_INFORMATION',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
    'COMMAND_FAILED',
    'RATE_LIMITED',
  ],
  rest: 'POST /registry/v1/domains/transfer',
  graphql: 'Mutation.domainBulkTransfer',
  run: async (context, { transfers }): Promise<{ results: BulkResult[] }> => {
    if (transfers.length === 0) return refuseWith(nothingToTransfer());
    if (transfers.length > mostAtOnce) return refuseWith(tooMany(mostAtOnce, 'transfers'));
    const wanted = transfers.map(({ name, transferCode }) => ({ name: normaliseLookup(name), transferCode }));
    const [settings, { states, locked }] = await Promise.all([
      registrySettings(context.db),
      // All at once and in the order of their ids, so that two bulk calls cannot deadlock.
      lockStatesToMove(context, wanted),
    ]);
    const stateOf = new Map(states.map((state) => [state.row.name, state]));
    const found = wanted.flatMap(({ name, transferCode }, index) => {
      const state = stateOf.get(name);
      return state ? [{ index, state, transferCode }] : [];
    });
    const attempts = found.map(({ state: { row }, transferCode }) => {
      const code = locked.has(row.id) ? row.transfer_code : undefined;
      return transferCodeAttempt({ id: row.id, transfer_code: code }, transferCode);
    });
    // A repeated name finds the domain as the first one has left it.
    const outcomes = await checkSecretsInOrder(context, attempts, async (places) => {
      const items = places.flatMap((place) => found[place]?.state ?? []);
      const failures = await moveAll(context, items, settings);
      return new Map(places.map((place, index) => [place, failures[index] ?? []]));
    });
    const results = transfers.map(({ name }) => failed(name.toLowerCase(), [objectDoesNotExist()]));
    for (const [place, { index, state }] of found.entries()) {
      const failures = outcomes[place] ?? [];
      results[index] = failures.length === 0 ? succeeded(state.row.name) : failed(state.row.name, failures);
    }
    return { results };
  },
});

/** The reasons why each domain is not moved; none if it is. */
async function moveAll(
  context: OperationContext,
  states: readonly DomainState[],
  settings: RegistrySettings,
): Promise<(readonly Failure[])[]> {
  const failures = states.map((state) => transferFailures(context, state));
  const free = states.filter((_, index) => failures[index]?.length === 0);
  const move = (some: readonly DomainState[]) =>
    allOrNothing(context, (item) => moveDomains(item, some, settings));
  try {
    if (free.length > 0) await move(free);
    return failures;
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
  }
  // If one domain violates a database constraint, the others are not affected.
  const broken = new Set<DomainState>();
  for (const state of free)
    await move([state]).catch((error: unknown) => {
      if (!isConstraintViolation(error)) throw error;
      broken.add(state);
    });
  return states.map((state, index) =>
    broken.has(state) ? [failure('COMMAND_FAILED')] : (failures[index] ?? []),
  );
}
