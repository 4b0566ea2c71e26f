import { on } from '../codec.ts';
import { dated, listed, listQuery, searched } from './query-filters.ts';

/** The parts that a contact plays, as portals call them. */
const rolesOfTypes: Readonly<Record<string, string | undefined>> = {
  registrant: 'Registrant',
  admin: 'AdminDomainContact',
  tech: 'TechDomainContact',
};

/** Existing clients' `q[...]` filters and sort (docs/rules/registrar.md#existing-clients). */
export const contactsQuery = listQuery(
  {
    name_matches: searched('name', 'contains'),
    code_eq: searched('code', 'eq'),
    ident_matches: searched('ident', 'contains'),
    ident_type_eq: searched('identType', 'eq'),
    email_matches: searched('email', 'contains'),
    country_code_eq: searched('countryCode', 'eq'),
    types_contains_array: listed('roles', (type) => rolesOfTypes[type.toLowerCase()] ?? type),
    statuses_contains_array: listed('statuses'),
    updated_at_gteq: dated('updatedAt', 'gte'),
    created_at_gteq: dated('createdAt', 'gte'),
    created_at_lteq: dated('createdAt', 'lte'),
  },
  {
    name: 'name',
    code: 'code',
    email: 'email',
    ident: 'ident',
    created_at: 'createdAt',
    updated_at: 'updatedAt',
    registrar_name: 'registrarName',
  },
  { details: on({ description: '`true` for full objects instead of codes.' }) },
);
