import { z } from 'zod';
import { failure, objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { isDnsName, normaliseLookup } from '../../rules/domain/domain-name.ts';
import { type Disclosable, isPublic } from '../../rules/visibility.ts';
import type { DomainParts, Related } from '../../store/registry/domain-reader.ts';
import { domainNamed } from '../domains/model/own-domain.ts';
import { defineQuery } from '../operation.ts';

/** Nothing else is read: no codes, idents or addresses. */
const contactColumns = ['registrar_id', 'name', 'email', 'phone', 'disclosed_attributes'] as const;
const publicParts: DomainParts = {
  domain: ['name', 'name_puny', 'registrar_id', 'statuses', 'created_at', 'updated_at', 'expires_at'],
  registrar: ['code', 'name', 'website'],
  registrant: contactColumns,
  contacts: contactColumns,
  nameservers: ['hostname', 'hostname_puny', 'ipv4', 'ipv6'],
  keys: ['flags', 'protocol', 'alg', 'public_key', 'key_tag', 'ds_digest_type', 'ds_digest'],
};

/** A contact of a domain; what it has not disclosed is null. */
export type PublicContact = { readonly role: 'registrant' | 'admin' | 'tech' } & Readonly<
  Record<Disclosable, string | null>
>;

/**
 * Shows everybody a registered domain: statuses, dates, registrar, nameservers and keys, and of its contacts what
 * they have disclosed. Names that are blocked, reserved or disputed but not registered do not exist here
 * (docs/rules/rdap.md).
 */
export const showPublicDomain = defineQuery({
  name: 'domain.show-public',
  summary: 'Shows everybody the public data of a registered domain.',
  permits: ['anonymous'],
  scope: 'READ',
  input: z.object({ name: z.string() }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'PARAMETER_VALUE_SYNTAX'],
  run: async (context, { name }) => {
    const domain = await domainNamed(context, refuseMalformed(name), publicParts);
    const { registrar, registrant, contacts = [], nameservers = [], keys = [] } = domain?.related ?? {};
    if (!domain || !registrar || !registrant) return refuseWith(objectDoesNotExist());
    const shown = (contact: NonNullable<Related['registrant']>, role: PublicContact['role']) => {
      const disclosed = (field: Disclosable) =>
        isPublic(contact, domain, field) ? (contact[field] ?? null) : null;
      return { role, name: disclosed('name'), email: disclosed('email'), phone: disclosed('phone') };
    };
    return {
      domain,
      registrar,
      nameservers,
      keys,
      contacts: [shown(registrant, 'registrant'), ...contacts.map((one) => shown(one, one.role))],
    };
  },
});

/** The name without the dot of the root. */
export function refuseMalformed(given: string): string {
  const name = normaliseLookup(given.replace(/\.$/, ''));
  return isDnsName(name) && given === given.trim()
    ? name
    : refuseWith(failure('PARAMETER_VALUE_SYNTAX', 'This is not a domain name'));
}
