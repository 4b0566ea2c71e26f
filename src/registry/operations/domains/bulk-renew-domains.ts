import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { type Failure, failure, objectDoesNotExist, Problems, Refusal } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { add, isLess, type Money, zero } from '../../../base/money.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import type { RegistrySettings } from '../../rules/domain/domain-settings.ts';
import { invalidRenewPeriod } from '../../rules/domain/period.ts';
import { chargeFor, fundsMissing, priceMissing } from '../../rules/money/charges.ts';
import { accountOf, overdraft } from '../../store/registry/accounts.ts';
import { pricesByZone } from '../../store/registry/zones.ts';
import { texts } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import {
  type BulkResult,
  failed,
  refusedRows,
  succeeded,
  tooMany,
  unknownDomain,
} from './model/bulk-result.ts';
import { type DomainState, lockOwnStates } from './model/domain-state.ts';
import { ledgerEntry } from './model/ledger-entry.ts';
import { renewalFailures, renewed } from './model/renewal.ts';
import { saveDomains } from './model/save-domain.ts';

export const mostRenewedAtOnce = limit(
  'domains of one bulk renewal',
  1000,
  'All of them are locked in one transaction.',
);

/** Tells clients of registries that renew some domains and refuse the rest that this one does not. */
const nothingRenewed = (message: string): string => `${message}; nothing was renewed`;

const tooLittle = failure('COMMAND_USE', nothingRenewed(fundsMissing('renew').message));

/**
 * Renews several of a registrar's domains for the same period in one transaction, all or none: locks the domains,
 * then checks prices, balance and each domain, and refuses with the first kind of problem, and with all reasons of
 * each row. If there is none, it extends every domain and charges each one separately; a name given twice is renewed
 * once, and other registrars' domains do not exist (docs/rules/registrar.md#bulk-renewal).
 */
export const bulkRenewDomains = defineCommand({
  name: 'domain.bulk-renew',
  summary: 'Renews several domains for the same period, all or none.',
  permits: ['registrar:epp'],
  effect: 'billable',
  scope: 'WRITE',
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
      .direct(names.length === 0 ? noDomains() : undefined);
    if (names.length > mostRenewedAtOnce) problems.refuseIfAny();
    const wanted = names.map(normaliseLookup);
    // The balance may fall between this read and the charge; then the database refuses it (conflicts).
    const [found, settings, prices, { balance }] = await Promise.all([
      lockOwnStates(context, [...new Set(wanted)]),
      registrySettings(db),
      pricesByZone(db, 'renew', months, calendar.dateOf(now)),
      accountOf(db, registrarId),
    ]);
    const judged = [...new Set(wanted)].flatMap((name) => {
      const state = found.get(name);
      return state ? [judgedBy(context, state, { months, settings, balance, prices })] : [];
    });
    const judgedAs = new Map(judged.map((one) => [one.name, one]));
    const unknown = names.find((_, index) => !judgedAs.has(wanted[index] ?? ''));
    const listed = (reason: Reason) => judged.filter(({ [reason]: against }) => against.length > 0);
    const [unpriced, unaffordable, held] = [listed('unpriced'), listed('unaffordable'), listed('held')];
    const total = add(...judged.map(({ price = zero }): Money => price));
    problems.further();
    // One message for all of them over REST, which reports the first kind of problem.
    if (unknown !== undefined) problems.direct(unknownDomain(unknown));
    else if (unpriced.length > 0)
      problems.direct(whole(`Active price missing for operation with ${namesOf(unpriced)}`));
    else if (unaffordable.length > 0)
      problems.direct(whole(unaffordable.map(() => fundsMissing('create').message).join(', ')));
    if (unaffordable.length === 0 && isLess(balance, total)) problems.further().direct(tooLittle);
    if (held.length > 0)
      problems.further().direct(whole(held.map(({ name }) => `Domain renew error for ${name}`).join(', ')));
    const [first, ...further] = problems.all;
    if (first) {
      const rows = names.map((name, index) => {
        const one = judgedAs.get(wanted[index] ?? '');
        if (!one) return failed(name, [objectDoesNotExist()]);
        return failed(name, [...one.unpriced, ...one.unaffordable, ...one.held], one.price);
      });
      throw new Refusal([refusedRows(first, rows), ...further]);
    }
    if (months === null) throw new Error('a bad period went unnoticed');

    await saveDomains(
      context,
      judged.map(({ state }) => ({ state, draft: renewed(state.draft, months, context) })),
      settings,
    );
    context.charge(
      ...judged.map(({ state: { row }, price = zero }) =>
        ledgerEntry(context, chargeFor('renew', row.name, price), registrarId, row.id),
      ),
    );
    return { results: judged.map(({ name, price }) => succeeded(name, price)), price: total };
  },
});

interface Renewing {
  readonly months: number | null;
  readonly settings: RegistrySettings;
  readonly balance: Money;
  readonly prices: ReadonlyMap<number, Money>;
}

/** A domain with its price, and the reasons against it by their kinds. */
function judgedBy(
  context: OperationContext,
  state: DomainState,
  { months, settings, balance, prices }: Renewing,
) {
  const price = prices.get(state.row.zone_id);
  return {
    ...{ state, name: state.row.name, price },
    unpriced: price === undefined && months !== null ? [priceMissing()] : [],
    unaffordable: price !== undefined && isLess(balance, price) ? [fundsMissing('create')] : [],
    held: Object.values(renewalFailures(context, state, months, settings)).flat() as Failure[],
  };
}

type Reason = 'unpriced' | 'unaffordable' | 'held';

const namesOf = (judged: readonly { readonly name: string }[]): string =>
  judged.map(({ name }) => name).join(', ');

const noDomains = (): Failure => failure('PARAMETER_VALUE_SYNTAX', 'Domains cannot be empty');

const whole = (message: string): Failure =>
  failure('COMMAND_USE', nothingRenewed(message), { reason: 'of-rows' });
