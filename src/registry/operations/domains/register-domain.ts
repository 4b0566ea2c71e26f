import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { Problems, WrongSecret } from '../../../base/errors.ts';
import {
  contactNotFound,
  duplicateContactsFailure,
  registrantNotFound,
} from '../../rules/domain/domain-contacts.ts';
import {
  domainNameBlocked,
  domainNameExists,
  normaliseLookup,
  parseDomainName,
  zoneIsClosed,
  zonesAround,
} from '../../rules/domain/domain-name.ts';
import { settingsFrom } from '../../rules/domain/domain-settings.ts';
import { duplicateNameserverFailure } from '../../rules/domain/nameserver.ts';
import { isPeriod, registrationExpiry } from '../../rules/domain/period.ts';
import { transferCodeFailure } from '../../rules/domain/transfer-code.ts';
import { chargeFor, fundsMissing, priceMissing } from '../../rules/money/charges.ts';
import { isBlank } from '../../rules/text.ts';
import { overdraft } from '../../store/registry/accounts.ts';
import { lockNewName } from '../../store/registry/name-locks.ts';
import { registrationFacts } from '../../store/registry/registration-facts.ts';
import { domainName, listOf, secret, text, texts } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { withSecret } from '../shown-once.ts';
import { domainProblems } from './model/check-domain.ts';
import { dnssecKeyInput, givenKeys } from './model/dnssec-key-input.ts';
import { type DomainDraft, unchanged } from './model/domain-draft.ts';
import { endNameClaims } from './model/end-name-claims.ts';
import { countGuessedContacts } from './model/guessed-contacts.ts';
import { ledgerEntry } from './model/ledger-entry.ts';
import { namedContacts } from './model/named-contacts.ts';
import { givenNameservers, nameserverInput } from './model/nameserver-input.ts';
import { registrationCodeFailure } from './model/registration-code.ts';
import { createDomains } from './model/save-domain.ts';

/**
 * Registers a domain for the calling registrar: locks the name, looks up contacts, zone, price and claims, and
 * collects everything that is wrong with the name, its code, contacts, nameservers, keys and price in the documented
 * order. If nothing is wrong, one transaction creates the domain, uses up its reservation, closes its dispute and
 * charges the account; the answer carries the transfer code (docs/rules/registrar.md#registration).
 */
