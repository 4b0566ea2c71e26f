import { domainStatuses } from '../../../registry/rules/domain/statuses.ts';
import type { ContactWhere, DomainWhere, InvoiceWhere, RegistrarWhere } from './documents.generated.ts';
import type { Filter } from './lists.ts';

/** Contact codes are in capital letters. */
export const byRegistrar: Filter = {
  name: 'registrar',
  label: "Registrar's code",
  read: (typed) => typed.toUpperCase(),
};

/** A search text may be part of a name, a whole number, or a state: expired, serverHold, unpaid. */
export const domainsFor = (text: string): DomainWhere => ({
  or: [
    ...['name', 'punycode', 'registrantName'].map((field) => ({ [field]: { contains: text } })),
    ...domainStatuses
      .filter((one) => one.toLowerCase() === text.toLowerCase())
      .map((one) => ({ statuses: { contains: [one] } })),
  ],
});

export const contactsFor = (text: string): ContactWhere => ({
  or: [
    ...['name', 'code', 'email'].map((field) => ({ [field]: { contains: text } })),
    { ident: { eq: text } },
  ],
});

export const registrarsFor = (text: string): RegistrarWhere => ({
  or: ['name', 'code', 'regNo'].map((field) => ({ [field]: { contains: text } })),
});

export const invoiceStatuses = ['UNPAID', 'PAID', 'OVERDUE', 'CANCELLED', 'FAILED', 'REFUNDED'] as const;

export function invoicesFor(text: string): InvoiceWhere {
  const status = invoiceStatuses.find((one) => one === text.toUpperCase());
  return {
    or: [
      { description: { contains: text } },
      ...(/^\d{1,9}$/.test(text) ? [{ number: { eq: Number(text) } }] : []),
      ...(status ? [{ status: { eq: status } }] : []),
    ],
  };
}
