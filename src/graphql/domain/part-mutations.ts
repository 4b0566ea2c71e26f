import { addDnssecKeys } from '../../operations/domains/add-dnssec-keys.ts';
import { addDomainContacts } from '../../operations/domains/add-domain-contacts.ts';
import { addNameservers } from '../../operations/domains/add-nameservers.ts';
import { removeClientHold } from '../../operations/domains/remove-client-hold.ts';
import { removeDnssecKeys } from '../../operations/domains/remove-dnssec-keys.ts';
import { removeDomainContacts } from '../../operations/domains/remove-domain-contacts.ts';
import { removeNameserver } from '../../operations/domains/remove-nameserver.ts';
import { setClientHold } from '../../operations/domains/set-client-hold.ts';
import { defineMutationByHand } from '../mutation.ts';
import { DnssecKeyInput, DomainContactInput, NameserverInput, toKey, toNameserver } from './inputs.ts';
import { domainField, shownDomain } from './payload.ts';

const which = 'The name of the domain, such as tamm.ee.';

for (const operation of [addDomainContacts, removeDomainContacts] as const)
  defineMutationByHand(operation, {
    input: (t) => ({
      name: t.field({ type: 'DomainName', required: true, description: which }),
      contacts: t.field({
        type: [DomainContactInput],
        required: true,
        description: 'Which contacts, and which part they play; all of them or none.',
      }),
    }),
    fieldNames: { adminContacts: 'contacts', techContacts: 'contacts' },
    translate: ({ name, contacts }) => ({ name, contacts }),
    show: shownDomain,
    payload: domainField,
  });

defineMutationByHand(addNameservers, {
  more: 'A domain has none, or 2 to 11.',
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: which }),
    nameservers: t.field({
      type: [NameserverInput],
      required: true,
      description: 'The servers to add; all of them or none.',
    }),
  }),
  translate: ({ name, nameservers }) => ({ name, nameservers: nameservers.map(toNameserver) }),
  show: shownDomain,
  payload: domainField,
});

defineMutationByHand(removeNameserver, {
  more: 'A domain has none, or 2 to 11.',
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: which }),
    hostname: t.string({
      required: true,
      description: 'The name of the server to take away, such as ns1.hosting.example.',
    }),
  }),
  translate: ({ name, hostname }) => ({ name, hostname }),
  show: shownDomain,
  payload: domainField,
});

for (const [operation, more] of [
  [addDnssecKeys, 'With them, resolvers can check that its DNS answers are genuine.'],
  [removeDnssecKeys, 'Without any, its DNS answers are not checked.'],
] as const)
  defineMutationByHand(operation, {
    more,
    input: (t) => ({
      name: t.field({ type: 'DomainName', required: true, description: which }),
      dnssecKeys: t.field({
        type: [DnssecKeyInput],
        required: true,
        description: 'Which keys; all of them or none.',
      }),
    }),
    translate: ({ name, dnssecKeys }) => ({ name, dnssecKeys: dnssecKeys.map(toKey) }),
    show: shownDomain,
    payload: domainField,
  });

for (const [operation, more] of [
  [setClientHold, 'While it is, it does not work in the DNS.'],
  [removeClientHold, 'It works in the DNS again.'],
] as const)
  defineMutationByHand(operation, {
    more,
    input: (t) => ({ name: t.field({ type: 'DomainName', required: true, description: which }) }),
    translate: ({ name }) => ({ name }),
    show: shownDomain,
    payload: domainField,
  });
