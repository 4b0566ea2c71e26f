import { z } from 'zod';
import { objectDoesNotExist, Problems, refuseWith } from '../../../base/errors.ts';
import { fingerprint } from '../../../base/secrets.ts';
import { forbiddenByDispute } from '../../rules/domain/allowed-actions.ts';
import type { RegistrySettings } from '../../rules/domain/domain-settings.ts';
import { type PendingChange, pendingChangeByToken } from '../../store/registry/pending-changes.ts';
import { oneOf, secret } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { markedForDeletion } from './delete-domain.ts';
import { settlePendingChange, withoutPendingStatus } from './model/answer-pending-change.ts';
import { handOver } from './model/change-registrant.ts';
import { changedDomain, contactsNamedIn, domainChanges, forbiddenUpdate } from './model/domain-changes.ts';
import type { DomainDraft } from './model/domain-draft.ts';
import { type DomainState, lockDomain } from './model/domain-state.ts';
import { reasonsAgainst } from './model/reasons-against.ts';
import { answerBy } from './model/request-confirmation.ts';

/**
 * Records a registrant's answer to a change or deletion that waits for consent: finds the pending change by the token
 * from the mail, which is the only authority needed, and locks the domain; a wrong, used or expired token does not
 * exist. What was confirmed is checked again against the domain as it is now and then saved, a rejection restores the
 * domain, and both notify the registrar and mail the contacts that were asked
 * (docs/rules/registrar.md#confirmations).
 */
export const decidePendingChange = defineCommand({
  name: 'domain.decide-pending-change',
  summary: 'Approves or rejects, as the registrant of a domain, a change or deletion that waits for consent.',
  permits: ['anonymous'],
  scope: 'WRITE',
  input: z.object({
    token: secret('The token from the link in the mail; no other authorisation is needed.'),
    decision: oneOf(['approve', 'reject'], 'RegistrantDecision', "The registrant's decision."),
  }),
  errors: [
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
    'PARAMETER_VALUE_POLICY',
    'PARAMETER_VALUE_RANGE',
    'DATA_MANAGEMENT_POLICY',
  ],
  graphql: 'Mutation.registrantDecide',
  countsAttempts: true,
  run: async (context, { token, decision }) => {
    const settings = await registrySettings(context.db);
    const asked = await pendingChangeOf(context, token, settings);
    const stored = asked && (await lockDomain(context, asked.domain_name));
    // Another answer may have come first, or time run out, while this one waited for the lock.
    const pending = stored && (await pendingChangeOf(context, token, settings));
    if (!pending) return refuseWith(objectDoesNotExist());
    const before = withoutPendingStatus(stored, pending);
    const approved = decision === 'approve';
    const draft = approved ? await approvedDraft(context, before, pending, settings) : before.draft;
    const answer = approved ? 'approved' : 'rejected';
    await settlePendingChange(context, stored, { pending, answer, draft }, settings);
    return { id: stored.row.id, name: stored.row.name, kind: pending.kind, decision };
  },
});

/** The pending change of a token that has not expired. */
export async function pendingChangeOf(
  { db, now }: OperationContext,
  token: string,
  settings: RegistrySettings,
): Promise<PendingChange | undefined> {
  const pending = await pendingChangeByToken(db, fingerprint(token));
  return pending && now < answerBy(pending.asked_at, settings) ? pending : undefined;
}

/** The domain as it is when the present registrant agrees, checked as it is now. */
export async function approvedDraft(
  context: OperationContext,
  state: DomainState,
  pending: PendingChange,
  settings: RegistrySettings,
): Promise<DomainDraft> {
  if (pending.kind === 'delete') {
    reasonsAgainst('delete', state).refuseIfAny();
    return markedForDeletion(context, state.draft, settings);
  }
  const changes = domainChanges.parse(pending.request);
  new Problems()
    .direct(...forbiddenUpdate(state, changes))
    .direct(...(state.row.disputed ? forbiddenByDispute('update') : []))
    .refuseIfAny();
  const contacts = await contactsNamedIn(context.db, changes);
  const { draft, change, problems } = changedDomain(context, state, changes, { settings, contacts });
  problems.refuseIfAny();
  return handOver(context, state, draft, change);
}
