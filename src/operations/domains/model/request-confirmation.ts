import { registrarOf } from '../../../core/actor.ts';
import { refuseWith } from '../../../core/errors.ts';
import type { Document } from '../../../core/events.ts';
import { fingerprint } from '../../../core/secrets.ts';
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

/** The status that a domain has while its registrant is asked (docs/rules/registrar.md#confirmations). */
export const waitingStatus = { update: 'pendingUpdate', delete: 'pendingDeleteConfirmation' } as const;

/** How long the registrant has: setting expire_pending_confirmation, in hours. */
export const answerBy = (askedAt: Date, { expirePendingConfirmation: hours }: RegistrySettings): Date =>
  new Date(askedAt.getTime() + hours * 60 * 60 * 1000);

/** Nothing of the request happens yet. Its transfer code is not kept: a new registrant gets a new one anyway. */
export async function askAboutUpdate(
  context: OperationContext,
  state: DomainState,
  { transferCode: _, ...request }: DomainChanges,
  { registrant: newRegistrant, admins, techs }: DomainDraft,
  settings: RegistrySettings,
): Promise<void> {
  // Whoever is about to merge one of them waits until it shows that the request names it.
  const named = [newRegistrant, ...admins, ...techs].map(({ id }) => id);
  const kept = await keepContacts(context.db, named);
  if (!kept.has(newRegistrant.id)) refuseWith(registrantNotFound());
  if (!named.every((id) => kept.has(id))) refuseWith(contactNotFound(['contacts']));
  return ask(context, state, { kind: 'update', newRegistrant }, request, settings);
}

export function askAboutDeletion(
  context: OperationContext,
  state: DomainState,
  settings: RegistrySettings,
): Promise<void> {
  return ask(context, state, { kind: 'delete' }, {}, settings);
}

/** Only the token's hash is kept; the token itself goes to the registrant and to nobody else. */
async function ask(
  context: OperationContext,
  state: DomainState,
  question: Question,
  request: Document,
  settings: RegistrySettings,
): Promise<void> {
  const { db, now, publicUrl } = context;
  const { row, draft } = state;
  const { registrarId, registrarCode } = registrarOf(context.actor);
  const [asker] = await registrarsById(db, [registrarId]);
  const token = context.secret(42);
  const waiting = { ...draft, statuses: [...draft.statuses, waitingStatus[question.kind]] };
  await saveDomain(context, state, waiting, settings);
  await putPendingChange(db, {
    domain_id: row.id,
    kind: question.kind,
    token_hash: fingerprint(token),
    request: JSON.stringify(request),
    requested_by: registrarCode,
    asked_at: now,
  });
  const mails = confirmationMails(question, {
    domain: row.name,
    registrant: draft.registrant,
    askedBy: asker?.name ?? registrarCode,
    answerBy: context.calendar.formatForPeople(answerBy(now, settings)),
    link: `${publicUrl}/confirm/${token}`,
  });
  for (const mail of mails) context.enqueue({ kind: 'mail', subject: row.name, payload: { ...mail } });
}
