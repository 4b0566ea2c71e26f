import { contactStatuses } from '../../rules/contact/contact-statuses.ts';
import { countryCodes } from '../../rules/contact/countries.ts';
import { DateTimeFilter, enumFilter, StringFilter, StringListFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';
import { IdentTypeEnum } from './type.ts';

const IdentTypeFilter = enumFilter('IdentTypeFilter', IdentTypeEnum, {
  description: 'Conditions on the kind of number that proves who a contact is; all that are given must hold.',
  verb: 'Is',
  one: 'kind',
  many: 'kinds',
});

export const ContactWhere = whereInput(
  'ContactWhere',
  'Which contacts to list; all conditions that are given must hold.',
  {
    code: [StringFilter, 'By its code: {eq: "ALPHA:TAMM"}.'],
    name: [StringFilter, 'By the full name: {contains: "tamm"}.'],
    email: [StringFilter, 'By the e-mail address: {contains: "@tamm.example"}.'],
    phone: [StringFilter, 'By the phone number: {startsWith: "+372."}.'],
    ident: [StringFilter, 'By the number that proves who it is, whichever kind it is.'],
    identType: [IdentTypeFilter, 'By the kind of that number: {eq: ORG} are the organisations.'],
    countryCode: [StringFilter, 'By the country that has given the number: {eq: "EE"}.', countryCodes],
    statuses: [
      StringListFilter,
      'By what holds for it now: {notContains: ["linked"]} are those on no domain.',
      contactStatuses,
    ],
    registrar: [StringFilter, 'By the code of its registrar: {eq: "ALPHA"}.'],
    createdAt: [DateTimeFilter, 'By when it was created: {gte: "-P7D"} is the last week.'],
    updatedAt: [DateTimeFilter, 'By when it was last changed: {gte: "-P7D"} is the last week.'],
  },
);

export const ContactOrder = orderInput('Contact', 'contacts', {
  NAME: { value: 'name', description: 'By full name, as the alphabet has it.' },
  CODE: { value: 'code', description: 'By contact code, as the alphabet has it.' },
  CREATED_AT: { value: 'createdAt', description: 'By when they were created.' },
  UPDATED_AT: { value: 'updatedAt', description: 'By when they were last changed.' },
});
