import { domain } from '../../entities/domain.ts';
import { conditionsOf, ordersOf } from '../entity-fields.ts';
import { BooleanFilter, StringFilter, StringListFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

export const DomainWhere = whereInput(
  'DomainWhere',
  'Which domains to list; all conditions that are given must hold. {expiresAt: {gte: "PT0S", lt: "P30D"}} are those that expire in the next 30 days.',
  {
    ...conditionsOf(domain),
    zone: [StringFilter, 'By the zone it is registered in: {eq: "com.ee"}.'],
    registrar: [StringFilter, 'By the code of its registrar: {eq: "ALPHA"}.'],
    registrantCode: [StringFilter, 'By the contact code of its registrant: {eq: "ALPHA:TAMM"}.'],
    registrantName: [StringFilter, 'By the full name of its registrant: {contains: "tamm"}.'],
    nameserverHostnames: [
      StringListFilter,
      'By the names of its nameservers, in lower case: {contains: ["ns1.hosting.example"]}.',
    ],
    signed: [BooleanFilter, 'By whether it has DNSSEC keys: {eq: true}.'],
    contactCodes: [
      StringListFilter,
      'By the codes of its registrant, admin and tech contacts: {contains: ["ALPHA:TAMM"]}.',
    ],
    contactIdents: [
      StringListFilter,
      'By the personal codes or registration numbers of its registrant, admin and tech contacts, as far as they are yours, or you are an operator.',
    ],
  },
);

export const DomainOrder = orderInput('Domain', 'domains', {
  ...ordersOf(domain),
  REGISTRANT_NAME: { value: 'registrantName', description: 'By the full name of their registrant.' },
});
