import type { z } from 'zod';
import { createContact } from '../../operations/contacts/create-contact.ts';
import { deleteContact } from '../../operations/contacts/delete-contact.ts';
import { updateContact } from '../../operations/contacts/update-contact.ts';
import { addDnssecKeys } from '../../operations/domains/add-dnssec-keys.ts';
import { addDomainContacts } from '../../operations/domains/add-domain-contacts.ts';
import { addNameserverInBulk } from '../../operations/domains/add-nameserver-in-bulk.ts';
import { addNameservers } from '../../operations/domains/add-nameservers.ts';
import { bulkRenewDomains } from '../../operations/domains/bulk-renew-domains.ts';
import { bulkTransferDomains } from '../../operations/domains/bulk-transfer-domains.ts';
import { deleteDomain } from '../../operations/domains/delete-domain.ts';
import { registerDomain } from '../../operations/domains/register-domain.ts';
import { removeClientHold } from '../../operations/domains/remove-client-hold.ts';
import { removeDnssecKeys } from '../../operations/domains/remove-dnssec-keys.ts';
import { removeDomainContacts } from '../../operations/domains/remove-domain-contacts.ts';
import { removeNameserver } from '../../operations/domains/remove-nameserver.ts';
import { renewDomain } from '../../operations/domains/renew-domain.ts';
import { replaceAdminContact } from '../../operations/domains/replace-admin-contact.ts';
import { replaceNameserver } from '../../operations/domains/replace-nameserver.ts';
import { replaceTechContact } from '../../operations/domains/replace-tech-contact.ts';
import { setClientHold } from '../../operations/domains/set-client-hold.ts';
import { transferDomain } from '../../operations/domains/transfer-domain.ts';
import { updateDomain } from '../../operations/domains/update-domain.ts';
import { acknowledgeNotification } from '../../operations/notifications/acknowledge-notification.ts';
import type { Command } from '../../operations/operation.ts';
import type { DnssecKeyInput } from '../../rules/domain/dnssec.ts';
import { periodAndUnit } from '../../rules/domain/period.ts';
import type { LegalDocument } from '../../rules/legal-document.ts';
import type { Method } from '../router.ts';
import { encodedAddress } from './contact-address.ts';
import { writeSettable } from './domain-body.ts';

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

/** How a command is written as a request: what the bodies beside read, the other way round. */
export interface Encoder {
  readonly operation: string;
  encode(input: unknown): RegistrarRequest;
}

function encoder<C extends Pick<Command<never, unknown>, 'name'> & { readonly input: z.ZodType }>(
  operation: C,
  encode: (input: InputOf<C>) => RegistrarRequest,
): Encoder {
  return { operation: operation.name, encode: (input) => encode(input as InputOf<C>) };
}

/** What no path can carry is refused by who sends it (upstream/client.ts). */
const segment = (text: string): string => encodeURIComponent(text.toWellFormed());
const domain = (name: string): string => `/domains/${segment(name)}`;

/** A period without a price is sent as one that cannot have any. */
const periodOf = (months: number | null) => {
  const { period, unit } = months === null ? { period: 0, unit: 'y' } : periodAndUnit(months);
  return { period, period_unit: unit };
};

const keyOf = ({ flags, protocol, alg, publicKey }: DnssecKeyInput) => ({
  flags: String(flags),
  protocol: String(protocol),
  alg: String(alg),
  public_key: publicKey,
});

const contactOf = ({ code, role }: { readonly code: string; readonly role: string }) => ({
  code,
  type: role,
});

const action = (change: { readonly action: 'add' | 'remove'; readonly id?: number | undefined }) => ({
  ...(change.id !== undefined && { id: change.id }),
  action: change.action === 'remove' ? 'rem' : 'add',
});

const replacement =
  (path: string) => (input: { readonly currentContact: string; readonly newContact: string }) =>
    ({
      method: 'PATCH',
      path,
      body: { current_contact_id: input.currentContact, new_contact_id: input.newContact },
    }) as const;

