import type { z } from 'zod';
import { write } from '../../apis/rest/codec.ts';
import { nameserverAdditionBody } from '../../apis/rest/registrar/bulk-nameserver-body.ts';
import { registrarRoutes } from '../../apis/rest/registrar/router.ts';
import type { Method, RestRoute } from '../../apis/rest/route.ts';
import { objectDoesNotExist, refuseWith } from '../../base/errors.ts';
import { isPathSegment } from '../../base/text.ts';
import type { createContact } from '../../registry/operations/contacts/create-contact.ts';
import type { deleteContact } from '../../registry/operations/contacts/delete-contact.ts';
import type { updateContact } from '../../registry/operations/contacts/update-contact.ts';
import type { addDnssecKeys } from '../../registry/operations/domains/add-dnssec-keys.ts';
import type { addDomainContacts } from '../../registry/operations/domains/add-domain-contacts.ts';
import { addNameserverInBulk } from '../../registry/operations/domains/add-nameserver-in-bulk.ts';
import type { addNameservers } from '../../registry/operations/domains/add-nameservers.ts';
import type { bulkRenewDomains } from '../../registry/operations/domains/bulk-renew-domains.ts';
import type { bulkTransferDomains } from '../../registry/operations/domains/bulk-transfer-domains.ts';
import type { deleteDomain } from '../../registry/operations/domains/delete-domain.ts';
import type { registerDomain } from '../../registry/operations/domains/register-domain.ts';
import type { removeClientHold } from '../../registry/operations/domains/remove-client-hold.ts';
import type { removeDnssecKeys } from '../../registry/operations/domains/remove-dnssec-keys.ts';
import type { removeDomainContacts } from '../../registry/operations/domains/remove-domain-contacts.ts';
import type { removeNameserver } from '../../registry/operations/domains/remove-nameserver.ts';
import type { renewDomain } from '../../registry/operations/domains/renew-domain.ts';
import type { replaceAdminContact } from '../../registry/operations/domains/replace-admin-contact.ts';
import { replaceNameserver } from '../../registry/operations/domains/replace-nameserver.ts';
import type { replaceTechContact } from '../../registry/operations/domains/replace-tech-contact.ts';
import type { setClientHold } from '../../registry/operations/domains/set-client-hold.ts';
import type { transferDomain } from '../../registry/operations/domains/transfer-domain.ts';
import type { updateDomain } from '../../registry/operations/domains/update-domain.ts';
import type { acknowledgeNotification } from '../../registry/operations/notifications/acknowledge-notification.ts';
import type { LegalDocument } from '../../registry/rules/legal-document.ts';
import { wayOf } from './ways.ts';

