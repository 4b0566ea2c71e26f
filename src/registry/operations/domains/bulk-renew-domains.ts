import { z } from 'zod';
import { registrarOf } from '../../../core/actor.ts';
import { type Failure, failure, Problems, refuseWith } from '../../../core/errors.ts';
import { add, isLess, type Money, zero } from '../../../core/money.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { invalidRenewPeriod } from '../../rules/domain/period.ts';
import { chargeFor, fundsMissing, priceMissing } from '../../rules/money/charges.ts';
import { accountOf, overdraft } from '../../store/registry/accounts.ts';
import { pricesByZone } from '../../store/registry/zones.ts';
import { texts } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { type BulkResult, failed, succeeded, tooMany } from './model/bulk-result.ts';
import { type DomainState, lockOwnStates } from './model/domain-state.ts';
import { ledgerEntry } from './model/ledger-entry.ts';
import { renewalFailures, renewed } from './model/renewal.ts';
import { saveDomains } from './model/save-domain.ts';

export const mostRenewedAtOnce = 1000;

/** Tells clients of registries that renew some domains and refuse the rest that this one does not. */
const nothingRenewed = (message: string): string => `${message}; nothing was renewed`;

const tooLittle = failure('COMMAND_USE', nothingRenewed(fundsMissing('renew').message));

/**
 * Renews several of a registrar's domains for the same period in one transaction, all or none: locks the domains,
 * then checks prices, balance and each domain, and refuses with the first kind of problem it finds. If there is none,
 * it extends every domain and charges each one separately; a name given twice is renewed once, and other registrars'
 * domains do not exist (docs/rules/registrar.md#bulk-renewal).
 */
export const bulkRenewDomains = defineCommand({
  name: 'domain.bulk-renew',
  summary: 'Renews several domains for the same period, all or none.',
  permits: ['registrar:epp'],
  effect: 'billable',
  scope: 'WRITE',
  facade: 'registry',
  input: z.object({
    names: texts(
      `Names of up to ${mostRenewedAtOnce} domains that you sponsor; all of them are renewed or none.`,
      'DomainName',
    ),
    months: z.int().nullable(),
  }),
  // More are refused below, with a message of its own.
  mostItems: Number.POSITIVE_INFINITY,
  errors: [
    'COMMAND_USE',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'OBJECT_STATUS_PROHIBITS',
    'BILLING_FAILURE',
  ],
  conflicts: { [overdraft]: tooLittle },
  decidesAgain: overdraft,
  rest: 'POST /registry/v1/domains/renew/bulk',
  graphql: 'Mutation.domainBulkRenew',
  mistakes: ({ names, months }) =>
    new Problems()
      .direct(months === null ? invalidRenewPeriod() : undefined)
      .direct(names.length === 0 ? noDomains() : undefined),
  run: async (context, { names, months }): Promise<{ results: BulkResult[]; price: Money }> => {
    const { db, now, calendar } = context;
    const { registrarId } = registrarOf(context.actor);
    const problems = new Problems()
      .direct(months === null ? invalidRenewPeriod() : undefined)
      .further()
      .direct(names.length > mostRenewedAtOnce ? tooMany(mostRenewedAtOnce, 'names') : undefined)
      .further();
    if (names.length > mostRenewedAtOnce) problems.refuseIfAny();
    // The balance may fall between this read and the charge; then the database refuses it (conflicts).
    const [states, settings, prices, { balance }] = await Promise.all([
      ownDomains(context, names, problems),
      registrySettings(db),
      pricesByZone(db, 'renew', months, calendar.dateOf(now)),
      accountOf(db, registrarId),
    ]);
    problems.direct(names.length === 0 ? noDomains() : undefined).refuseIfAny();
    if (months === null) throw new Error('a bad period went unnoticed');

    const priced = states.map((state) => ({
      state,
      name: state.row.name,
      price: prices.get(state.row.zone_id),
    }));
    const unpriced = priced.filter(({ price }) => price === undefined).map(({ name }) => name);
    refuseFor(
      unpriced.map((name) => failed(name, [priceMissing()])),
      `Active price missing for operation with ${unpriced.join(', ')}`,
    );
    const unaffordable = priced.filter(({ price = zero }) => isLess(balance, price));
    refuseFor(
      unaffordable.map(({ name }) => failed(name, [fundsMissing('create')])),
      unaffordable.map(() => fundsMissing('create').message).join(', '),
    );
    const total = add(...priced.map(({ price = zero }): Money => price));
    if (isLess(balance, total)) refuseWith(tooLittle);
    const held = states.flatMap((state) => {
      const reasons = Object.values(renewalFailures(context, state, months, settings)).flat();
      return reasons.length === 0 ? [] : [failed(state.row.name, reasons)];
    });
    refuseFor(held, held.map(({ name }) => `Domain renew error for ${name}`).join(', '));

    await saveDomains(
      context,
      states.map((state) => ({ state, draft: renewed(state.draft, months, context) })),
      settings,
    );
    context.charge(
      ...priced.map(({ state: { row }, price = zero }) =>
        ledgerEntry(context, chargeFor('renew', row.name, price), registrarId, row.id),
      ),
    );
    return { results: states.map(({ row }) => succeeded(row.name)), price: total };
  },
});

/** The locked domains, each once, in the order of the request. */
async function ownDomains(
  context: OperationContext,
  names: readonly string[],
  problems: Problems,
): Promise<DomainState[]> {
  const wanted = new Map(names.map((name) => [normaliseLookup(name), name]));
  const found = await lockOwnStates(context, [...wanted.keys()]);
  const missing = [...wanted].filter(([name]) => !found.has(name));
  problems.direct(...missing.map(([, given]) => unknownDomain(given)));
  return [...wanted.keys()].flatMap((name) => found.get(name) ?? []);
}

const noDomains = (): Failure => failure('PARAMETER_VALUE_SYNTAX', 'Domains cannot be empty');

// 2304 for missing domains: docs/rules/registrar.md#bulk-renewal.
const unknownDomain = (name: string): Failure =>
  failure('OBJECT_STATUS_PROHIBITS', `Object does not exist: ${name}`, { path: ['names'] });

/** One message for all of them over REST; `details.results` has the reasons of each. */
function refuseFor(results: readonly BulkResult[], message: string): void {
  if (results.length > 0)
    refuseWith(failure('COMMAND_USE', nothingRenewed(message), { details: { results } }));
}