export const encoders: readonly Encoder[] = [
  encoder(createContact, ({ code: id, ident, address, ...contact }) => ({
    method: 'POST',
    path: '/contacts',
    body: {
      contact: {
        ...(id !== undefined && { id }),
        ...contact,
        ident: identOf(ident),
        ...(address && { addr: encodedAddress(address) }),
      },
    },
  })),
  encoder(updateContact, ({ code, ident, address, ...changes }) => ({
    method: 'PUT',
    path: `/contacts/${segment(code)}`,
    body: {
      contact: {
        ...changes,
        ...(ident && { ident: identOf(ident) }),
        ...(address !== undefined && { addr: encodedAddress(address) }),
      },
    },
  })),
  encoder(deleteContact, ({ code }) => ({ method: 'DELETE', path: `/contacts/${segment(code)}` })),
  encoder(registerDomain, (input) => ({
    method: 'POST',
    path: '/domains',
    body: {
      domain: {
        name: input.name,
        registrant: input.registrant,
        ...periodOf(input.months),
        admin_contacts: input.adminContacts,
        tech_contacts: input.techContacts,
        nameservers_attributes: input.nameservers,
        dnskeys_attributes: input.dnssecKeys.map(keyOf),
        ...writeSettable(input),
      },
    },
  })),
  encoder(renewDomain, ({ name, months, expiresOn }) => ({
    method: 'POST',
    path: `${domain(name)}/renew`,
    body: { renews: { ...periodOf(months), exp_date: expiresOn } },
  })),
  encoder(updateDomain, ({ name, registrant, contacts, nameservers, dnssecKeys, ...settable }) => ({
    method: 'PUT',
    path: domain(name),
    body: {
      domain: {
        ...(registrant && {
          registrant: { code: registrant.code, ...(registrant.verified && { verified: true }) },
        }),
        ...writeSettable(settable),
        ...(contacts && { contacts: contacts.map(contactOf) }),
        ...(nameservers && {
          nameservers: nameservers.map((one) => ({ ...action(one), ...one.nameserver })),
        }),
        ...(dnssecKeys && { dns_keys: dnssecKeys.map((one) => ({ ...action(one), ...keyOf(one.key) })) }),
      },
    },
  })),
  encoder(deleteDomain, ({ name, verified, authCode }) => ({
    method: 'DELETE',
    path: domain(name),
    body: { domain: { delete: { verified } } },
    ...(authCode !== undefined && { headers: { 'auth-code': authCode } }),
  })),
  encoder(transferDomain, ({ name, transferCode }) => ({
    method: 'POST',
    path: `${domain(name)}/transfer`,
    body: { transfer: { transfer_code: transferCode } },
  })),
  encoder(addDomainContacts, ({ name, contacts }) => ({
    method: 'POST',
    path: `${domain(name)}/contacts`,
    body: { contacts: contacts.map(contactOf) },
  })),
  encoder(removeDomainContacts, ({ name, contacts }) => ({
    method: 'DELETE',
    path: `${domain(name)}/contacts`,
    body: { contacts: contacts.map(contactOf) },
  })),
  encoder(addNameservers, ({ name, nameservers }) => ({
    method: 'POST',
    path: `${domain(name)}/nameservers`,
    body: { nameservers },
  })),
  encoder(removeNameserver, ({ name, hostname }) => ({
    method: 'DELETE',
    path: `${domain(name)}/nameservers/${segment(hostname)}`,
  })),
  encoder(addDnssecKeys, ({ name, dnssecKeys }) => ({
    method: 'POST',
    path: `${domain(name)}/dnssec`,
    body: { dns_keys: dnssecKeys.map(keyOf) },
  })),
  encoder(removeDnssecKeys, ({ name, dnssecKeys }) => ({
    method: 'DELETE',
    path: `${domain(name)}/dnssec`,
    body: { dns_keys: dnssecKeys.map(keyOf) },
  })),
  encoder(setClientHold, ({ name }) => ({ method: 'PUT', path: `${domain(name)}/statuses/clientHold` })),
  encoder(removeClientHold, ({ name }) => ({
    method: 'DELETE',
    path: `${domain(name)}/statuses/clientHold`,
  })),
  encoder(bulkTransferDomains, ({ transfers }) => ({
    method: 'POST',
    path: '/domains/transfer',
    body: {
      data: {
        domain_transfers: transfers.map(({ name, transferCode }) => ({
          domain_name: name,
          ...(transferCode !== undefined && { transfer_code: transferCode }),
        })),
      },
    },
  })),
  encoder(bulkRenewDomains, ({ names, months }) => {
    const { period, period_unit } = periodOf(months);
    return {
      method: 'POST',
      path: '/domains/renew/bulk',
      body: { domains: names, renew_period: `${period}${period_unit}` },
    };
  }),
  encoder(replaceTechContact, replacement('/domains/contacts')),
  encoder(replaceAdminContact, replacement('/domains/admin_contacts')),
  encoder(replaceNameserver, ({ hostname, newNameserver, names }) => ({
    method: 'PUT',
    path: '/registrar/nameservers',
    body: {
      data: { type: 'nameserver', id: hostname, ...(names && { domains: names }), attributes: newNameserver },
    },
  })),
  encoder(addNameserverInBulk, ({ newNameserver, names }) => ({
    method: 'PUT',
    path: '/registrar/nameservers',
    body: { data: { type: 'nameserver', id: '', domains: names, attributes: newNameserver } },
  })),
  encoder(acknowledgeNotification, ({ id }) => ({
    method: 'PUT',
    path: `/registrar/notifications/${id}`,
    body: { notification: { read: true } },
  })),
];

/** Placed where clients put it: beside the other fields of the object. */
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

function identOf(ident: {
  readonly code?: string | undefined;
  readonly type?: string | undefined;
  readonly countryCode?: string | undefined;
}) {
  return { ident: ident.code, ident_type: ident.type, ident_country_code: ident.countryCode };
}
