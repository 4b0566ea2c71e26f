import { z } from 'zod';
import { failure, objectDoesNotExist, Problems, refuseWith } from '../../../base/errors.ts';
import { forceDeleteDates, forceDeleteMoments } from '../../rules/domain/end-of-life.ts';
import { forceDeleteMessage, withForceDelete } from '../../rules/domain/force-delete.ts';
import { isUnsafeText } from '../../rules/text.ts';
import { lockDomain } from '../domains/model/domain-state.ts';
import { notifyUnlessRepeated } from '../domains/model/force-delete.ts';
import { saveDomain } from '../domains/model/save-domain.ts';
import { domainName, oneOf, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';

const unfit = (field: string) =>
  failure('PARAMETER_VALUE_SYNTAX', `Invalid parameter '${field}': Must be plain text`, { path: [field] });

/**
 * Starts the forced deletion of a domain for an operator: locks the domain, computes the dates of a soft or a
 * fast-track deletion, and sets its statuses; a domain that is force deleted already or about to be deleted is
 * refused. The registrar gets a poll message with the dates and the reason, unless its last one says the same
 * (docs/rules/registrar.md#force-delete, #messages 13 to 15).
 */
export const forceDeleteDomain = defineCommand({
  name: 'domain.force-delete',
  summary: 'Starts the forced deletion of a domain, without the consent of its registrar.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  input: z.object({
    name: domainName(),
    kind: oneOf(
      ['soft', 'fast_track'],
      'ForceDeleteKind',
      'Whether it begins at the end of the year that is paid for, or tomorrow.',
    ),
    reason: text(
      'The reason, in a word or more; invalid_email and invalid_company are explained to the registrar.',
    ).optional(),
    notes: text('Further notes for those who look at the domain later.').optional(),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS'],
  graphql: 'Mutation.domainForceDelete',
  run: async (context, { name, kind, reason = null, notes = null }) => {
    const { db, now, calendar } = context;
    const state = await lockDomain(context, name);
    if (!state) return refuseWith(objectDoesNotExist());
    const { draft, row } = state;
    const isOver = ['serverForceDelete', 'deleteCandidate'].some((status) => draft.statuses.includes(status));
    new Problems()
      .direct(isOver || draft.forceDelete ? failure('OBJECT_STATUS_PROHIBITS') : undefined)
      .validation(isUnsafeText(reason ?? '') ? unfit('reason') : undefined)
      .validation(isUnsafeText(notes ?? '') ? unfit('notes') : undefined)
      .refuseIfAny();
    const settings = await registrySettings(db);
    const dates = forceDeleteDates(kind, { expiresAt: draft.expiresAt, now, grace: settings, calendar });
    const { statuses, added } = withForceDelete(draft.statuses);
    const forceDelete = { kind, ...dates, reason, notes, stage: 'set' as const, statuses: added };
    await saveDomain(context, state, { ...draft, statuses, forceDelete }, settings);
    const news = {
      domain: row.name,
      kind,
      dates,
      expiresAt: draft.expiresAt,
      reason,
      notes,
      registrant: { email: draft.registrant.email ?? '', ident: draft.registrant.ident ?? '' },
    };
    await notifyUnlessRepeated(context, row.registrar_id, forceDeleteMessage(news, settings, calendar));
    const { outzoneAt, purgeAt } = forceDeleteMoments(dates, draft.expiresAt, settings, calendar);
    return {
      id: row.id,
      name: row.name,
      outzoneOn: calendar.dateOf(outzoneAt),
      purgeOn: calendar.dateOf(purgeAt),
    };
  },
});
