import { z } from 'zod';
import type { Failure } from '../../../base/errors.ts';
import { domain } from '../../../registry/entities/domain.ts';
import { maxLength } from '../../../registry/entities/entity.ts';
import {
  askedMonths,
  parsePeriod,
  periodAndUnit,
  periodUnit,
  periodUnitFailure,
} from '../../../registry/rules/domain/period.ts';
import {
  bodyOf,
  codeList,
  fields,
  flag,
  hash,
  integer,
  isLeftOut,
  list,
  listOf,
  oneOf,
  optional,
  readAs,
  renamed,
  report,
  text,
  twoWay,
  unlessBlank,
  withAlias,
  wrapped,
  wrapper,
} from '../codec.ts';
import { dnssecKeyFields, dnssecKeys, keyNames, nameserverFields } from './domain-fields.ts';
import { legal_document } from './legal-document-field.ts';

const periodFields = {
  period: integer({ description: '1 to 10 years; 3, 6 or 9 months' }),
  period_unit: text({ enum: ['y', 'm', 'Y', ''], description: 'Years, or with `m` months' }),
};

/** The period as REST fields. Null, a period that has no price, becomes 0 years, which has none either. */
export function periodOf(months: number | null): { period: number; period_unit: string } {
  const { period, unit } = months === null ? { period: 0, unit: 'y' } : periodAndUnit(months);
  return { period, period_unit: unit };
}

/** The REST names of the plain values that a registration or an update sets. */
const settable = { transfer_code: 'transferCode', reserved_pw: 'reservationCode' } as const;

const orNone = <T>(list: z.ZodType<T[]>) => readAs(optional(list), (items) => items ?? []);

/**
 * The fields of a registration, in the order in which missing values are reported
 * (docs/rules/registrar.md#parameters, #registration).
 */
const registration = {
  name: text({ description: 'The domain name, in Unicode or punycode' }),
  registrant: text({ description: "The registrant's contact code" }),
  reserved_pw: optional(text({ description: 'The registration code of a reserved or disputed name' })),
  transfer_code: optional(
    text({
      description: 'The new transfer code; random by default',
      ...maxLength(domain, 'transfer_code'),
    }),
  ),
  period_unit: periodFields.period_unit,
  period: periodFields.period,
  nameservers_attributes: orNone(listOf(nameserverFields)),
  admin_contacts: orNone(codeList({ description: 'Contact codes' })),
  tech_contacts: orNone(codeList({ description: 'Contact codes' })),
  dnskeys_attributes: orNone(dnssecKeys),
  legal_document,
};

const registered = renamed(hash(registration), {
  ...settable,
  admin_contacts: 'adminContacts',
  tech_contacts: 'techContacts',
  nameservers_attributes: 'nameservers',
  dnskeys_attributes: 'dnssecKeys',
});

export const registrationBody = bodyOf(
  'domain',
  registration,
  twoWay(
    registered,
    ({ period, period_unit, ...domain }, context) => ({
      ...domain,
      months: pricedMonths(period, unitOf(period_unit, context)),
    }),
    ({ months, ...domain }) => ({ ...domain, ...periodOf(months) }),
  ),
);

/** The id of an existing row; forms send an empty one for a new row. */
const rowId = unlessBlank(integer({ description: 'The id of an existing nameserver or key' }));
const clientAction = optional(oneOf(['add', 'rem'], { description: 'Left out: add' }));
const read = (action: 'add' | 'rem' | undefined): 'add' | 'remove' => (action === 'rem' ? 'remove' : 'add');
const written = (action: 'add' | 'remove'): 'add' | 'rem' => (action === 'remove' ? 'rem' : 'add');

const changedContacts = twoWay(
  optional(
    listOf(
      { code: text(), type: oneOf(['admin', 'tech']), action: clientAction },
      { description: 'Extension: all contacts that the domain has afterwards' },
    ),
  ),
  (links) =>
    links?.filter(({ action }) => read(action) !== 'remove').map(({ code, type }) => ({ code, role: type })),
  (links) => links?.map(({ code, role }) => ({ code, type: role, action: undefined })),
);
const changedNameserver = twoWay(
  z.object({ id: rowId, ...nameserverFields, action: clientAction }, 'nested'),
  ({ id, action, ...nameserver }) => ({ id, action: read(action), nameserver }),
  ({ id, action, nameserver }) => ({ id, action: written(action), ...nameserver }),
);
const changedKey = twoWay(
  renamed(z.object({ id: rowId, ...dnssecKeyFields, action: clientAction }, 'nested'), keyNames),
  ({ id, action, ...key }) => ({ id, action: read(action), key }),
  ({ id, action, key }) => ({ id, action: written(action), ...key }),
);

/**
 * The documented registrant and transfer code, and what existing clients send besides
 * (docs/rules/registrar.md#existing-clients).
 */
const update = {
  registrant: optional(
    hash({
      code: text({ description: "The new registrant's contact code" }),
      verified: twoWay(
        optional(flag({ description: 'true: the present registrant has agreed already' })),
        (isVerified) => isVerified,
        (isVerified) => isVerified || undefined,
      ),
    }),
  ),
  transfer_code: optional(
    text({ description: 'The new transfer code', ...maxLength(domain, 'transfer_code') }),
  ),
  reserved_pw: optional(text({ description: 'The password of a dispute over the name' })),
  contacts: changedContacts,
  nameservers: optional(list(changedNameserver, 'nested', { description: 'Extension' })),
  dns_keys: optional(list(changedKey, 'nested', { description: 'Extension' })),
  legal_document,
};

export const updateBody = bodyOf(
  'domain',
  update,
  renamed(wrapper(update), { ...settable, dns_keys: 'dnssecKeys' }),
);

const deletion = {
  delete: hash({ verified: flag({ description: 'true: the registrant has agreed already' }) }),
  legal_document,
};

export const deletionBody = bodyOf(
  'domain',
  deletion,
  twoWay(
    wrapper(deletion),
    (domain) => domain.delete,
    (agreed) => ({ delete: agreed }),
  ),
);

/** Tells whether the problem is `domain` itself, and not a field in it. */
export const isWrapperMissing = ({ path }: Failure): boolean => path?.length === 1 && path[0] === 'domain';

const renewal = {
  ...periodFields,
  exp_date: text({ description: 'The present expiry date; the time of day may follow' }),
};
const renews = twoWay(
  hash(renewal),
  ({ period, period_unit, exp_date }, context) => ({
    months: askedMonths(period, unitOf(period_unit, context)),
    expiresOn: exp_date,
  }),
  ({ months, expiresOn = '' }: { months: number | null; expiresOn?: string | undefined }) => ({
    ...periodOf(months),
    exp_date: expiresOn,
  }),
);

/** `{"renew":{...}}` is accepted too (docs/rules/registrar.md#bodies-without-their-wrapper). */
export const renewalBody = withAlias(
  twoWay(
    fields({ renews }),
    (body) => body.renews,
    (renews) => ({ renews }),
  ),
  z.union([fields({ renew: hash(renewal) }), fields(renewal)]),
  (body) =>
    isLeftOut(body.renews) && body.renew !== undefined
      ? { renews: body.renew }
      : wrapped(body, 'renews', renewal),
);

function unitOf(given: string, context: z.core.ParsePayload): string {
  const unit = periodUnit(given);
  const wrongUnit = periodUnitFailure(unit);
  if (wrongUnit) report(context, wrongUnit);
  return unit;
}

/** Returns the months of a period; null if it is well-formed but cannot have a price. */
const pricedMonths = (period: number, unit: string): number | null =>
  parsePeriod(period, unit)?.months ?? null;
