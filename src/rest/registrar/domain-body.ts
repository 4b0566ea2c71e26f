import { refuseWith } from '../../core/errors.ts';
import { parsePeriod, periodUnitFailure } from '../../rules/domain/period.ts';
import { dnssecKeyOf, dnssecKeyParams } from './dnssec-params.ts';
import { nameserverOf, nameserverParam, nameserverParams } from './nameserver-params.ts';
import {
  bodySchema,
  codeList,
  flag,
  hash,
  integer,
  isHash,
  listOf,
  oneOf,
  optional,
  readBody,
  readUnlessMissing,
  requireHash,
  text,
  unlessBlank,
} from './params.ts';

/** In the order in which what is missing is told (docs/rules/registrar.md#parameters, #registration). */
const registration = {
  domain: hash({
    name: text({ description: 'The domain name, in Unicode or punycode' }),
    registrant: text({ description: "The registrant's contact code" }),
    reserved_pw: optional(text({ description: 'The registration code of a reserved or disputed name' })),
    transfer_code: optional(text({ description: 'The transfer code it shall have; left out: a random one' })),
    period_unit: text({ enum: ['y', 'm'], description: 'Years or months' }),
    period: integer({ description: '1 to 10 years; 3, 6 or 9 months' }),
    nameservers_attributes: optional(listOf(nameserverParam)),
    admin_contacts: optional(codeList({ description: 'Contact codes' })),
    tech_contacts: optional(codeList({ description: 'Contact codes' })),
    dnskeys_attributes: optional(listOf(hash(dnssecKeyParams))),
  }),
};
export const registrationSchema = bodySchema(registration);

export function readRegistration(body: unknown) {
  const { domain } = readBody(registration, body);
  return {
    name: domain.name,
    registrant: domain.registrant,
    months: monthsOf(domain.period, domain.period_unit),
    adminContacts: domain.admin_contacts ?? [],
    techContacts: domain.tech_contacts ?? [],
    nameservers: (domain.nameservers_attributes ?? []).map(nameserverOf),
    dnssecKeys: (domain.dnskeys_attributes ?? []).map(dnssecKeyOf),
    transferCode: domain.transfer_code,
    reservationCode: domain.reserved_pw,
  };
}

/** Of a row that is there; a form leaves it blank where there is none yet. */
const rowId = optional(unlessBlank(integer({ description: 'Of a nameserver or key that it has: this one' })));
const clientAction = optional(oneOf(['add', 'rem'] as const, { description: 'Left out: add' }));

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
    listOf(hash({ code: text(), type: oneOf(['admin', 'tech'] as const), action: clientAction }), {
      description: 'Extension: all contacts that the domain shall have',
    }),
  ),
  nameservers: optional(
    listOf(hash({ id: rowId, ...nameserverParams, action: clientAction }), { description: 'Extension' }),
  ),
  dns_keys: optional(
    listOf(hash({ id: rowId, ...dnssecKeyParams, action: clientAction }), { description: 'Extension' }),
  ),
};
export const updateSchema = bodySchema({ domain: hash(update) });

/**
 * That `domain` is missing is told first of all, then that the domain is, then the rest
 * (docs/rules/registrar.md#order-of-checks).
 */
export async function readUpdate(body: unknown, lookUp: () => Promise<unknown>) {
  const domain = requireHash(body, 'domain');
  const changes = await readUnlessMissing(() => readBody(update, domain), lookUp);
  return {
    registrant: changes.registrant,
    transferCode: changes.transfer_code,
    reservationCode: changes.reserved_pw,
    contacts: changes.contacts
      ?.filter(({ action }) => action !== 'rem')
      .map(({ code, type }) => ({ code, role: type })),
    nameservers: changes.nameservers?.map(({ id, action, ...nameserver }) => ({
      action: actionOf(action),
      id,
      nameserver: nameserverOf(nameserver),
    })),
    dnssecKeys: changes.dns_keys?.map(({ id, action, ...key }) => ({
      action: actionOf(action),
      id,
      key: dnssecKeyOf(key),
    })),
  };
}

const actionOf = (action: 'add' | 'rem' | undefined): 'add' | 'remove' =>
  action === 'rem' ? 'remove' : 'add';

const deletion = {
  delete: hash({ verified: flag({ description: 'true: the registrant has agreed already' }) }),
};
export const deletionSchema = bodySchema({ domain: hash(deletion) });

/** `{"delete":{...}}` without its wrapper is accepted (docs/rules/rulings.md#bodies-without-their-wrapper). */
export const wrappedDeletion = (body: unknown): unknown =>
  isHash(body) && body.domain === undefined && body.delete !== undefined ? { domain: body } : body;

export const readDeletion = (domain: unknown) => readBody(deletion, domain).delete;

const renewal = {
  renews: hash({
    period: integer({ description: '1 to 10 years; 3, 6 or 9 months' }),
    period_unit: text({ enum: ['y', 'm'], description: 'Years or months' }),
    exp_date: text({ format: 'date', description: 'The present expiry date' }),
  }),
};
export const renewalSchema = bodySchema(renewal);

/** `{"renew":{...}}` is accepted too (docs/rules/rulings.md#bodies-without-their-wrapper). */
export function readRenewal(body: unknown) {
  const known =
    isHash(body) && body.renews === undefined && body.renew !== undefined ? { renews: body.renew } : body;
  const { period, period_unit, exp_date } = readBody(renewal, known).renews;
  return { months: monthsOf(period, period_unit), expiresOn: exp_date };
}

/** null: well-formed, but no period that can have a price. */
function monthsOf(period: number, unit: string): number | null {
  const wrongUnit = periodUnitFailure(unit);
  if (wrongUnit) refuseWith(wrongUnit);
  return parsePeriod(period, unit)?.months ?? null;
}
