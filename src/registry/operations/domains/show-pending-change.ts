import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { contactsByCode } from '../../store/registry/contacts.ts';
import { domainsById } from '../../store/registry/domains.ts';
import { defineQuery } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { pendingChangeOf } from './decide-pending-change.ts';
import { domainChanges } from './model/domain-changes.ts';
import { answerBy } from './model/request-confirmation.ts';

export interface ShownChange {
  readonly kind: 'update' | 'delete';
  readonly domain: string;
  readonly registrant: string;
  readonly newRegistrant: string | undefined;
  /** The other parts of the domain that change with it. */
  readonly alsoChanges: readonly ('contacts' | 'nameservers' | 'DNSSEC keys')[];
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly answerBy: Date;
}

/**
 * Shows a registrant the change or deletion that waits for an answer, on the page behind the link in the mail. The
 * token is the only authority needed, and a wrong, used or expired token does not exist; reading decides nothing.
 */
export const showPendingChange = defineQuery({
  name: 'domain.show-pending-change',
  summary: 'Shows a registrant the change that waits for approval.',
  permits: ['anonymous'],
  scope: 'READ',
  input: z.object({ token: z.string() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  run: async (context, { token }): Promise<ShownChange> => {
    const { db, now, calendar } = context;
    const settings = await registrySettings(db);
    const pending = await pendingChangeOf(context, token, settings);
    const [domain] = pending ? await domainsById(db, [pending.domain_id], calendar.dateOf(now)) : [];
    if (!pending || !domain) return refuseWith(objectDoesNotExist());
    const changes = domainChanges.parse(pending.request);
    const [newRegistrant] = changes.registrant ? await contactsByCode(db, [changes.registrant.code]) : [];
    return {
      kind: pending.kind,
      domain: domain.name,
      registrant: domain.registrant_name,
      newRegistrant: newRegistrant?.name,
      alsoChanges: [
        ...(changes.contacts ? (['contacts'] as const) : []),
        ...(changes.nameservers ? (['nameservers'] as const) : []),
        ...(changes.dnssecKeys ? (['DNSSEC keys'] as const) : []),
      ],
      askedBy: pending.requested_by_name,
      askedAt: pending.asked_at,
      answerBy: answerBy(pending.asked_at, settings),
    };
  },
});
