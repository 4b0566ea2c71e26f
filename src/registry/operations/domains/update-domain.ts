import { type Failure, Problems, WrongSecret } from '../../../base/errors.ts';
import { forbiddenByDispute } from '../../rules/domain/allowed-actions.ts';
import { contactNotFound, registrantNotFound } from '../../rules/domain/domain-contacts.ts';
import { disputePasswordMissing } from '../../rules/domain/registration-code.ts';
import { transferCodeFailure } from '../../rules/domain/transfer-code.ts';
import { isBlank } from '../../rules/text.ts';
import { activeDisputes, type Dispute } from '../../store/registry/disputes.ts';
import { inPlaceFields, registrarsOrInPlace } from '../in-place.ts';
import { domainName, secret } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { handOver, needsConfirmation, type RegistrantChange } from './model/change-registrant.ts';
import { changedDomain, contactsNamedIn, domainChanges, forbiddenUpdate } from './model/domain-changes.ts';
import { lockOwnDomain, reportsFirstOnly } from './model/domain-state.ts';
import { endDispute } from './model/end-name-claims.ts';
import { countGuessedContacts, problemsWithContacts } from './model/guessed-contacts.ts';
import type { NamedContacts } from './model/named-contacts.ts';
import { codeFailure } from './model/registration-code.ts';
import { changedRegistrantMails, sendRegistrantMails } from './model/registry-mails.ts';
import { askAboutUpdate } from './model/request-confirmation.ts';
import { saveDomain } from './model/save-domain.ts';

/**
 * Changes one of the registrar's domains: locks it, looks up the named contacts, and checks statuses, the request,
 * the domain as it would be and, if the name is disputed, the dispute's password. A new registrant who is another
 * person needs the present registrant's consent, so the whole request waits for the answer to a mail unless the
 * registrar vouches for it (`verified`) or a dispute was won; everything else is saved at once
 * (docs/rules/registrar.md#update).
 */
export const updateDomain = defineCommand({
  name: 'domain.update',
  summary: "Changes a domain's registrant, transfer code, contacts, nameservers or keys.",
  ...registrarsOrInPlace,
  scope: 'WRITE',
  input: domainChanges.extend({
    name: domainName(),
    reservationCode: secret(
      'The password of the dispute over the name; needed only to take over a disputed domain.',
    ).optional(),
    ...inPlaceFields,
  }),
  inPlace: { of: ({ name }) => ({ domain: name }), did: ({ name }) => `changed ${name}` },
  choosesSecret: ({ transferCode = '' }) => !isBlank(transferCode),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'INVALID_AUTHORIZATION_INFORMATION',
    'OBJECT_EXISTS',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
    'PARAMETER_VALUE_POLICY',
    'DATA_MANAGEMENT_POLICY',
    'RATE_LIMITED',
  ],
  conflicts: {
    // Contacts that were deleted at the same moment.
    domains_registrant_id_fkey: registrantNotFound(),
    domain_contacts_contact_id_fkey: contactNotFound(['contacts']),
  },
  rest: 'PUT /registry/v1/domains/:domain_name',
  graphql: 'Mutation.domainUpdate',
  mistakes: ({ transferCode }) => new Problems().validation(transferCodeFailure(transferCode)),
  run: async (context, { name, reservationCode, registrar: _, reason: __, ...changes }) => {
    const codes = [changes.registrant?.code, ...(changes.contacts ?? []).map(({ code }) => code)];
    const named = contactsNamedIn(context.db, changes);
    const others = async () => {
      const { failures, ...found } = await named;
      const problems = await problemsWithContacts(context, codes, contactsIn(found), failures);
      return problems.validation(transferCodeFailure(changes.transferCode));
    };
    const [state, settings, contacts] = await Promise.all([
      lockOwnDomain(context, name, others, WrongSecret),
      registrySettings(context.db),
      named,
    ]);
    const { row } = state;
    const all = new Problems().direct(...forbiddenUpdate(state, changes)).further();
    if (reportsFirstOnly(context)) all.refuseIfAny();
    const found = contactsIn(contacts);
    await all.attempt(() => countGuessedContacts(context, codes, found));
    // Callers who have guessed too often learn nothing more.
    if (all.isWrongSecret) all.refuseIfAny();
    all.further();
    const { draft, change, problems } = changedDomain(context, state, changes, { settings, contacts });
    const [dispute] = row.disputed
      ? await activeDisputes(context.db, [row.name], context.calendar.dateOf(context.now))
      : [];
    if (dispute) problems.direct(...(await disputeFailures(context, dispute, change, reservationCode)));
    all.with(problems).refuseIfAny(WrongSecret);

    if (!dispute && needsConfirmation(change, changes, settings)) {
      await askAboutUpdate(context, { state, changes, wanted: draft }, settings);
      return { id: row.id, name: row.name, pending: true };
    }
    const handedOver = handOver(context, state, draft, change);
    if (context.actor.kind === 'operator' && change === 'otherPerson')
      sendRegistrantMails(
        context,
        row.name,
        changedRegistrantMails(row.name, [state.draft.registrant, draft.registrant]),
      );
    if (dispute) await endDispute(context, dispute.id, row.name);
    const statuses = handedOver.statuses.filter((status) => !dispute || status !== 'disputed');
    await saveDomain(context, state, { ...handedOver, statuses }, settings);
    return { id: row.id, name: row.name, pending: false };
  },
});

const contactsIn = ({ registrant, admins, techs }: Omit<NamedContacts, 'failures'>) => [
  registrant,
  ...admins,
  ...techs,
];

/**
 * A disputed domain can only get another registrant, with the dispute's password, which the winner of the dispute
 * has.
 */
async function disputeFailures(
  context: OperationContext,
  dispute: Dispute,
  change: RegistrantChange,
  given: string | undefined,
): Promise<readonly (Failure | undefined)[]> {
  if (change === 'none') return forbiddenByDispute('update');
  const missing = disputePasswordMissing();
  return [await codeFailure(context, dispute.name, { given, expected: dispute.password, missing })];
}
