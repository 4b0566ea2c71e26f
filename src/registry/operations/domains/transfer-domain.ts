import { z } from 'zod';
import { objectDoesNotExist, Problems, refuseWith } from '../../../core/errors.ts';
import { domainName, secret } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { checkSecret } from '../secret-attempts.ts';
import { registrySettings } from '../settings.ts';
import { lockDomain } from './model/domain-state.ts';
import { moveDomains, transferCodeAttempt, transferFailures } from './model/move-domain.ts';

/**
 * Takes over another registrar's domain: locks it, checks the transfer code before revealing anything else about it,
 * counts wrong codes, and then checks the statuses and disputes. The domain gets contacts of its new registrar and a
 * new transfer code, its old registrar gets a poll message, and nothing is charged
 * (docs/rules/registrar.md#transfer).
 */
export const transferDomain = defineCommand({
  name: 'domain.transfer',
  summary: "Takes over another registrar's domain with its transfer code.",
  permits: ['registrar:epp'],
  effect: 'destructive',
  scope: 'WRITE',
  facade: 'registry',
  input: z.object({
    name: domainName(),
    transferCode: secret(
      'The transfer code of the domain, which its registrant gets from the present registrar.',
    ),
  }),
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
  run: async (context, { name, transferCode }) => {
    const [state, settings] = await Promise.all([lockDomain(context, name), registrySettings(context.db)]);
    if (!state) return refuseWith(objectDoesNotExist());
    await checkSecret(context, transferCodeAttempt(state.row, transferCode));
    new Problems().direct(...transferFailures(context, state)).refuseIfAny();
    await moveDomains(context, [state], settings);
    return { id: state.row.id, name: state.row.name };
  },
});
