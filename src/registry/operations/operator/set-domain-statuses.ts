import { z } from 'zod';
import {
  failure,
  objectDoesNotExist,
  Problems,
  referenceNotFound,
  refuseWith,
} from '../../../base/errors.ts';
import { consistencyFailures, isDomainStatus } from '../../rules/domain/statuses.ts';
import { pollMessages } from '../../rules/registrar/poll-messages.ts';
import { isUnsafeText } from '../../rules/text.ts';
import { lockDomain } from '../domains/model/domain-state.ts';
import { saveDomain } from '../domains/model/save-domain.ts';
import { domainName, text, texts } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';

const notSet = (status: string) =>
  isDomainStatus(status)
    ? referenceNotFound(`Status is not set: ${status}`, ['remove'])
    : failure('PARAMETER_VALUE_SYNTAX', `Status is unknown: ${status}`, { path: ['remove'] });

/**
 * Sets and removes any of the 29 statuses of a domain by hand, for an operator: locks the domain, checks that the
 * statuses fit together, and saves them with the note. Nothing else changes but the automatic ok and inactive, and
 * the registrar gets one message for each status changed (docs/rules/registrar.md#statuses, #messages).
 */
export const setDomainStatuses = defineCommand({
  name: 'domain.set-statuses',
  summary: 'Adds and removes statuses of a domain by hand.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  input: z.object({
    name: domainName(),
    add: texts(
      'Statuses to set, in the spelling of the registry: ["serverHold"]; none when left out.',
    ).default([]),
    remove: texts('Statuses to remove, in the spelling of the registry; none when left out.').default([]),
    note: text(
      'The reason, for those who look at the domain later; kept with each status that is set.',
    ).optional(),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'OBJECT_EXISTS', 'OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS'],
  graphql: 'Mutation.domainStatusesSet',
  run: async (context, { name, add, remove, note }) => {
    const state = await lockDomain(context, name);
    if (!state) return refuseWith(objectDoesNotExist());
    const { draft, row } = state;
    const kept = draft.statuses.filter((status) => !remove.includes(status));
    const wanted = [...kept, ...add];
    new Problems()
      .validation(...remove.filter((status) => !draft.statuses.includes(status)).map(notSet))
      .validation(...consistencyFailures(wanted).map((reason) => ({ ...reason, path: ['add'] })))
      .validation(
        note !== undefined && isUnsafeText(note)
          ? failure('PARAMETER_VALUE_SYNTAX', "Invalid parameter 'note': Must be plain text", {
              path: ['note'],
            })
          : undefined,
      )
      .refuseIfAny();
    const after = await saveDomain(
      context,
      state,
      {
        ...draft,
        statuses: wanted,
        statusNotes: { ...draft.statusNotes, ...(note && Object.fromEntries(add.map((one) => [one, note]))) },
        // An operator who keeps a delete candidate keeps it past its delete time.
        removeAt: wanted.includes('deleteCandidate') ? draft.removeAt : null,
      },
      await registrySettings(context.db),
    );
    const messages = [
      ...add
        .filter((status) => after.statuses.includes(status))
        .map((status) => pollMessages.statusSet(row.name, status)),
      ...remove
        .filter((status) => !after.statuses.includes(status))
        .map((status) => pollMessages.statusCancelled(row.name, status)),
    ];
    for (const message of messages) context.notify({ registrarId: row.registrar_id, ...message });
    return { id: row.id, name: row.name };
  },
});
