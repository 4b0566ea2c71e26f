import { z } from 'zod';
import { type Failure, failure, objectDoesNotExist } from '../../core/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import type { RegistrySettings } from '../../rules/domain/domain-settings.ts';
import { isConstraintViolation } from '../../store/driver/savepoint.ts';
import { lockDomains } from '../../store/registry/domains.ts';
import { allOrNothing } from '../all-or-nothing.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { judgeSecret } from '../secret-attempts.ts';
import { registrySettings } from '../settings.ts';
import { type BulkResult, failed, succeeded } from './model/bulk-result.ts';
import { type DomainState, domainStates } from './model/domain-state.ts';
import { moveDomain, transferCodeAttempt, transferFailures } from './model/move-domain.ts';

/** Every item succeeds or fails for itself, in the order given (docs/rules/registrar.md#bulk-transfer). */
export const bulkTransferDomains = defineCommand({
  name: 'domain.bulk-transfer',
  summary: "Takes over several of other registrars' domains, each with its transfer code.",
  permits: ['registrar:epp'],
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
    const settings = await registrySettings(db);
    // All at once and in the order of their ids, so that two bulk calls never wait for each other.
    const ids = await lockDomains(
      db,
      transfers.map(({ name }) => normaliseLookup(name)),
    );
    const stateOf = new Map((await domainStates(db, ids, today)).map((state) => [state.row.name, state]));
    const moved = new Set<number>();
    const results: BulkResult[] = [];
    for (const { name, transferCode } of transfers) {
      const first = stateOf.get(normaliseLookup(name));
      // The same name once more finds the domain as it is by then.
      const [state] =
        first && moved.has(first.row.id) ? await domainStates(db, [first.row.id], today) : [first];
      if (!state) {
        results.push(failed(name.toLowerCase(), [objectDoesNotExist()]));
        continue;
      }
      const failures = await transferOne(context, state, transferCode, settings);
      if (failures.length === 0) moved.add(state.row.id);
      results.push(failures.length === 0 ? succeeded(state.row.name) : failed(state.row.name, failures));
    }
    return { results };
  },
});

async function transferOne(
  context: OperationContext,
  state: DomainState,
  transferCode: string | undefined,
  settings: RegistrySettings,
): Promise<readonly Failure[]> {
  const wrong = await judgeSecret(context, transferCodeAttempt(state.row, transferCode));
  const failures = wrong ? [wrong] : transferFailures(context, state);
  if (failures.length > 0) return failures;
  try {
    await allOrNothing(context, (item) => moveDomain(item, state, settings));
    return [];
  } catch (error) {
    // A rule of the database that one domain's data break does not take the others along.
    if (isConstraintViolation(error)) return [failure('COMMAND_FAILED')];
    throw error;
  }
}
