import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import { type PollMessage, pollMessages } from '../../../rules/registrar/poll-messages.ts';
import { contactsByCode } from '../../../store/registry/contacts.ts';
import type { PendingChange } from '../../../store/registry/pending-changes.ts';
import type { OperationContext } from '../../operation.ts';
import { type Answer, outcomeMails } from './confirmation-mails.ts';
import { domainChanges } from './domain-changes.ts';
import type { DomainDraft } from './domain-draft.ts';
import type { DomainState } from './domain-state.ts';
import { waitingStatus } from './request-confirmation.ts';
import { saveDomain } from './save-domain.ts';

/** Messages 1 to 6 of docs/rules/registrar.md#messages; none if the registrar itself has cancelled the change. */
const polls: Readonly<
  Record<PendingChange['kind'], Readonly<Partial<Record<Answer, (domain: string) => PollMessage>>>>
> = {
  update: {
    approved: pollMessages.updateConfirmed,
    rejected: pollMessages.updateRejected,
    lapsed: pollMessages.updateNotConfirmed,
  },
  delete: {
    approved: pollMessages.deletionConfirmed,
    rejected: pollMessages.deletionRejected,
    lapsed: pollMessages.deletionNotConfirmed,
  },
};

/** The domain without the pending status, as it was before the registrant was asked. */
export function withoutPendingStatus(state: DomainState, { kind }: PendingChange): DomainState {
  const statuses = state.draft.statuses.filter((status) => status !== waitingStatus[kind]);
  return { ...state, row: { ...state.row, statuses }, draft: { ...state.draft, statuses } };
}

/** Applies the answer to the domain, and notifies its registrar and everyone who got the confirmation mail. */
export async function settlePendingChange(
  context: OperationContext,
  state: DomainState,
  { pending, answer, draft }: { pending: PendingChange; answer: Answer; draft: DomainDraft },
  settings: RegistrySettings,
): Promise<void> {
  const { row } = state;
  const { registrant } = domainChanges.parse(pending.request);
  const newcomers = registrant ? await contactsByCode(context.db, [registrant.code]) : [];
  await saveDomain(context, state, draft, settings);
  const poll = polls[pending.kind][answer]?.(row.name);
  if (poll) context.notify({ registrarId: row.registrar_id, attachedObjId: row.id, ...poll });
  const mails = outcomeMails(pending.kind, answer, row.name, [state.draft.registrant, ...newcomers]);
  for (const { contactId, ...payload } of mails)
    context.enqueue({ kind: 'mail', subject: row.name, payload, recipients: [{ contactId }] });
}
