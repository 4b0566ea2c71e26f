import { z } from 'zod';
import { objectDoesNotExist, refuse, refuseWith } from '../../../base/errors.ts';
import { pendingChangeOfDomain } from '../../store/registry/pending-changes.ts';
import { approvedDraft } from '../domains/decide-pending-change.ts';
import { settlePendingChange, withoutPendingStatus } from '../domains/model/answer-pending-change.ts';
import type { DomainDraft } from '../domains/model/domain-draft.ts';
import { lockDomain } from '../domains/model/domain-state.ts';
import { saveDomain } from '../domains/model/save-domain.ts';
import { inPlaceErrors, inPlaceFields } from '../in-place.ts';
import { domainName, oneOf } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { registrySettings } from '../settings.ts';

/**
 * Ends what is pending at a domain, for an operator: locks the domain and cancels or finishes the change or deletion
 * that waits for its registrant, with the checks and mails of an answer. A deletion under way is taken back, or
 * finished the same day; any other pending status can only be removed (docs/rules/access.md#acting-for-registrars).
 */
export const settleDomain = defineCommand({
  name: 'domain.settle',
  summary:
    'Cancels or finishes what is pending at a domain: a change of its registrant, a deletion, another pending status.',
  permits: ['operator'],
  operators: 'SUPPORT',
  effect: 'destructive',
  scope: 'WRITE',
  input: z.object({
    name: domainName(),
    decision: oneOf(['cancel', 'finish'], 'PendingDecision', 'Whether to cancel or to finish it.'),
    ...inPlaceFields,
  }),
  inPlace: {
    of: ({ name }) => ({ domain: name }),
    did: ({ name, decision }) =>
      `${decision === 'cancel' ? 'cancelled' : 'finished'} what was waiting at ${name}`,
  },
  errors: [
    ...inPlaceErrors,
    'OBJECT_STATUS_PROHIBITS',
    'PARAMETER_VALUE_POLICY',
    'PARAMETER_VALUE_RANGE',
    'DATA_MANAGEMENT_POLICY',
  ],
  graphql: 'Mutation.domainPendingSettle',
  run: async (context, { name, decision }) => {
    const [state, settings] = await Promise.all([lockDomain(context, name), registrySettings(context.db)]);
    if (!state) return refuseWith(objectDoesNotExist());
    const { row } = state;
    const pending = await pendingChangeOfDomain(context.db, row.id);
    if (pending) {
      context.foresee('pending', [pending.asked_at.getTime(), pending.request]);
      const before = withoutPendingStatus(state, pending);
      const isFinished = decision === 'finish';
      const draft = isFinished ? await approvedDraft(context, before, pending, settings) : before.draft;
      const answer = isFinished ? 'approved' : 'cancelled';
      await settlePendingChange(context, state, { pending, answer, draft }, settings);
    } else {
      await saveDomain(context, state, settled(context, state.draft, decision), settings);
    }
    return { id: row.id, name: row.name };
  },
});

/** The domain without its pending statuses; with `finish`, a deletion under way ends today. */
function settled(
  { calendar, now }: OperationContext,
  draft: DomainDraft,
  decision: 'cancel' | 'finish',
): DomainDraft {
  const { statuses, statusNotes } = draft;
  const waits = statuses.filter((status) => status.startsWith('pending'));
  if (waits.length === 0) refuse('OBJECT_STATUS_PROHIBITS', 'Nothing is waiting at the domain');
  if (statuses.includes('deleteCandidate')) refuse('OBJECT_STATUS_PROHIBITS', 'The domain is being deleted');
  const isGoing = statuses.includes('pendingDelete');
  if (decision === 'finish')
    return isGoing
      ? { ...draft, deleteDate: calendar.dateOf(now) }
      : refuse('OBJECT_STATUS_PROHIBITS', 'This can only be cancelled: nothing says how it would end');
  const others = statuses.filter((status) => !waits.includes(status));
  if (!isGoing) return { ...draft, statuses: others };
  if (statuses.includes('expired'))
    refuse('OBJECT_STATUS_PROHIBITS', 'The domain has expired: a renewal brings it back');
  return {
    ...draft,
    outzoneAt: null,
    deleteDate: null,
    removeAt: null,
    // The hold came with the deletion, unless an operator has set it with a note.
    statuses: others.filter((status) => status !== 'serverHold' || Boolean(statusNotes.serverHold)),
  };
}
