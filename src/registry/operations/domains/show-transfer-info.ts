import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { objectDoesNotExist, refuseWith, wrongSecret } from '../../../base/errors.ts';
import { hiddenName, isNameShownOnDomain, maySeeName } from '../../rules/visibility.ts';
import { type Contact, contactsById } from '../../store/registry/contacts.ts';
import type { Domain } from '../../store/registry/domain-columns.ts';
import { contactsOnDomains } from '../../store/registry/domain-relations.ts';
import { defineQuery } from '../operation.ts';
import { checkSecret } from '../secret-attempts.ts';
import { transferCodeAttempt } from './model/move-domain.ts';
import { domainNamed } from './model/own-domain.ts';

/** A contact on the domain; `whole` is null for contacts that are neither its registrar's nor the caller's. */
export interface TransferPerson {
  readonly code: string;
  readonly name: string;
  readonly whole: Contact | null;
}

export interface TransferInfo {
  readonly domain: Domain;
  readonly registrant: TransferPerson | undefined;
  readonly admins: readonly TransferPerson[];
  readonly techs: readonly TransferPerson[];
}

/**
 * Shows the contacts of a domain to its sponsor, or to any registrar that gives its transfer code; wrong codes are
 * counted. A contact that belongs neither to the caller nor to the sponsor shows only its code, and its name where
 * that is public (docs/rules/registrar.md#transfer-info).
 */
export const showTransferInfo = defineQuery({
  name: 'domain.show-transfer-info',
  summary: 'Shows the contacts of a domain to its sponsor or a holder of its transfer code.',
  permits: ['registrar:epp'],
  scope: 'READ',
  input: z.object({ name: z.string(), transferCode: z.string().optional() }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'INVALID_AUTHORIZATION_INFORMATION', 'RATE_LIMITED'],
  rest: 'GET /registry/v1/domains/:domain_name/transfer_info',
  graphql: 'Query.domainTransferInfo',
  countsAttempts: true,
  run: async (context, { name, transferCode }): Promise<TransferInfo> => {
    const domain = await domainNamed(context, name);
    if (!domain) return refuseWith(objectDoesNotExist());
    if (domain.registrar_id !== registrarOf(context.actor).registrarId)
      await checkSecret(
        context,
        transferCodeAttempt(domain, transferCode, wrongSecret('Authorization error')),
      );
    const links = await contactsOnDomains(context.db, [domain.id]);
    const [registrant] = await contactsById(context.db, [domain.registrant_id]);
    const shown = (contact: Contact): TransferPerson =>
      maySeeName(contact, domain, context.actor)
        ? { code: contact.code, name: contact.name, whole: contact }
        : {
            code: contact.code,
            name: isNameShownOnDomain(contact, domain) ? contact.name : hiddenName,
            whole: null,
          };
    return {
      domain,
      registrant: registrant && shown(registrant),
      admins: links.filter(({ role }) => role === 'admin').map(shown),
      techs: links.filter(({ role }) => role === 'tech').map(shown),
    };
  },
});
