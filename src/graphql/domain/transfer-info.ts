import { showTransferInfo, type TransferInfo } from '../../operations/domains/show-transfer-info.ts';
import { computedStatuses } from '../../rules/contact-statuses.ts';
import type { Contact } from '../../store/contacts.ts';
import { builder } from '../builder.ts';
import { IdentRef } from '../contact/contact.ts';
import { runQuery } from '../run.ts';

const address = 'Postal addresses are not kept: always null.';

/** Whoever holds the transfer code sees the people in full (design/rulings.md). */
const TransferContactRef = builder.objectRef<Contact>('TransferContact').implement({
  description: 'A contact as a registrar sees it that is about to take over its domain.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Its code.' }),
    name: t.exposeString('name', { description: 'Full name.' }),
    ident: t.field({ type: IdentRef, description: 'Who it is by number.', resolve: (contact) => contact }),
    email: t.exposeString('email', { description: 'E-mail address.' }),
    phone: t.exposeString('phone', { description: 'Phone number.' }),
    city: t.string({ nullable: true, description: address, resolve: () => null }),
    street: t.string({ nullable: true, description: address, resolve: () => null }),
    zip: t.string({ nullable: true, description: address, resolve: () => null }),
    countryCode: t.field({ type: 'CountryCode', nullable: true, description: address, resolve: () => null }),
    statuses: t.stringList({
      description: 'Names of its current statuses.',
      resolve: ({ statuses, linked }) => computedStatuses(statuses, linked),
    }),
  }),
});

const TransferInfoRef = builder.objectRef<TransferInfo>('TransferInfo').implement({
  description: 'The people behind a domain, for a registrar that may take it over.',
  fields: (t) => ({
    domain: t.field({ type: 'DomainName', description: 'Its name.', resolve: ({ domain }) => domain.name }),
    registrant: t.field({
      type: TransferContactRef,
      nullable: true,
      description: 'Who holds it.',
      resolve: ({ registrant }) => registrant ?? null,
    }),
    adminContacts: t.field({
      type: [TransferContactRef],
      description: 'Who decides about it.',
      resolve: ({ admins }) => [...admins],
    }),
    techContacts: t.field({
      type: [TransferContactRef],
      description: 'Who looks after its technical side.',
      resolve: ({ techs }) => [...techs],
    }),
  }),
});

builder.queryField('domainTransferInfo', (t) =>
  t.field({
    type: TransferInfoRef,
    nullable: true,
    description: showTransferInfo.summary,
    args: {
      name: t.arg({ type: 'DomainName', required: true, description: 'Which domain.' }),
      authCode: t.arg({ type: 'Secret', description: 'Its transfer code; not needed for your own domains.' }),
    },
    resolve: (_, { name, authCode }, context) =>
      runQuery(context, showTransferInfo, { name, transferCode: authCode ?? undefined }),
  }),
);
