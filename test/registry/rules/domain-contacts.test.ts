import { describe, expect, it, test } from 'vitest';
import { identUpdateFailure } from '#src/registry/rules/contact/contact-fields.ts';
import {
  type DomainContacts,
  domainContactFindings,
  duplicateContactsFailure,
  registrantFailure,
} from '#src/registry/rules/domain/domain-contacts.ts';
import { defaultSettings, type RegistrySettings } from '#src/registry/rules/domain/domain-settings.ts';
import { allReported, at, calendar, reported } from './support.ts';

const moment = { now: at('2026-11-15 12:00'), calendar };
const idents = {
  adult: { code: '38903111310', type: 'priv', countryCode: 'EE' },
  minor: { code: '61203150222', type: 'priv', countryCode: 'EE' },
  org: { code: '12345678', type: 'org', countryCode: 'EE' },
};
type Who = keyof typeof idents;

const registrant = (who: Who) => ({
  code: 'REG:1',
  name: 'John',
  email: 'john@inbox.test',
  phone: '+372.555',
  ident: idents[who],
});
const people = (count: number, who: Who = 'adult') =>
  Array.from({ length: count }, (_, place) => ({ code: `${who}-${place}`, ident: idents[who] }));

const find = (contacts: Partial<DomainContacts>, settings: Partial<RegistrySettings> = {}) => {
  const all = { registrant: registrant('adult'), registrantIsOwn: true, admins: [], techs: [], ...contacts };
  const found = domainContactFindings(all, { ...defaultSettings, ...settings }, moment);
  return { direct: allReported(found.direct), validation: allReported(found.validation) };
};
const fine = { direct: [], validation: [] };
const required = { direct: ['2306 Admin contact is required'], validation: [] };

describe('admin contacts', () => {
  test.each<[Who, number, object]>([
    ['adult', 0, fine],
    ['adult', 10, fine],
    ['org', 0, required],
    ['org', 1, fine],
    ['minor', 0, required],
    ['minor', 1, fine],
  ])('of a registrant who is %s, %d of them: %j', (who, count, expected) => {
    expect(find({ registrant: registrant(who), admins: people(count) })).toEqual(expected);
  });

  it('are not required where the settings say so', () => {
    expect(find({ registrant: registrant('org') }, { adminContactsRequiredForOrg: false })).toEqual(fine);
    expect(find({ registrant: registrant('minor') }, { adminContactsRequiredForMinors: false })).toEqual(
      fine,
    );
  });

  test.each<[Who, string]>([
    ['org', '2004 Admin contacts count must be between 1-10 [admin_domain_contacts]'],
    ['adult', '2004 Admin contacts count must be between 0-10 [admin_domain_contacts]'],
  ])('are at most ten, for a registrant who is %s: %s', (who, expected) => {
    expect(find({ registrant: registrant(who), admins: people(11) }).validation).toEqual([expected]);
  });

  it('are as many as the settings say where they are required, and one at least', () => {
    const found = (min: number) =>
      find({ registrant: registrant('org'), admins: people(1) }, { adminContactsMinCount: min }).validation;
    expect([0, 1].flatMap(found)).toEqual([]);
    expect(found(2)).toEqual(['2004 Admin contacts count must be between 2-10 [admin_domain_contacts]']);
    expect(find({ admins: people(1) }, { adminContactsMinCount: 2 })).toEqual(fine);
  });

  it('are persons and of age', () => {
    expect(find({ admins: people(2, 'org') }).direct).toEqual([
      '2306 Admin contact can be private person only',
    ]);
    expect(find({ admins: people(1, 'minor') }).direct).toEqual([
      '2304 Administrative contact must be at least 18 years old',
    ]);
    expect(find({ admins: people(1, 'org') }, { adminContactsAllowedIdentTypes: ['org'] }).direct).toEqual(
      [],
    );
  });

  it('that were there before are tolerated', () => {
    const admins = [...people(1, 'org'), ...people(1)];
    expect(find({ admins, addedAdmins: ['adult-0'] })).toEqual(fine);
    expect(find({ admins, addedAdmins: ['org-0'] }).direct).toHaveLength(1);
  });
});

describe('tech contacts', () => {
  it('may be anyone, none or up to ten', () => {
    expect(find({ techs: [...people(5, 'org'), ...people(5, 'minor')] })).toEqual(fine);
    expect(find({ techs: people(11) }).validation).toEqual([
      '2004 Tech contacts count must be between 0-10 [tech_domain_contacts]',
    ]);
  });
});

describe('the registrant', () => {
  it('must be a valid contact, reported after what is wrong with the admins', () => {
    const broken = { ...registrant('org'), phone: 'none' };
    expect(find({ registrant: broken }).direct).toEqual([
      '2306 Admin contact is required',
      '2304 Contact REG:1 is not valid, please fix the invalid contact',
    ]);
    const own = { registrant: broken, registrantIsOwn: true };
    expect(registrantFailure(own, moment)?.details).toEqual({ reasons: ['Phone nr is invalid [phone]'] });
    expect(registrantFailure({ ...own, registrantIsOwn: false }, moment)).not.toHaveProperty('details');
    expect(registrantFailure({ ...own, registrant: registrant('org') }, moment)).toBeUndefined();
  });
});

it('a code stands once in a role of one request', () => {
  expect(reported(duplicateContactsFailure(['a', 'b', 'a'], 'adminContacts'))).toBe(
    '2306 Contacts are invalid',
  );
  expect(reported(duplicateContactsFailure(['a', 'A'], 'adminContacts'))).toBe('fine');
});

describe('changing an ident', () => {
  const notAllowed = '2308 Ident update is not allowed. Consider creating new contact object';
  const onlyTypeAndCountry =
    '2308 Only ident type and country can be updated in case of invalid ident. Please create new contact object to update ident code';
  const broken = { code: '123', type: 'priv', countryCode: 'EE' };
  test.each([
    [idents.adult, idents.adult, 'fine'],
    [idents.adult, { ...idents.adult, countryCode: 'ee' }, 'fine'],
    [idents.adult, idents.minor, notAllowed],
    [idents.adult, { ...idents.adult, countryCode: 'US' }, notAllowed],
    [idents.adult, { ...idents.adult, type: 'org' }, notAllowed],
    [broken, { ...broken, countryCode: 'US' }, 'fine'],
    [broken, { ...broken, type: 'org' }, 'fine'],
    [broken, idents.adult, onlyTypeAndCountry],
  ])('%j to %j: %s', (stored, given, expected) => {
    expect(reported(identUpdateFailure(stored, given, moment))).toBe(expected);
  });
});
