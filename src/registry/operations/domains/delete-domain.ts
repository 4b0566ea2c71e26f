import { z } from 'zod';
import { sponsorOf } from '../../../base/actor.ts';
import { objectDoesNotExist, refuseWith, wrongSecret } from '../../../base/errors.ts';
import { askingForbiddenBy } from '../../rules/domain/allowed-actions.ts';
import type { RegistrySettings } from '../../rules/domain/domain-settings.ts';
import { deletionDates } from '../../rules/domain/end-of-life.ts';
import { inPlaceFields, registrarsOrInPlace } from '../in-place.ts';
import { domainName, flag, secret } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { checkSecret } from '../secret-attempts.ts';
import { registrySettings } from '../settings.ts';
import type { DomainDraft } from './model/domain-draft.ts';
import { lockDomain } from './model/domain-state.ts';
import { transferCodeAttempt } from './model/move-domain.ts';
import { reasonsAgainst } from './model/reasons-against.ts';
import { askAboutDeletion } from './model/request-confirmation.ts';
import { saveDomain } from './model/save-domain.ts';

/**
 * Marks a domain for deletion: at once when its sponsor vouches for the registrant (`verified`) or no confirmation is
 * required, otherwise after the registrant, who is asked by mail, agrees. Another registrar needs the transfer code
 * and the registrant is then always asked (docs/rules/rulings.md#deletion-by-another-registrar); statuses and
 * disputes can forbid it, the validity of the domain is not checked, and a renewal brings a marked domain back
 * (docs/rules/registrar.md#deletion).
 */
export const deleteDomain = defineCommand({
  name: 'domain.delete',
  summary: 'Marks a domain for deletion, at once or when its registrant agrees.',
  ...registrarsOrInPlace,
  effect: 'destructive',
  scope: 'WRITE',
  input: z.object({
    name: domainName(),
    verified: flag(
      'true: you have the consent of the registrant, who is then not asked if you sponsor the domain; false: the registrant is asked by mail.',
    ),
    authCode: secret('The transfer code of the domain; needed when you do not sponsor it.')
      .optional()
      .meta({ named: 'transferCode' }),
    ...inPlaceFields,
  }),
  inPlace: {
    of: ({ name }) => ({ domain: name }),
    did: ({ name }) => `deleted ${name}, or asked its registrant to agree`,
  },
  errors: [
    'INVALID_AUTHORIZATION_INFORMATION',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
    'RATE_LIMITED',
  ],
  rest: 'DELETE /registry/v1/domains/:domain_name',
  graphql: 'Mutation.domainDelete',
  run: async (context, { name, verified, authCode }) => {
    const state = await lockDomain(context, name);
    if (!state) return refuseWith(objectDoesNotExist());
    const { row, draft } = state;
    const isSponsor = row.registrar_id === sponsorOf(context.actor).registrarId;
    if (!isSponsor)
      await checkSecret(context, transferCodeAttempt(row, authCode, wrongSecret('Authorization error')));
    const settings = await registrySettings(context.db);
    const atOnce = isSponsor && (verified || !settings.requestConfirmationOnDomainDeletionEnabled);
    reasonsAgainst('delete', state)
      .direct(...(atOnce ? [] : askingForbiddenBy(row.statuses)))
      .refuseIfAny();

    if (atOnce) await saveDomain(context, state, markedForDeletion(context, draft, settings), settings);
    else await askAboutDeletion(context, state, settings);
    return { id: row.id, name: row.name, pending: !atOnce };
  },
});

/**
 * Takes the domain out of the zone now and removes it after the grace period; `serverHold` comes with the status
 * (docs/rules/registrar.md#statuses). A pending confirmation is cancelled together with its status.
 */
export function markedForDeletion(
  { now, calendar }: OperationContext,
  draft: DomainDraft,
  settings: RegistrySettings,
): DomainDraft {
  const others = draft.statuses.filter((status) => status !== 'pendingDeleteConfirmation');
  return {
    ...draft,
    ...deletionDates(now, settings, calendar),
    statuses: [...others, 'pendingDelete'],
  };
}
