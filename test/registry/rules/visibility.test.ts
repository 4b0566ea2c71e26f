import { describe, expect, it, test } from 'vitest';
import { type Actor, anonymous, type UserRole } from '#src/base/actor.ts';
import {
  hiddenName,
  isNameShownOnDomain,
  isOwnContact,
  isSponsor,
  knowsSecretsOf,
  madeReservation,
  maySeeName,
  ownersFor,
  seesDomains,
  seesInvoice,
  seesNotification,
  seesRegistrar,
  seesTransaction,
} from '#src/registry/rules/visibility.ts';

const registrar = (registrarId: number, ...roles: UserRole[]): Actor => ({
  kind: 'registrar',
  userId: 1,
  username: 'someone',
  roles,
  registrarId,
  registrarCode: 'ONE',
});

const callers: Readonly<Record<string, Actor>> = {
  own: registrar(1, 'epp'),
  'own super': registrar(1, 'super'),
  'own billing': registrar(1, 'billing'),
  other: registrar(2, 'super'),
  operator: { kind: 'operator', token: 'mine', role: 'ADMIN' },
  portal: { kind: 'portal', token: 'mine' },
  'other portal': { kind: 'portal', token: 'theirs' },
  registry: { kind: 'billing', initiator: 'registry' },
  auction: { kind: 'billing', initiator: 'auction' },
  'business registry': { kind: 'billing', initiator: 'business_registry' },
  job: { kind: 'system', job: 'expire' },
  nobody: anonymous,
};
const ours = { registrar_id: 1 };

describe('visibility', () => {
  test.each<[string, (actor: Actor) => boolean, string[]]>([
    ['domains', seesDomains, ['own', 'own super', 'other', 'operator']],
    ["a domain's history", (actor) => isSponsor(ours, actor), ['own', 'own super', 'operator']],
    ["a domain's secrets", (actor) => knowsSecretsOf(ours, actor), ['own', 'own super']],
    ['all of a contact', (actor) => isOwnContact(ours, actor), ['own', 'own super', 'operator']],
    [
      'a movement of money',
      (actor) => seesTransaction(ours, actor),
      ['own', 'own super', 'own billing', 'operator'],
    ],
    [
      'a registrar',
      (actor) => seesRegistrar({ id: 1 }, actor),
      ['own', 'own super', 'own billing', 'operator'],
    ],
    ['a poll message', (actor) => seesNotification(ours, actor), ['own', 'own super']],
    [
      "a registrar's prepayment",
      (actor) => seesInvoice({ initiator: 'registry', registrar_id: 1, kind: 'prepayment' }, actor),
      ['own super', 'own billing', 'operator', 'registry', 'job'],
    ],
    [
      "a registrar's other invoice",
      (actor) => seesInvoice({ initiator: 'registry', registrar_id: 1, kind: 'other' }, actor),
      ['operator', 'registry', 'job'],
    ],
    [
      "the registry's invoice",
      (actor) => seesInvoice({ initiator: 'registry', registrar_id: null, kind: 'other' }, actor),
      ['operator', 'registry', 'job'],
    ],
    [
      "the auction's invoice",
      (actor) => seesInvoice({ initiator: 'auction', registrar_id: null, kind: 'other' }, actor),
      ['operator', 'auction', 'job'],
    ],
    [
      "the business registry's invoice",
      (actor) => seesInvoice({ initiator: 'business_registry', registrar_id: null, kind: 'other' }, actor),
      ['operator', 'registry', 'business registry', 'job'],
    ],
    [
      "a portal's reservation",
      (actor) => madeReservation({ made_by: 'mine' }, actor),
      ['operator', 'portal'],
    ],
    ['a reservation from before', (actor) => madeReservation({ made_by: null }, actor), ['operator']],
  ])('of %s: by exactly the callers that may', (_, sees, expected) => {
    expect(Object.keys(callers).filter((who) => sees(callers[who] ?? anonymous))).toEqual(expected);
  });

  it('of invoices is asked of the database by their owners', () => {
    const owners = Object.entries(callers).map(([who, actor]) => [who, ownersFor(actor)]);
    expect(Object.fromEntries(owners)).toEqual({
      own: [],
      'own super': [],
      'own billing': [],
      other: [],
      operator: undefined,
      portal: [],
      'other portal': [],
      registry: ['registry', 'business_registry'],
      auction: ['auction'],
      'business registry': ['business_registry'],
      job: undefined,
      nobody: [],
    });
  });
});

describe('the name of a contact on a domain', () => {
  const [one, two, three] = [{ registrar_id: 1 }, { registrar_id: 2 }, { registrar_id: 3 }];

  it('is shown by a domain of the same registrar only', () => {
    expect(isNameShownOnDomain(one, one)).toBe(true);
    expect(isNameShownOnDomain(one, two)).toBe(false);
    expect(hiddenName).toBe('N/A');
  });

  it("is shown in transfer info when it is the domain's registrar's or the caller's", () => {
    const shown = (contact: typeof one) => maySeeName(contact, two, registrar(1, 'epp'));
    expect([one, two, three].map(shown)).toEqual([true, true, false]);
  });
});
