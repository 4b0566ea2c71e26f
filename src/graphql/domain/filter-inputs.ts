import { domainStatuses } from '../../rules/domain/statuses.ts';
import { DateFilter, DateTimeFilter, StringFilter, StringListFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

export const DomainWhere = whereInput(
  'DomainWhere',
  'Which domains to list; all conditions that are given must hold. {expiresAt: {gte: "PT0S", lt: "P30D"}} are those that expire in the next 30 days.',
  {
    name: [StringFilter, 'By the name in Unicode: {startsWith: "tam"}.'],
    punycode: [
      StringFilter,
      'By the name in ASCII: {startsWith: "xn--"} are those with letters beyond a to z.',
    ],
    zone: [StringFilter, 'By the zone it is registered in: {eq: "com.ee"}.'],
    registrar: [StringFilter, 'By the code of its registrar: {eq: "ALPHA"}.'],
    registrantCode: [StringFilter, 'By the contact code of its registrant: {eq: "ALPHA:TAMM"}.'],
    registrantName: [StringFilter, 'By the full name of its registrant: {contains: "tamm"}.'],
    statuses: [
      StringListFilter,
      'By what holds for it now: {containsAny: ["expired", "serverHold"]}. DomainStatus.name lists them all.',
      domainStatuses,
    ],
    nameserverHostnames: [
      StringListFilter,
      'By the names of its nameservers, in lower case: {contains: ["ns1.hosting.example"]}.',
    ],
    contactCodes: [
      StringListFilter,
      'By the codes of its registrant, admin and tech contacts: {contains: ["ALPHA:TAMM"]}.',
    ],
    contactIdents: [
      StringListFilter,
      'By the personal codes or registration numbers of its registrant, admin and tech contacts, as far as they are yours, or you are an operator.',
    ],
    expiresAt: [
      DateTimeFilter,
      'By when its period ends: {gte: "PT0S", lt: "P30D"} is in the next 30 days, {lt: "PT0S"} has ended already.',
    ],
    createdAt: [DateTimeFilter, 'By when it was registered: {gte: "-P7D"} is the last week.'],
    updatedAt: [DateTimeFilter, 'By when it was last changed: {gte: "-P1D"} is the last day.'],
    outzoneAt: [DateTimeFilter, 'By when it leaves the DNS: {isNull: false} are those on their way out.'],
    deleteDate: [DateFilter, 'By the day from which it can be deleted: {lte: "P7D"} is within a week.'],
    forceDeleteDate: [
      DateFilter,
      'By the day from which the registry deletes it by force: {isNull: false} where that was decided.',
    ],
  },
);

export const DomainOrder = orderInput('Domain', 'domains', {
  NAME: { value: 'name', description: 'By the name in Unicode, as the alphabet has it.' },
  EXPIRES_AT: { value: 'expiresAt', description: 'By when their period ends.' },
  CREATED_AT: { value: 'createdAt', description: 'By when they were registered.' },
  UPDATED_AT: { value: 'updatedAt', description: 'By when they were last changed.' },
  REGISTRANT_NAME: { value: 'registrantName', description: 'By the full name of their registrant.' },
});
