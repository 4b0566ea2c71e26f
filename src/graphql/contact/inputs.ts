import { contact } from '../../entities/contact.ts';
import { conditionsOf, ordersOf } from '../entity-fields.ts';
import { enumFilter, StringFilter } from '../filters.ts';
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
    ...conditionsOf(contact, { identType: IdentTypeFilter }),
    registrar: [StringFilter, 'By the code of its registrar: {eq: "ALPHA"}.'],
  },
);

export const ContactOrder = orderInput('Contact', 'contacts', {
  ...ordersOf(contact),
  DOMAINS_COUNT: {
    value: 'domainsCount',
    description:
      'By on how many domains they stand, as registrant, admin or tech contact. They are counted first, which costs 25 points.',
  },
});
