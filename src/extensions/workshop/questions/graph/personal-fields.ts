import { personalFieldsOf } from '../../../../apis/graphql/access-log-plugin.ts';
import { contact } from '../../../../registry/entities/contact.ts';
import { concealedFields, partsOf } from '../../../../registry/entities/entity-rows.ts';

const ofContact = concealedFields(contact).filter((name) => name !== 'ident');

/**
 * Name, e-mail, phone, identity code and postal address of people, by the type that shows them: what the entities
 * declare as personal, and what operators do not see without a note in the access log. The name of a registrant is
 * shown with every domain to everybody who has signed in, but is published only if the publisher says so.
 */
const personal: Readonly<Record<string, readonly string[]>> = {
  ...personalFieldsOf,
  Contact: ['name', ...ofContact],
  DomainGroup: ['registrantName'],
  TransferContact: ['name', ...ofContact, ...partsOf(contact, 'address').map(({ part = '' }) => part)],
  Ident: ['code'],
  InvoiceParty: ['contactName', ...ofContact],
};

/** `holder` is the type that leads to this one: the history of a domain contains only the codes of its contacts. */
export const isPersonalField = (type: string, name: string, holder: string | undefined): boolean =>
  (personal[type]?.includes(name) ?? false) && !(type === 'HistoryEntry' && isOfDomain(holder));

const isOfDomain = (holder: string | undefined): boolean => holder === 'Domain';
