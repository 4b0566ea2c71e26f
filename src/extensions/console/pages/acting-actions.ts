import { deleteContact } from '../../../registry/operations/contacts/delete-contact.ts';
import { addDnssecKeys } from '../../../registry/operations/domains/add-dnssec-keys.ts';
import { addDomainContacts } from '../../../registry/operations/domains/add-domain-contacts.ts';
import { addNameservers } from '../../../registry/operations/domains/add-nameservers.ts';
import { exchangeNameserver } from '../../../registry/operations/domains/exchange-nameserver.ts';
import { removeDnssecKeys } from '../../../registry/operations/domains/remove-dnssec-keys.ts';
import { removeDomainContacts } from '../../../registry/operations/domains/remove-domain-contacts.ts';
import { setNameservers } from '../../../registry/operations/domains/set-nameservers.ts';
import { transferDomain } from '../../../registry/operations/domains/transfer-domain.ts';
import { updateDomain } from '../../../registry/operations/domains/update-domain.ts';
import { lockDomain, unlockDomain } from '../../../registry/operations/operator/lock-domain.ts';
import { settleDomain } from '../../../registry/operations/operator/settle-domain.ts';
import { movePortfolio } from '../bulk/operations/move-portfolio.ts';
import { stopBulk } from '../bulk/operations/stop-bulk.ts';
import { type Action, formOf } from './action.ts';

const name = 'Domain name';
const reason = { label: 'Reason', hint: 'The registrar reads it, and history keeps it.' } as const;
const told = 'The registrar gets a message and a mail with the reason.';

/** One entry for each comma: the words of an entry become an object. */
const entriesOf =
  (entry: (words: readonly string[]) => unknown) =>
  (typed: string): unknown[] =>
    typed
      .split(',')
      .map((one) => one.trim().split(/\s+/))
      .filter(([first]) => first)
      .map(entry);

const hosts = entriesOf(([hostname, ...addresses]) => ({
  hostname,
  ipv4: addresses.filter((one) => !one.includes(':')),
  ipv6: addresses.filter((one) => one.includes(':')),
}));
const keys = entriesOf(([flags, protocol, algorithm, ...publicKey]) => ({
  flags: Number(flags),
  protocol: Number(protocol),
  algorithm: Number(algorithm),
  publicKey: publicKey.join(''),
}));
const contacts = entriesOf(([role = '', code = '']) => ({ role: role.toUpperCase(), code }));

const hostsHint =
  'Name and addresses of each, separated by commas: ns1.firm.ee 192.0.2.1, ns2.other.example.';

const contactsField = {
  label: 'Contacts',
  kind: 'entries',
  parse: contacts,
  hint: 'Role and code, separated by commas: admin ALPHA:TAMM, tech ALPHA:MANN.',
} as const;
const keysField = {
  label: 'Keys',
  kind: 'entries',
  parse: keys,
  hint: 'Flags, protocol, algorithm and public key of each, separated by commas: 257 3 13 mdsswUyr3DPW…',
} as const;

/**
 * The actions of an operator in a registrar's place, by mutation (docs/rules/access.md#acting-for-registrars).
 */
