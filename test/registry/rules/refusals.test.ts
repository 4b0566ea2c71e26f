import { expect, test } from 'vitest';
import type { Failure } from '#src/base/errors.ts';
import {
  checkContactCode,
  checkEmail,
  contactCodeExists,
  identUpdateFailure,
} from '#src/registry/rules/contact/contact-fields.ts';
import {
  contactDeleteForbidden,
  contactUpdateForbidden,
} from '#src/registry/rules/contact/contact-statuses.ts';
import { checkIdent, identTypeFailure } from '#src/registry/rules/contact/ident.ts';
import { checkDnssecKey, keySetFindings, publicKeysFailure } from '#src/registry/rules/domain/dnssec.ts';
import {
  contactNotFound,
  domainContactFindings,
  duplicateContactsFailure,
  registrantFailure,
  registrantNotFound,
} from '#src/registry/rules/domain/domain-contacts.ts';
import {
  domainNameBlocked,
  domainNameExists,
  parseDomainName,
} from '#src/registry/rules/domain/domain-name.ts';
import { defaultSettings, parseSetting } from '#src/registry/rules/domain/domain-settings.ts';
import { checkNameserver, nameserverExists } from '#src/registry/rules/domain/nameserver.ts';
import { periodUnitFailure, renewalWindowClosed } from '#src/registry/rules/domain/period.ts';
import {
  disputePasswordMissing,
  registrationCodeMissing,
  registrationCodeWrong,
} from '#src/registry/rules/domain/registration-code.ts';
import { consistencyFailures } from '#src/registry/rules/domain/statuses.ts';
import { nest, noFindings } from '#src/registry/rules/findings.ts';
import { invalidOrganizationName } from '#src/registry/rules/reservation/legal-forms.ts';
import {
  billingUnavailable,
  intersectingInvoicesPaid,
  invoiceNotPaid,
  malformedNames,
  noAvailableNames,
  reservedInvoiceNotFound,
  reservedNamesNotFound,
  someNamesUnavailable,
  tooManyNames,
} from '#src/registry/rules/reservation/reservation-names.ts';
import { at, calendar, reported } from './support.ts';

const moment = { now: at('2026-11-15 12:00'), calendar };
const adult = { code: '38903111310', type: 'priv', countryCode: 'EE' };
const minor = { ...adult, code: '61203150222' };
const company = { code: '12345678', type: 'org', countryCode: 'EE' };
const broken = { code: 'A:1', name: 'John', email: 'john@inbox.test', phone: 'none', ident: company };

const contactsOf = (admins: number, techs: number) => {
  const people = (count: number, ident: typeof adult) =>
    Array.from({ length: count }, (_, place) => ({ code: `C:${place}`, ident }));
  const contacts = {
    registrant: broken,
    registrantIsOwn: true,
    admins: people(admins, company),
    techs: people(techs, adult),
  };
  const found = domainContactFindings(contacts, defaultSettings, moment);
  return [...found.direct, ...found.validation];
};
const minors = () =>
  domainContactFindings(
    {
      registrant: { ...broken, phone: '+372.5' },
      registrantIsOwn: true,
      admins: [{ code: 'M:1', ident: minor }],
      techs: [],
    },
    defaultSettings,
    moment,
  ).direct;
const nameserver = (hostname: string, address: string) => {
  const checked = checkNameserver({ hostname, ipv4: [address], ipv6: [address] }, 'shop.test');
  return checked.ok ? [] : checked.failures;
};
const setting = (name: string) => {
  const parsed = parseSetting(name, 'x');
  return parsed.ok ? undefined : parsed.failure;
};
const named = (name: string) => {
  const parsed = parseDomainName(name, ['test']);
  return parsed.ok ? undefined : parsed.failure;
};
const keyFailures = (publicKey: string, alg: string) => {
  const checked = checkDnssecKey({ flags: '257', protocol: '3', alg, publicKey });
  return checked.ok ? [] : [...checked.direct, ...checked.validation];
};
const keySet = (keys: readonly string[], allowed: boolean) => {
  const found = keySetFindings(keys, { min: 0, max: 1, allowed });
  return [...found.direct, ...found.validation];
};

