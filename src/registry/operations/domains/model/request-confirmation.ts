import { sponsorOf } from '../../../../base/actor.ts';
import { inBatches } from '../../../../base/batches.ts';
import { refuseWith } from '../../../../base/errors.ts';
import type { Document } from '../../../../base/events.ts';
import { fingerprint } from '../../../../base/secrets.ts';
import { settleAll } from '../../../../base/settle-all.ts';
import { contactNotFound, registrantNotFound } from '../../../rules/domain/domain-contacts.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import { keepContacts } from '../../../store/registry/contacts.ts';
import { putPendingChange } from '../../../store/registry/pending-changes.ts';
import { registrarsById } from '../../../store/registry/registrars.ts';
import type { OperationContext } from '../../operation.ts';
import { confirmationMails, type Question } from './confirmation-mails.ts';
import type { DomainChanges } from './domain-changes.ts';
import type { DomainDraft } from './domain-draft.ts';
import type { DomainState } from './domain-state.ts';
import { saveDomain } from './save-domain.ts';

/** The status of a domain while its registrant's confirmation is pending (docs/rules/registrar.md#confirmations). */
export const waitingStatus = { update: 'pendingUpdate', delete: 'pendingDeleteConfirmation' } as const;

/** How long the registrant has to answer: the setting expire_pending_confirmation, in hours. */
export const answerBy = (askedAt: Date, { expirePendingConfirmation: hours }: RegistrySettings): Date =>
  new Date(askedAt.getTime() + hours * 60 * 60 * 1000);

/** A pending request: the domain as it is, the requested change, and the domain as it would be. */
export interface AskedUpdate {
  readonly state: DomainState;
  readonly changes: DomainChanges;
  readonly wanted: DomainDraft;
}

/** The domain with the pending status; nothing else of it changes yet. */
export const withPendingStatus = (draft: DomainDraft, kind: Question['kind']): DomainDraft => ({
  ...draft,
  statuses: [...draft.statuses, waitingStatus[kind]],
});

export async function askAboutUpdate(
  context: OperationContext,
  update: AskedUpdate,
  settings: RegistrySettings,
): Promise<void> {
  await saveDomain(context, update.state, withPendingStatus(update.state.draft, 'update'), settings);
  await sendQuestions(context, [update], settings);
}

/**
 * Mails the requests for confirmation after the domains are saved. Requested transfer codes are not stored, because a
 * domain gets a new one with its new registrant anyway.
 */
export async function sendQuestions(
  context: OperationContext,
  updates: readonly AskedUpdate[],
  settings: RegistrySettings,
): Promise<void> {
  // A concurrent merge of one of these contacts waits until the request that names it is visible.
  const named = updates.map(({ wanted: { registrant, admins, techs } }) =>
    [registrant, ...admins, ...techs].map(({ id }) => id),
  );
  const kept = await keepContacts(context.db, [...new Set(named.flat())]);
  if (!updates.every(({ wanted }) => kept.has(wanted.registrant.id))) refuseWith(registrantNotFound());
  if (!named.flat().every((id) => kept.has(id))) refuseWith(contactNotFound(['contacts']));
  const questions = updates.map(({ state, changes: { transferCode: _, ...request }, wanted }) => ({
    state,
    request,
    question: { kind: 'update', newRegistrant: wanted.registrant } as const,
  }));
  await ask(context, questions, settings);
}

export async function askAboutDeletion(
  context: OperationContext,
  state: DomainState,
  settings: RegistrySettings,
): Promise<void> {
  await saveDomain(context, state, withPendingStatus(state.draft, 'delete'), settings);
  await ask(context, [{ state, question: { kind: 'delete' }, request: {} }], settings);
}

interface ConfirmationRequest {
  readonly state: DomainState;
  readonly question: Question;
  readonly request: Document;
}

/**
 * Stores requests for confirmation and sends their mails. Only the token's hash is stored; the token itself is sent
 * to the registrant only.
 */
async function ask(
  context: OperationContext,
  asked: readonly ConfirmationRequest[],
  settings: RegistrySettings,
): Promise<void> {
  const { db, now, publicUrl, calendar } = context;
  const { registrarId, registrarCode } = sponsorOf(context.actor);
  const [asker] = await registrarsById(db, [registrarId]);
  const put = async ({ state: { row, draft }, question, request }: ConfirmationRequest): Promise<void> => {
    const token = context.secret(42);
    const mails = confirmationMails(question, {
      domain: row.name,
      registrant: draft.registrant,
      askedBy: asker?.name ?? registrarCode,
      answerBy: calendar.formatForPeople(answerBy(now, settings)),
      link: `${publicUrl}/confirm/${token}`,
    });
    for (const { contactId, ...payload } of mails)
      context.enqueue({ kind: 'mail', subject: row.name, payload, recipients: [{ contactId }] });
    await putPendingChange(db, {
      domain_id: row.id,
      kind: question.kind,
      token_hash: fingerprint(token),
      request: JSON.stringify(request),
      requested_by: registrarCode,
      asked_at: now,
    });
  };
  await inBatches(asked, (batch) => settleAll(batch.map(put)));
}