export const actingActions = {
  domainUpdate: formOf(updateDomain, {
    title: 'Correct the registrant',
    names: ['name'],
    button: 'Change the registrant',
    done: 'The registrant is changed.',
    grave: `The domain gets another registrant and a new transfer code. The present registrant is not asked: both get a mail. ${told}`,
    fields: {
      name,
      registrant: {
        label: 'Code of the new registrant',
        kind: 'entries',
        parse: (code) => ({ code, verified: true }),
      },
      reason,
    },
    foresees: { 'domain.registrant.name': 'Registrant afterwards' },
  }),
  domainContactsAdd: formOf(addDomainContacts, {
    title: 'Add contacts',
    names: ['name'],
    button: 'Add the contacts',
    done: 'The contacts are added.',
    fields: { name, contacts: contactsField, reason },
  }),
  domainContactsRemove: formOf(removeDomainContacts, {
    title: 'Remove contacts',
    names: ['name'],
    button: 'Remove the contacts',
    done: 'The contacts are removed.',
    grave: told,
    fields: { name, contacts: contactsField, reason },
    foresees: { 'domain.adminContacts.name': 'Admin contacts afterwards' },
  }),
  domainNameserversAdd: formOf(addNameservers, {
    title: 'Add nameservers',
    names: ['name'],
    button: 'Add the nameservers',
    done: 'The nameservers are added.',
    fields: {
      name,
      nameservers: { label: 'Nameservers to add', kind: 'entries', parse: hosts, hint: hostsHint },
      reason,
    },
    foresees: { 'domain.nameservers.hostname': 'Nameservers afterwards' },
  }),
  domainNameserverReplace: formOf(exchangeNameserver, {
    title: 'Replace a nameserver',
    names: ['name'],
    button: 'Replace the nameserver',
    done: 'The nameserver is replaced.',
    grave: `The other nameservers stay. ${told}`,
    fields: {
      name,
      hostname: { label: 'Nameserver that goes', hint: 'Its name: ns1.old.example.' },
      newNameserver: {
        label: 'Nameserver that takes its place',
        kind: 'entries',
        parse: (typed) => hosts(typed)[0],
        hint: 'Name and addresses: ns1.new.example, or ns1.firm.ee 192.0.2.1.',
      },
      reason,
    },
    foresees: { 'domain.nameservers.hostname': 'Nameservers afterwards' },
  }),
  domainNameserversSet: formOf(setNameservers, {
    title: 'Correct the nameservers',
    names: ['name'],
    button: 'Replace the nameservers',
    done: 'The nameservers are replaced.',
    grave: `These servers replace all nameservers of the domain. ${told}`,
    fields: {
      name,
      nameservers: {
        label: 'All nameservers',
        kind: 'entries',
        parse: hosts,
        hint: hostsHint,
      },
      reason,
    },
    foresees: { 'domain.nameservers.hostname': 'Nameservers afterwards' },
  }),
  domainDnssecKeysAdd: formOf(addDnssecKeys, {
    title: 'Add DNSSEC keys',
    names: ['name'],
    button: 'Add the keys',
    done: 'The keys are added.',
    fields: { name, dnssecKeys: keysField, reason },
  }),
  domainDnssecKeysRemove: formOf(removeDnssecKeys, {
    title: 'Remove DNSSEC keys',
    names: ['name'],
    button: 'Remove the keys',
    done: 'The keys are removed.',
    grave: told,
    fields: { name, dnssecKeys: keysField, reason },
    foresees: { 'domain.dnssecKeys.keyTag': 'Keys afterwards' },
  }),
  domainLock: formOf(lockDomain, {
    title: 'Lock',
    names: ['name'],
    button: 'Lock',
    done: 'The domain is locked.',
    grave: `Nobody can change, delete or transfer it until it is unlocked. ${told}`,
    fields: { name, reason },
    foresees: { 'domain.statuses.name': 'Statuses afterwards' },
  }),
  domainUnlock: formOf(unlockDomain, {
    title: 'Unlock',
    names: ['name'],
    button: 'Unlock',
    done: 'The domain is unlocked.',
    fields: { name, reason },
  }),
  domainPendingSettle: formOf(settleDomain, {
    title: 'Cancel or finish what is pending',
    names: ['name'],
    button: 'End what is pending',
    done: 'Nothing is pending at the domain any more.',
    grave: `A finished change or deletion cannot be undone. ${told}`,
    fields: {
      name,
      decision: {
        label: 'What happens to it',
        means: { CANCEL: 'it is taken back', FINISH: 'it is done at once' },
      },
      reason,
    },
    foresees: { 'domain.statuses.name': 'Statuses afterwards', 'domain.deleteDate': 'Is deleted on' },
  }),
  domainTransfer: formOf(transferDomain, {
    title: 'Transfer without a code',
    names: ['name'],
    button: 'Transfer',
    done: 'The domain is transferred.',
    grave:
      'The domain gets contacts of its new registrar and a new transfer code. Both registrars get a message and a mail with the reason, and the registrant gets a mail. Nothing is charged.',
    fields: {
      name,
      registrar: { label: 'To the registrar', hint: 'Its code: BETA.', optional: false },
      reason,
    },
    foresees: { 'domain.registrar.name': 'Registrar afterwards', 'domain.expiresAt': 'Paid until' },
  }),
  registrarPortfolioMove: formOf(movePortfolio, {
    title: 'Move the portfolio to another registrar',
    button: 'Move the portfolio',
    done: 'The work has begun: its page shows how far it is.',
    leadsTo: { page: '/operator/works', field: 'work.number' },
    grave:
      'All its domains are transferred in the background, with their contacts as in any transfer. Domains that may not be transferred stay, and are reported. Both registrars get messages and a mail with the reason, and the registrants get mails. Nothing is charged. You can stop it, but what has moved stays.',
    fields: {
      registrar: 'From the registrar',
      toRegistrar: { label: 'To the registrar', hint: 'Its code: BETA.' },
      reason: { label: 'Reason', hint: 'Both registrars read it, and history keeps it.' },
    },
    foresees: {
      'work.total': 'Domains',
      'glance.lookedAt': 'The first of them, tried now',
      'glance.refused': 'Of these, would be refused',
      'glance.refusals.subject': 'Which',
      'glance.refusals.message': 'Why',
      'glance.price': 'Each of these costs at most, in euros',
      'glance.totalPrice': 'All cost, in euros, if none costs more',
    },
  }),
  bulkStop: formOf(stopBulk, {
    title: 'Stop the work',
    button: 'Stop',
    done: 'The work is stopped.',
    fields: { id: 'Work' },
  }),
  contactDelete: formOf(deleteContact, {
    title: 'Delete it',
    names: ['code'],
    button: 'Delete',
    done: 'The contact is deleted.',
    grave: `A contact that a domain uses stays. This cannot be undone. ${told}`,
    fields: { code: 'Contact', reason },
    foresees: { code: 'Contact' },
  }),
} as const satisfies Readonly<Record<string, Action>>;
