import { on } from '../codec.ts';
import { asking, dated, listed, listQuery, matching, searched } from './query-filters.ts';

/** The roles of a contact, by their names in portals. */
const rolesOfTypes: Readonly<Record<string, string | undefined>> = {
  registrant: 'Registrant',
  admin: 'AdminDomainContact',
  tech: 'TechDomainContact',
};

/** Existing clients' `q[...]` filters and sort (docs/rules/registrar.md#existing-clients). */
export const contactsQuery = listQuery(
  {
    name_matches: matching('the name', 'name'),
    code_eq: searched('the code', 'code'),
    ident_matches: matching('the ident', 'ident'),
    ident_type_eq: searched('the kind of ident, `priv`, `org` or `birthday`', 'identType'),
    email_matches: matching('the e-mail address', 'email'),
    country_code_eq: asking('the country of the ident or of the postal address, as it is', (value) => ({
      or: ['countryCode', 'addressCountryCode'].map((field) => ({ field, is: 'eq' as const, value })),
    })),
    types_contains_array: listed(
      'its roles, of `registrant`, `admin`, `tech`',
      'roles',
      (type) => rolesOfTypes[type.toLowerCase()] ?? type,
    ),
    statuses_contains_array: listed('statuses', 'statuses'),
    updated_at_gteq: dated('when it was last changed', 'updatedAt', 'gte'),
    created_at_gteq: dated('when it was made', 'createdAt', 'gte'),
    created_at_lteq: dated('when it was made', 'createdAt', 'lte'),
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
  {
    details: on({ description: '`true` for full objects instead of codes.' }),
    domains: on({ description: 'Extension: with `details`, `true` adds the domains of each contact.' }),
  },
);
