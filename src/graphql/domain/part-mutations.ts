import { addDnssecKeys } from '../../operations/domains/add-dnssec-keys.ts';
import { addDomainContacts } from '../../operations/domains/add-domain-contacts.ts';
import { addNameservers } from '../../operations/domains/add-nameservers.ts';
import { removeClientHold } from '../../operations/domains/remove-client-hold.ts';
import { removeDnssecKeys } from '../../operations/domains/remove-dnssec-keys.ts';
import { removeDomainContacts } from '../../operations/domains/remove-domain-contacts.ts';
import { removeNameserver } from '../../operations/domains/remove-nameserver.ts';
import { setClientHold } from '../../operations/domains/set-client-hold.ts';
import { defineMutation } from '../mutation.ts';
import { DnssecKeyInput, DomainContactInput, NameserverInput, toKey, toNameserver } from './inputs.ts';
import { domainField, shownDomain } from './payload.ts';

const which = 'Which domain.';

for (const [name, operation] of [
  ['domainContactsAdd', addDomainContacts],
  ['domainContactsRemove', removeDomainContacts],
] as const)
  defineMutation(name, {
    operation,
    input: (t) => ({
      name: t.field({ type: 'DomainName', required: true, description: which }),
      contacts: t.field({
        type: [DomainContactInput],
        required: true,
        description: 'Which contacts, in which role.',
      }),
    }),
    translate: ({ name, contacts }) => ({ name, contacts }),
    show: shownDomain,
    payload: domainField,
  });

defineMutation('domainNameserversAdd', {
  operation: addNameservers,
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: which }),
    nameservers: t.field({
      type: [NameserverInput],
      required: true,
      description: 'All of them are added, or none.',
    }),
  }),
  translate: ({ name, nameservers }) => ({ name, nameservers: nameservers.map(toNameserver) }),
  show: shownDomain,
  payload: domainField,
});

defineMutation('domainNameserverRemove', {
  operation: removeNameserver,
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: which }),
    hostname: t.string({ required: true, description: 'Which nameserver.' }),
  }),
  translate: ({ name, hostname }) => ({ name, hostname }),
  show: shownDomain,
  payload: domainField,
});

for (const [name, operation] of [
  ['domainDnssecKeysAdd', addDnssecKeys],
  ['domainDnssecKeysRemove', removeDnssecKeys],
] as const)
  defineMutation(name, {
    operation,
    input: (t) => ({
      name: t.field({ type: 'DomainName', required: true, description: which }),
      dnssecKeys: t.field({ type: [DnssecKeyInput], required: true, description: 'All of them, or none.' }),
    }),
    translate: ({ name, dnssecKeys }) => ({ name, dnssecKeys: dnssecKeys.map(toKey) }),
    show: shownDomain,
    payload: domainField,
  });

for (const [name, operation] of [
  ['domainClientHoldSet', setClientHold],
  ['domainClientHoldRemove', removeClientHold],
] as const)
  defineMutation(name, {
    operation,
    input: (t) => ({ name: t.field({ type: 'DomainName', required: true, description: which }) }),
    translate: ({ name }) => ({ name }),
    show: shownDomain,
    payload: domainField,
  });