/** A call of this API, below its prefix. */
export interface RegistrarRequest {
  readonly method: Exclude<Method, 'GET'>;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type InputOf<C> = C extends { readonly input: z.ZodType<infer I> } ? I : never;

/** The inputs of the commands, by operation: tables about commands are checked against them. */
export interface CommandInputs {
  readonly 'contact.create': InputOf<typeof createContact>;
  readonly 'contact.update': InputOf<typeof updateContact>;
  readonly 'contact.delete': InputOf<typeof deleteContact>;
  readonly 'domain.register': InputOf<typeof registerDomain>;
  readonly 'domain.renew': InputOf<typeof renewDomain>;
  readonly 'domain.update': InputOf<typeof updateDomain>;
  readonly 'domain.delete': InputOf<typeof deleteDomain>;
  readonly 'domain.transfer': InputOf<typeof transferDomain>;
  readonly 'domain.add-contacts': InputOf<typeof addDomainContacts>;
  readonly 'domain.remove-contacts': InputOf<typeof removeDomainContacts>;
  readonly 'domain.add-nameservers': InputOf<typeof addNameservers>;
  readonly 'domain.remove-nameserver': InputOf<typeof removeNameserver>;
  readonly 'domain.add-dnssec-keys': InputOf<typeof addDnssecKeys>;
  readonly 'domain.remove-dnssec-keys': InputOf<typeof removeDnssecKeys>;
  readonly 'domain.set-client-hold': InputOf<typeof setClientHold>;
  readonly 'domain.remove-client-hold': InputOf<typeof removeClientHold>;
  readonly 'domain.bulk-transfer': InputOf<typeof bulkTransferDomains>;
  readonly 'domain.bulk-renew': InputOf<typeof bulkRenewDomains>;
  readonly 'domain.replace-tech-contact': InputOf<typeof replaceTechContact>;
  readonly 'domain.replace-admin-contact': InputOf<typeof replaceAdminContact>;
  readonly 'domain.replace-nameserver': InputOf<typeof replaceNameserver>;
  readonly 'domain.add-nameserver-in-bulk': InputOf<typeof addNameserverInBulk>;
  readonly 'notification.acknowledge': InputOf<typeof acknowledgeNotification>;
}

export type CommandName = keyof CommandInputs;

/** Writes a command as a request: the reverse of how its route parses it. */
interface Encoder {
  readonly operation: string;
  encode(input: object): RegistrarRequest;
}

/** The input fields that are sent in the path or in a header; all others are sent in the body. */
const inPaths: Readonly<Record<string, string>> = {
  contact_id: 'code',
  domain_name: 'name',
  nameserver_hostname: 'hostname',
  notification_id: 'id',
};
const inHeaders = { 'auth-code': 'authCode' } as const;

/**
 * No object has a name or code that is more, or less, than a part of a path. `toWellFormed`, because lone surrogates
 * would throw here: `checkTexts` refuses them.
 */
export function segment(value: unknown): string {
  const text = String(value).toWellFormed();
  return isPathSegment(text) ? encodeURIComponent(text) : refuseWith(objectDoesNotExist());
}

function encoder({ operation, method, path, request }: RestRoute, body = request?.body): Encoder {
  return {
    operation: operation.name,
    encode: (input) => {
      const fields = new Map(Object.entries(input));
      const take = (field: string): unknown => {
        const value: unknown = fields.get(field);
        fields.delete(field);
        return value;
      };
      const headers = Object.entries(inHeaders).flatMap(([header, field]) => {
        const value = take(field);
        return typeof value === 'string' ? [[header, value] as const] : [];
      });
      return {
        method: method as RegistrarRequest['method'],
        path: path.replaceAll(/:(\w+)/g, (_, name: string) => segment(take(inPaths[name] ?? name))),
        ...(body && { body: write(body, Object.fromEntries(fields)) }),
        ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
      };
    },
  };
}

/** The first route of every write that a facade forwards: where PATCH and PUT do the same, one of them is enough. */
const served = new Map(
  registrarRoutes
    .filter(({ method, operation }) => method !== 'GET' && wayOf(operation) === 'registry')
    .toReversed()
    .map((route) => [route.operation.name, route]),
);
const replaced = served.get(replaceNameserver.name);

export const encoders: readonly Encoder[] = [
  ...[...served.values()].map((route) => encoder(route)),
  // The same route also serves the bulk addition of a nameserver.
  ...(replaced ? [encoder({ ...replaced, operation: addNameserverInBulk }, nameserverAdditionBody)] : []),
];

/** Adds the legal document where clients put it: beside the other fields of the object. */
export function withLegalDocument(
  request: RegistrarRequest,
  document: LegalDocument | undefined,
): RegistrarRequest {
  if (!document) return request;
  const legal_document = { type: document.type, body: document.bytes.toString('base64') };
  const body = (request.body ?? {}) as Readonly<Record<string, object>>;
  const wrapper = ['contact', 'domain'].find((name) => name in body);
  return {
    ...request,
    body: wrapper
      ? { ...body, [wrapper]: { ...body[wrapper], legal_document } }
      : { ...body, legal_document },
  };
}
