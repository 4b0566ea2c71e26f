import { z } from 'zod';
import { type Failure, failure, objectDoesNotExist } from '../../core/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import type { RegistrySettings } from '../../rules/domain/domain-settings.ts';
import { isConstraintViolation } from '../../store/driver/savepoint.ts';
import { allOrNothing } from '../all-or-nothing.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { judgeSecrets } from '../secret-attempts.ts';
import { registrySettings } from '../settings.ts';
import { type BulkResult, failed, succeeded } from './model/bulk-result.ts';
import { type DomainState, domainStates, lockStates } from './model/domain-state.ts';
import { moveDomains, transferCodeAttempt, transferFailures } from './model/move-domain.ts';

/** Every item succeeds or fails for itself, in the order given (docs/rules/registrar.md#bulk-transfer). */
export const bulkTransferDomains = defineCommand({
  name: 'domain.bulk-transfer',
  summary: "Takes over several of other registrars' domains, each with its transfer code.",
  permits: ['registrar:epp'],
  inFront: 'registry',
  input: z.object({
    transfers: z.array(z.object({ name: z.string(), transferCode: z.string().optional() })),
  }),
  errors: [
    'COMMAND_USE',
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
    const { db, calendar, now } = context;
    const today = calendar.dateOf(now);
    const wanted = transfers.map(({ name, transferCode }) => ({ name: normaliseLookup(name), transferCode }));
    const [settings, locked] = await Promise.all([
      registrySettings(db),
      // All at once and in the order of their ids, so that two bulk calls never wait for each other.
      lockStates(
        context,
        wanted.map(({ name }) => name),
      ),
    ]);
    const ids = locked.map(({ row }) => row.id);
    const results = transfers.map(({ name }) => failed(name.toLowerCase(), [objectDoesNotExist()]));
    for (const [turn, round] of roundsOf(wanted).entries()) {
      // The same name once more finds the domain as it is by then.
      const present = turn === 0 ? locked : await domainStates(db, ids, today);
      const states = new Map(present.map((state) => [state.row.name, state]));
      const found = round.flatMap((index) => {
        const { name = '', transferCode } = wanted[index] ?? {};
        const state = states.get(name);
        return state ? [{ index, state, transferCode }] : [];
      });
      const outcomes = await transferAll(context, found, settings);
      for (const [place, { index, state }] of found.entries()) {
        const failures = outcomes[place] ?? [];
        results[index] = failures.length === 0 ? succeeded(state.row.name) : failed(state.row.name, failures);
      }
    }
    return { results };
  },
});

/** Places of the items, one of each name at a time: nearly always all of them at once. */
function roundsOf(items: readonly { readonly name: string }[]): number[][] {
  const rounds: number[][] = [];
  const seen = new Map<string, number>();
  for (const [index, { name }] of items.entries()) {
    const turn = seen.get(name) ?? 0;
    seen.set(name, turn + 1);
    rounds[turn] = [...(rounds[turn] ?? []), index];
  }
  return rounds;
}

interface Item {
  readonly state: DomainState;
  readonly transferCode: string | undefined;
}

/** Why each of them fails; nothing where it is done. */
async function transferAll(
  context: OperationContext,
  items: readonly Item[],
  settings: RegistrySettings,
): Promise<(readonly Failure[])[]> {
  const wrong = await judgeSecrets(
    context,
    items.map(({ state, transferCode }) => transferCodeAttempt(state.row, transferCode)),
  );
  const failures = items.map(({ state }, index) =>
    wrong[index] ? [wrong[index]] : transferFailures(context, state),
  );
  const free = items.filter((_, index) => failures[index]?.length === 0).map(({ state }) => state);
  const move = (states: readonly DomainState[]) =>
    allOrNothing(context, (item) => moveDomains(item, states, settings));
  try {
    if (free.length > 0) await move(free);
    return failures;
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
  }
  // A rule of the database that one domain's data break does not take the others along.
  const broken = new Set<DomainState>();
  for (const state of free)
    await move([state]).catch((error: unknown) => {
      if (!isConstraintViolation(error)) throw error;
      broken.add(state);
    });
  return items.map(({ state }, index) =>
    broken.has(state) ? [failure('COMMAND_FAILED')] : (failures[index] ?? []),
  );
}
