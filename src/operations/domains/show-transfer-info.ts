import { z } from 'zod';
import { registrarOf } from '../../core/actor.ts';
import { objectDoesNotExist, refuseWith, wrongSecret } from '../../core/errors.ts';
import { defineQuery } from '../../core/operation.ts';
import { type Contact, contactsById } from '../../store/contacts.ts';
import { contactsOnDomains } from '../../store/domain-relations.ts';
import type { Domain } from '../../store/domains.ts';
import { checkSecret } from '../secret-attempts.ts';
import { transferCodeAttempt } from './move-domain.ts';
import { domainNamed } from './own-domain.ts';

export interface TransferInfo {
  readonly domain: Domain;
  readonly registrant: Contact | undefined;
  readonly admins: readonly Contact[];
  readonly techs: readonly Contact[];
}

/** For the sponsor, and for whoever holds the transfer code (reference/registrar.md 9.1). */
export const showTransferInfo = defineQuery({
  name: 'domain.show-transfer-info',
  summary: 'Shows the people behind a domain to its sponsor or a holder of its transfer code.',
  permits: ['registrar:epp'],
  input: z.object({ name: z.string(), transferCode: z.string().optional() }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'INVALID_AUTHORIZATION_INFORMATION', 'RATE_LIMITED'],
  rest: 'GET /registry/v1/domains/:domain_name/transfer_info',
  graphql: 'Query.domainTransferInfo',
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
    return {
      domain,
      registrant,
      admins: links.filter(({ role }) => role === 'admin'),
      techs: links.filter(({ role }) => role === 'tech'),
    };
  },
});
