import { pendingChangeOfDomain } from '../../../store/registry/pending-changes.ts';
import type { OperationContext } from '../../operation.ts';
import { registrySettings } from '../../settings.ts';
import { settlePendingChange, withoutPendingStatus } from './answer-pending-change.ts';
import { lockDomain } from './domain-state.ts';
import { answerBy } from './request-confirmation.ts';

/**
 * Ends a pending change that nobody answered in time and restores the domain (docs/rules/registrar.md#confirmations).
 * For the job that finds such domains with `domainsAskedBy`; false if nothing is pending any more.
 */
export async function lapsePendingChange(context: OperationContext, domainName: string): Promise<boolean> {
  const settings = await registrySettings(context.db);
  const state = await lockDomain(context, domainName);
  const pending = state && (await pendingChangeOfDomain(context.db, state.row.id));
  if (!pending || context.now < answerBy(pending.asked_at, settings)) return false;
  const { draft } = withoutPendingStatus(state, pending);
  await settlePendingChange(context, state, { pending, answer: 'lapsed', draft }, settings);
  return true;
}