/** Which input a refusal blames, in the graph's words: forms put the sentence beside that field. */
test.each<[string, () => Failure | undefined | readonly Failure[]]>([
  ['code', () => checkContactCode('ä')],
  ['code', () => contactCodeExists()],
  ['email', () => checkEmail('x')],
  ['ident', () => identUpdateFailure(adult, minor, moment)],
  ['ident.code', () => identUpdateFailure({ ...adult, code: '1' }, adult, moment)],
  ['ident.type', () => identTypeFailure('x')],
  ['ident.countryCode', () => checkIdent({ ...adult, countryCode: 'XX' }, moment)],
  ['ident.code', () => checkIdent({ ...adult, code: ' ' }, moment)],
  ['ident.code', () => checkIdent({ ...adult, code: '1' }, moment)],
  ['ident.code', () => checkIdent({ ...adult, countryCode: 'US', code: '<' }, moment)],
  ['ident.type', () => checkIdent({ code: '2000-01-01', type: 'birthday', countryCode: 'EE' }, moment)],
  ['dnssecKeys', () => publicKeysFailure(['*'])],
  ['algorithm publicKey', () => keyFailures('', '')],
  ['dnssecKeys algorithm', () => keyFailures('*', '1')],
  ['dnssecKeys dnssecKeys', () => keySet(['a', 'a'], true)],
  ['dnssecKeys', () => keySet(['a'], false)],
  ['adminContacts registrant', () => contactsOf(0, 0)],
  ['adminContacts registrant adminContacts techContacts', () => contactsOf(11, 11)],
  ['adminContacts', minors],
  ['techContacts', () => duplicateContactsFailure(['a', 'a'], 'techContacts')],
  ['registrant', () => registrantNotFound()],
  ['adminContacts.0', () => contactNotFound(['adminContacts', '0'])],
  ['name', () => named('a_b.test')],
  ['name', () => named(`${'a'.repeat(64)}.test`)],
  ['name', () => domainNameExists()],
  ['name', () => domainNameBlocked()],
  ['hostname ipv4 ipv6', () => nameserver('ns_1', 'x')],
  ['hostname', () => nameserver('', '')],
  ['ipv4', () => nameserver('ns.shop.test', '')],
  ['hostname', () => nameserverExists('ns.shop.test')],
  ['name', () => setting('colour')],
  ['value', () => setting('ns_min_count')],
  ['period', () => periodUnitFailure('d')],
  ['reservationCode', () => registrationCodeMissing('reserved')],
  ['reservationCode', () => disputePasswordMissing()],
  ['reservationCode', () => registrationCodeWrong()],
  ['statuses statuses', () => consistencyFailures(['dream', 'dream'])],
  ['organizationName', () => invalidOrganizationName()],
  ['names', () => malformedNames()],
  ['names', () => tooManyNames()],
  ['names', () => noAvailableNames([])],
  ['names', () => someNamesUnavailable([])],
  ['names', () => intersectingInvoicesPaid([])],
  ['userUniqueId', () => reservedNamesNotFound()],
  ['invoiceNumber.userUniqueId', () => reservedInvoiceNotFound()],
  ['names.0.name', () => nest(domainNameBlocked(), 'names', '0')],
  ['names', () => nest(invoiceNotPaid({ status: 'unpaid', message: '' }), 'names')],
])('%s is blamed', (paths, refuse) => {
  expect(
    [refuse() ?? []]
      .flat()
      .map((reason) => reason.path?.join('.'))
      .join(' '),
  ).toBe(paths);
});

/** What a program can use besides the sentence. */
test.each<[object, () => Failure | undefined]>([
  [
    { statuses: ['pendingUpdate', 'pendingDelete'] },
    () => contactUpdateForbidden(['ok', 'pendingUpdate', 'pendingDelete']),
  ],
  [{ statuses: ['pendingUpdate'] }, () => contactDeleteForbidden(['ok', 'pendingUpdate'], false)[0]],
  [{ codes: ['C:0', 'C:1'] }, () => contactsOf(2, 0)[0]],
  [{ codes: ['M:1'] }, () => minors()[0]],
  [
    { reasons: ['Phone nr is invalid [phone]'] },
    () => registrantFailure({ registrant: broken, registrantIsOwn: true }, moment),
  ],
  [{ hostname: 'ns.shop.test' }, () => nameserverExists('ns.shop.test')],
  [{ renewableFrom: '2027-04-07' }, () => renewalWindowClosed(at('2027-07-05'), 90, calendar)],
  [{ status: 'unpaid', message: 'Pay' }, () => invoiceNotPaid({ status: 'unpaid', message: 'Pay' })],
  [{ taken: ['tamm.ee'] }, () => someNamesUnavailable(['tamm.ee'])],
  [{ reason: 'no number' }, () => billingUnavailable('no number')],
])('%j comes with the refusal', (details, refuse) => expect(refuse()?.details).toEqual(details));

test.each<[string, () => Failure]>([
  ['2302 Contact id already exists [code]', contactCodeExists],
  ['2303 Registrant not found', registrantNotFound],
  ['2303 Contact was not found', () => contactNotFound([])],
  ['2302 Domain name already exists [name_dirty]', domainNameExists],
  ['2304 Object status prohibits operation', () => renewalWindowClosed(at('2027-07-05'), 90, calendar)],
  ['2302 No available domains', () => noAvailableNames([])],
  ['2302 Some domains are not available', () => someNamesUnavailable([])],
  ['2304 Some intersecting invoices are paid', () => intersectingInvoicesPaid([])],
  ['2303 Reserved domains not found. Invalid user_unique_id', reservedNamesNotFound],
  ['2303 Reserved domain invoice not found', reservedInvoiceNotFound],
  ['2304 Invoice is not paid', () => invoiceNotPaid({ status: 'unpaid', message: 'Pay' })],
  ['2400 Billing service unavailable', () => billingUnavailable('no number')],
])('%s is how it is worded', (sentence, refuse) => expect(reported(refuse())).toBe(sentence));

test('a service that is away can be asked again, and nothing wrong is nothing in either lane', () => {
  expect(billingUnavailable('no number').reason).toBe('service-away');
  expect(noFindings).toEqual({ direct: [], validation: [] });
});
