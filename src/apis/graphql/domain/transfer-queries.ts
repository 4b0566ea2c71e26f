import {
  showTransferInfo,
  type TransferInfo,
  type TransferPerson,
} from '../../../registry/operations/domains/show-transfer-info.ts';
import { computedStatuses } from '../../../registry/rules/contact/contact-statuses.ts';
import { builder } from '../builder.ts';
import { IdentRef } from '../contact/type.ts';
import { runQuery } from '../run.ts';

const hidden = "Null when the contact belongs neither to the domain's registrar nor to you.";

/**
 * A holder of the transfer code sees the contacts of the domain's registrar in full
 * (docs/rules/registrar.md#transfer-info).
 */
const TransferContactRef = builder.objectRef<TransferPerson>('TransferContact').implement({
  description: 'A contact of a domain, as shown to a registrar before a transfer.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'The code of the contact, such as ALPHA:TAMM.',
    }),
    name: t.exposeString('name', {
      description:
        'The full name of the person or organisation; N/A when the contact belongs neither to the registrar of the domain nor to you.',
    }),
    ident: t.field({
      type: IdentRef,
      nullable: true,
      description: `The number that identifies it. ${hidden}`,
      resolve: ({ whole }) => (whole?.ident == null ? null : whole),
    }),
    email: t.string({
      nullable: true,
      description: `The e-mail address at which it confirms changes. ${hidden}`,
      resolve: ({ whole }) => whole?.email ?? null,
    }),
    phone: t.string({
      nullable: true,
      description: `The phone number, with a dot after the country code: +372.5555555. ${hidden}`,
      resolve: ({ whole }) => whole?.phone ?? null,
    }),
    city: t.string({
      nullable: true,
      description: `The city of the postal address; null where there is none. ${hidden}`,
      resolve: ({ whole }) => whole?.address_city ?? null,
    }),
    street: t.string({
      nullable: true,
      description: `The street of the postal address; null where there is none. ${hidden}`,
      resolve: ({ whole }) => whole?.address_street ?? null,
    }),
    zip: t.string({
      nullable: true,
      description: `The postal code; null where there is none. ${hidden}`,
      resolve: ({ whole }) => whole?.address_zip ?? null,
    }),
    countryCode: t.field({
      type: 'CountryCode',
      nullable: true,
      description: `The country of the postal address; null where there is none. ${hidden}`,
      resolve: ({ whole }) => whole?.address_country_code ?? null,
    }),
    statuses: t.stringList({
      nullable: true,
      description: `Its current statuses, such as ok and linked. ${hidden}`,
      resolve: ({ whole }) => whole && computedStatuses(whole.statuses, whole.linked),
    }),
  }),
});

const TransferInfoRef = builder.objectRef<TransferInfo>('TransferInfo').implement({
  description: 'The people behind a domain, for a registrar that is about to take it over.',
  fields: (t) => ({
    name: t.field({
      type: 'DomainName',
      description: 'The name of the domain, such as tamm.ee.',
      resolve: ({ domain }) => domain.name,
    }),
    registrant: t.field({
      type: TransferContactRef,
      nullable: true,
      description:
        'The registrant, who holds the domain; null where an upstream registry does not report it.',
      resolve: ({ registrant }) => registrant ?? null,
    }),
    adminContacts: t.field({
      type: [TransferContactRef],
      description: 'The admin contacts, who decide about it for the registrant.',
      resolve: ({ admins }) => [...admins],
    }),
    techContacts: t.field({
      type: [TransferContactRef],
      description: 'The contacts who look after servers and DNS.',
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
      name: t.arg({
        type: 'DomainName',
        required: true,
        description: 'The name of the domain, such as tamm.ee.',
      }),
      transferCode: t.arg({
        type: 'Secret',
        description: 'The transfer code of the domain; not needed for domains that you sponsor.',
      }),
    },
    resolve: (_, { name, transferCode }, context) =>
      runQuery(context, showTransferInfo, { name, transferCode: transferCode ?? undefined }),
  }),
);
