import { z } from 'zod';
import { sponsorOf } from '../../../base/actor.ts';
import { objectDoesNotExist, Problems, refuseWith } from '../../../base/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { registrarsByCode } from '../../store/registry/registrars.ts';
import { inPlaceFields, registrarsOrInPlace, tellRegistrar } from '../in-place.ts';
import { domainName, secret, text } from '../input.ts';
import type { OperationContext } from '../operation.ts';
import { defineCommand } from '../operation.ts';
import { checkSecret } from '../secret-attempts.ts';
import { registrySettings } from '../settings.ts';
import type { DomainState } from './model/domain-state.ts';
import { lockDomain } from './model/domain-state.ts';
import { moveDomains, transferCodeAttempt, transferFailures } from './model/move-domain.ts';
import { movedMails, sendRegistrantMails } from './model/registry-mails.ts';

/**
 * Takes over another registrar's domain: locks it, checks the transfer code before revealing anything else about it,
 * counts wrong codes, and then checks the statuses. The domain gets contacts of its new registrar and a
 * new transfer code, its old registrar gets a poll message, and nothing is charged
 * (docs/rules/registrar.md#transfer).
 */
export const transferDomain = defineCommand({
  name: 'domain.transfer',
  summary: "Takes over another registrar's domain with its transfer code.",
  ...registrarsOrInPlace,
  effect: 'destructive',
  scope: 'WRITE',
  input: z.object({
    name: domainName(),
    transferCode: secret(
      'The transfer code of the domain, which its registrant gets from the present registrar. Operators need none.',
    )
      .meta({ requiredOf: ['registrar'] })
      .optional(),
    registrar: text(
      'The code of the registrar that takes it over, such as BETA. For operators, who must name it.',
    )
      .meta({ permits: ['operator'], requiredOf: ['operator'] })
      .optional(),
    reason: inPlaceFields.reason,
  }),
  inPlace: {
    of: ({ registrar }) => ({ registrar }),
    did: ({ name }) => `transferred ${normaliseLookup(name)} to you`,
  },
  errors: [
    'COMMAND_USE',
    'NOT_ELIGIBLE_FOR_TRANSFER',
    'INVALID_AUTHORIZATION_INFORMATION',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
    'RATE_LIMITED',
  ],
  rest: 'POST /registry/v1/domains/:domain_name/transfer',
  graphql: 'Mutation.domainTransfer',
  countsAttempts: true,
  run: async (context, { name, transferCode }) => {
    const [state, settings] = await Promise.all([lockDomain(context, name), registrySettings(context.db)]);
    if (!state) return refuseWith(objectDoesNotExist());
    const isPlaced = context.actor.kind === 'operator';
    // An operator's reason takes the place of the code.
    if (!isPlaced) await checkSecret(context, transferCodeAttempt(state.row, transferCode));
    new Problems().direct(...transferFailures(context, state)).refuseIfAny();
    await moveDomains(context, [state], settings);
    if (isPlaced) await tellOfTransfer(context, state);
    return { id: state.row.id, name: state.row.name };
  },
});

/** The registrar that loses the domain, and its registrant, learn of a transfer that neither of them has asked for. */
async function tellOfTransfer(context: OperationContext, { row, draft }: DomainState): Promise<void> {
  const { registrarCode } = sponsorOf(context.actor);
  const [before, after] = await Promise.all([
    registrarsByCode(context.db, [row.registrar_code]),
    registrarsByCode(context.db, [registrarCode]),
  ]);
  const [losing] = before;
  if (losing) tellRegistrar(context, losing, `transferred ${row.name} to ${registrarCode}`);
  sendRegistrantMails(
    context,
    row.name,
    movedMails(row.name, after[0]?.name ?? registrarCode, draft.registrant),
  );
}