export const registerDomain = defineCommand({
  name: 'domain.register',
  summary: 'Registers a domain for a period and charges the registrar.',
  permits: ['registrar:epp'],
  effect: 'billable',
  scope: 'WRITE',
  input: z.object({
    name: domainName('The name to register, with its zone, such as tamm.ee.'),
    registrant: text('The code of the contact that will hold it, such as ALPHA:TAMM.'),
    /** The period in months; null for one that is not in any price list. */
    months: z.int().nullable(),
    adminContacts: texts(
      'Codes of up to 10 contacts who will decide about it; they must be adults. Required when the registrant is an organisation or a minor.',
    ).default([]),
    techContacts: texts(
      'Codes of up to 10 contacts who will look after its technical side; none when left out.',
    ).default([]),
    nameservers: listOf(nameserverInput, 'The nameservers of the domain: none, or 2 to 11.').default([]),
    dnssecKeys: listOf(dnssecKeyInput, 'The keys that its DNS answers are signed with: up to 9.').default([]),
    transferCode: secret(
      'The transfer code, with which another registrar can take it over; random when left out.',
    ).optional(),
    reservationCode: secret(
      'The code of a name that is reserved or disputed; not needed for other names.',
    ).optional(),
  }),
  choosesSecret: ({ transferCode = '' }) => !isBlank(transferCode),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'BILLING_FAILURE',
    'INVALID_AUTHORIZATION_INFORMATION',
    'OBJECT_EXISTS',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
    'PARAMETER_VALUE_POLICY',
    'DATA_MANAGEMENT_POLICY',
    'RATE_LIMITED',
  ],
  conflicts: {
    domains_name_unique: domainNameExists(),
    domains_puny_unique: domainNameExists(),
    // Contacts that were deleted at the same moment.
    domains_registrant_id_fkey: registrantNotFound(),
    domain_contacts_contact_id_fkey: contactNotFound(['adminContacts']),
    [overdraft]: fundsMissing('create'),
  },
  rest: 'POST /registry/v1/domains',
  graphql: 'Mutation.domainRegister',
  mistakes: ({ adminContacts, techContacts, ...input }) => {
    const name = normaliseLookup(input.name);
    const dot = name.indexOf('.');
    const parsed = parseDomainName(name, dot < 0 ? [] : [name.slice(dot + 1)]);
    const { failures, nameservers } = givenNameservers(input.nameservers, name);
    const keys = givenKeys(input.dnssecKeys);
    return new Problems()
      .direct(...keys.direct)
      .direct(duplicateContactsFailure(adminContacts, 'adminContacts'))
      .direct(duplicateContactsFailure(techContacts, 'techContacts'))
      .validation(parsed.ok ? undefined : parsed.failure)
      .validation(isBlank(input.transferCode ?? '') ? undefined : transferCodeFailure(input.transferCode))
      .validation(...failures, ...keys.validation)
      .validation(duplicateNameserverFailure(nameservers.map(({ hostname }) => hostname)))
      .validation(isPeriod(input.months) ? undefined : priceMissing());
  },
  run: async (context, input) => {
    const { db, now, calendar } = context;
    const { registrarId } = registrarOf(context.actor);
    const today = calendar.dateOf(now);
    const name = normaliseLookup(input.name);
    const { registrant, adminContacts: admins, techContacts: techs, months } = input;

    const [{ id, uuid }, { state, zones, ...facts }, named] = await Promise.all([
      // Other registrations and reservations of this name wait here for the outcome.
      lockNewName(db, name),
      registrationFacts(db, { name, registrarId, zones: zonesAround(name), months, now, today }),
      namedContacts(db, { registrant, admins, techs }),
    ]);
    const settings = settingsFrom(facts.settings);
    await countGuessedContacts(
      context,
      [registrant, ...admins, ...techs],
      [named.registrant, ...named.admins, ...named.techs],
    );
    const origins = zones.map(({ origin }) => origin);
    const parsed = parseDomainName(name, origins);
    const zone = parsed.ok ? zones.find(({ origin }) => origin === parsed.zone) : undefined;
    const nameservers = givenNameservers(input.nameservers, name);
    const keys = givenKeys(input.dnssecKeys);

    const transferCode = isBlank(input.transferCode ?? '') ? context.secret(16) : (input.transferCode ?? '');
    const others = {
      registrarId,
      admins: named.admins,
      techs: named.techs,
      nameservers: nameservers.nameservers,
      keys: keys.keys,
      ...unchanged,
      transferCode,
      months: months ?? 0,
      expiresAt: registrationExpiry(now, months ?? 0, calendar),
    };
    const draft: DomainDraft | undefined = named.registrant && { ...others, registrant: named.registrant };
    const problems = new Problems()
      .direct(...keys.direct, ...named.failures)
      .validation(parsed.ok ? undefined : parsed.failure)
      .validation(transferCodeFailure(transferCode))
      .validation(zone?.isClosed ? zoneIsClosed() : undefined)
      .validation(state.registered ? domainNameExists() : undefined)
      .validation(state.blocked ? domainNameBlocked() : undefined)
      .validation(await registrationCodeFailure(context, state, input.reservationCode))
      .validation(...nameservers.failures, ...keys.validation);
    problems.with(domainProblems(draft ?? others, undefined, settings, context));
    if ((parsed.ok || months === null) && !zone?.price) problems.validation(priceMissing());
    problems.refuseIfAny(WrongSecret);
    if (!draft || !parsed.ok || !zone?.price) throw new Error('a problem went unnoticed');

    const isClaimed = state.reservationCode !== null || state.disputeId !== null;
    const created = { id, uuid, name, puny: parsed.puny, zoneId: zone.id, draft };
    await createDomains(context, [created], settings, !isClaimed && !facts.hasListener);
    await endNameClaims(context, state, id);
    context.charge(ledgerEntry(context, chargeFor('create', name, zone.price), registrarId, id));
    return withSecret({ id, uuid, name, price: zone.price }, transferCode);
  },
});
