import { z } from 'zod';
import type { Failure } from '../../core/errors.ts';
import { askedMonths, parsePeriod, periodUnit, periodUnitFailure } from '../../rules/domain/period.ts';
import {
  codeList,
  fields,
  flag,
  hash,
  integer,
  isLeftOut,
  listOf,
  oneOf,
  optional,
  orBare,
  report,
  text,
  unlessBlank,
  withAlias,
  wrapped,
  wrapper,
} from '../codec.ts';
import { dnssecKeyFields, dnssecKeyOf, nameserverFields, nameserverOf } from './domain-fields.ts';
import { legal_document } from './legal-document-field.ts';

const periodFields = {
  period: integer({ description: '1 to 10 years; 3, 6 or 9 months' }),
  period_unit: text({ enum: ['y', 'm', 'Y', ''], description: 'Years, or with `m` months' }),
};

/** What REST calls the plain values that a registration or a change sets: read here, written for a registry upstream. */
const settable = { transferCode: 'transfer_code', reservationCode: 'reserved_pw' } as const;
type Settable = { readonly [Name in keyof typeof settable]?: string | undefined };
type SettableBody = { readonly [Name in (typeof settable)[keyof typeof settable]]?: string | undefined };
const settableNames = Object.entries(settable) as [keyof Settable, keyof SettableBody][];

const readSettable = (body: SettableBody): Settable =>
  Object.fromEntries(settableNames.map(([name, wire]) => [name, body[wire]]));

export const writeSettable = (input: Settable): SettableBody =>
  Object.fromEntries(
    settableNames.flatMap(([name, wire]) => (input[name] === undefined ? [] : [[wire, input[name]]])),
  );

/** In the order in which missing values are reported (docs/rules/registrar.md#parameters, #registration). */
const registration = {
  name: text({ description: 'The domain name, in Unicode or punycode' }),
  registrant: text({ description: "The registrant's contact code" }),
  reserved_pw: optional(text({ description: 'The registration code of a reserved or disputed name' })),
  transfer_code: optional(text({ description: 'The transfer code it shall have; left out: a random one' })),
  period_unit: periodFields.period_unit,
  period: periodFields.period,
  nameservers_attributes: optional(listOf(nameserverFields)),
  admin_contacts: optional(codeList({ description: 'Contact codes' })),
  tech_contacts: optional(codeList({ description: 'Contact codes' })),
  dnskeys_attributes: optional(listOf(dnssecKeyFields)),
  legal_document,
};

export const registrationBody = orBare(
  fields({ domain: hash(registration) }).transform(({ domain }, context) => ({
    name: domain.name,
    registrant: domain.registrant,
    months: pricedMonths(domain.period, unitOf(domain, context)),
    adminContacts: domain.admin_contacts ?? [],
    techContacts: domain.tech_contacts ?? [],
    nameservers: (domain.nameservers_attributes ?? []).map(nameserverOf),
    dnssecKeys: (domain.dnskeys_attributes ?? []).map(dnssecKeyOf),
    ...readSettable(domain),
  })),
  'domain',
  registration,
);

/** Of a row that is there; a form leaves it blank where there is none yet. */
const rowId = unlessBlank(integer({ description: 'Of a nameserver or key that it has: this one' }));
const clientAction = optional(oneOf(['add', 'rem'], { description: 'Left out: add' })).transform((action) =>
  action === 'rem' ? ('remove' as const) : ('add' as const),
);

/**
 * The documented registrant and transfer code, and what existing clients send besides
 * (docs/rules/registrar.md#existing-clients).
 */
const update = {
  registrant: optional(
    hash({
      code: text({ description: "The new registrant's contact code" }),
      verified: optional(flag({ description: 'true: the present registrant has agreed already' })),
    }),
  ),
  transfer_code: optional(text({ description: 'The new transfer code' })),
  reserved_pw: optional(text({ description: 'The password of a dispute over the name' })),
  contacts: optional(
    listOf(
      { code: text(), type: oneOf(['admin', 'tech']), action: clientAction },
      { description: 'Extension: all contacts that the domain shall have' },
    ),
  ),
  nameservers: optional(
    listOf({ id: rowId, ...nameserverFields, action: clientAction }, { description: 'Extension' }),
  ),
  dns_keys: optional(
    listOf({ id: rowId, ...dnssecKeyFields, action: clientAction }, { description: 'Extension' }),
  ),
  legal_document,
};

export const updateBody = orBare(
  fields({ domain: wrapper(update) }).transform(({ domain }) => ({
    registrant: domain.registrant,
    ...readSettable(domain),
    contacts: domain.contacts
      ?.filter(({ action }) => action !== 'remove')
      .map(({ code, type }) => ({ code, role: type })),
    nameservers: domain.nameservers?.map((one) => ({
      action: one.action,
      id: one.id,
      nameserver: nameserverOf(one),
    })),
    dnssecKeys: domain.dns_keys?.map((one) => ({ action: one.action, id: one.id, key: dnssecKeyOf(one) })),
  })),
  'domain',
  update,
);

const deletion = {
  delete: hash({ verified: flag({ description: 'true: the registrant has agreed already' }) }),
  legal_document,
};

export const deletionBody = orBare(
  fields({ domain: wrapper(deletion) }).transform(({ domain }) => domain.delete),
  'domain',
  deletion,
);

/** Whether `domain` itself is missing, or what stands in it is wrong. */
export const isWrapperMissing = ({ path }: Failure): boolean => path?.length === 1 && path[0] === 'domain';

const renewal = {
  ...periodFields,
  exp_date: text({ description: 'The present expiry date; the time of day may follow' }),
};
const renews = hash(renewal).transform((given, context) => ({
  months: askedMonths(given.period, unitOf(given, context)),
  expiresOn: given.exp_date,
}));

/** `{"renew":{...}}` is accepted too (docs/rules/registrar.md#bodies-without-their-wrapper). */
export const renewalBody = withAlias(
  fields({ renews }).transform(({ renews }) => renews),
  z.union([fields({ renew: hash(renewal) }), fields(renewal)]),
  (body) =>
    isLeftOut(body.renews) && body.renew !== undefined
      ? { renews: body.renew }
      : wrapped(body, 'renews', renewal),
);

function unitOf({ period_unit: given }: { period_unit: string }, context: z.core.$RefinementCtx): string {
  const unit = periodUnit(given);
  const wrongUnit = periodUnitFailure(unit);
  if (wrongUnit) report(context, wrongUnit);
  return unit;
}

/** null: well-formed, but no period that can have a price. */
const pricedMonths = (period: number, unit: string): number | null =>
  parsePeriod(period, unit)?.months ?? null;
