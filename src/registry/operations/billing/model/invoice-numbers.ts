import type { Config } from '../../../../base/config.ts';
import { type Failure, failure, refuseWith } from '../../../../base/errors.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import { missingOfSeller, rangeSettings, sellerUnknown } from '../../../rules/money/issuing.ts';
import { ownersFor } from '../../../rules/visibility.ts';
import {
  advanceCounter,
  countersBegun,
  isIssued,
  issuedTo,
  type Range,
  retireUpTo,
  shareUsed,
  storeIssuedTo,
  takeNumber,
} from '../../../store/billing/invoice-numbers.ts';
import type { Database } from '../../../store/driver/connections/database.ts';
import type { Db } from '../../../store/driver/connections/pool.ts';
import { storedSettings } from '../../../store/registry/settings.ts';
import type { NumberRange } from '../../../store/tables/billing-schema.ts';
import type { OperationContext } from '../../operation.ts';
import { registrySettings } from '../../settings.ts';

/** The configuration that tells whether this is production, where invoices are real. */
export interface Issuing {
  readonly config: Pick<Config, 'ZONEGRAPH_MODE'>;
}
type Context = Pick<OperationContext, 'db'> & Issuing;

/** docs/rules/billing.md#invoice-numbers; the first monthly number is the lower bound plus one. */
const rangeOf: Readonly<Record<NumberRange, (settings: RegistrySettings) => Range>> = {
  invoice: ({ invoiceNumberMin: min, invoiceNumberMax: max }) => ({ min, max }),
  deposit: ({ depositNumberMin: min, depositNumberMax: max }) => ({ min, max }),
  monthly: ({ monthlyNumberMin, monthlyNumberMax: max }) => ({ min: monthlyNumberMin + 1, max }),
};

const exhausted: Readonly<Record<NumberRange, string>> = {
  invoice: 'Number create failed. out of range',
  deposit: 'Number create failed. out of range',
  monthly: 'Directo Counter is out of period!',
};

/** Never issues a number twice, not even to concurrent callers; the range is read at each call. */
export async function issueNumber(
  context: Context,
  name: NumberRange,
  whenExhausted: Failure = numbersExhausted(exhausted[name]),
): Promise<number> {
  const { db } = context;
  if ((await unsetRanges(context)).includes(name)) refuseWith(whenExhausted);
  return (await takeNumber(db, name, rangeOf[name](await registrySettings(db)))) ?? refuseWith(whenExhausted);
}

/**
 * The ranges in production that still have the default values of a trial and of which nothing was issued
 * (docs/rules/billing.md#invoice-numbers).
 */
async function unsetRanges({ db, config }: Context): Promise<readonly NumberRange[]> {
  if (config.ZONEGRAPH_MODE !== 'production') return [];
  const chosen = await storedSettings(db);
  const open = ranges.filter((name) => !rangeSettings[name].every((setting) => chosen.has(setting)));
  if (open.length === 0) return [];
  const begun = await countersBegun(db);
  return open.filter((name) => !begun.has(name));
}

/** Refuses to issue an invoice in production while the seller is unknown. */
export function refuseWithoutSeller({ config }: Issuing, settings: RegistrySettings): void {
  const missing = config.ZONEGRAPH_MODE === 'production' ? missingOfSeller(settings) : [];
  if (missing.length > 0) refuseWith(sellerUnknown(missing));
}

/** The missing settings without which production issues no invoices; logged at the start. */
export async function missingForInvoices(context: Context): Promise<string[]> {
  if (context.config.ZONEGRAPH_MODE !== 'production') return [];
  const unset = await unsetRanges(context);
  return [
    ...missingOfSeller(await registrySettings(context.db)),
    ...unset.flatMap((name) => rangeSettings[name]),
  ];
}

/** The used share of each range: at 1 no number is left. */
export async function numbersUsed(db: Db): Promise<(readonly [NumberRange, number])[]> {
  const settings = await registrySettings(db);
  return Promise.all(
    ranges.map(async (name) => [name, await shareUsed(db, name, rangeOf[name](settings))] as const),
  );
}

/** No number of the range is left (docs/rules/billing.md#invoice-numbers). */
export const numbersExhausted = (message: string): Failure =>
  failure('PARAMETER_VALUE_RANGE', 'out of range', { reason: 'numbers-used-up', details: { message } });

/** Issues the number of an invoice other than deposits and bulk payments, which have their own range. */
export const issueInvoiceNumber = (context: Context): Promise<number> => issueNumber(context, 'invoice');

/** Skips numbers that clients have chosen themselves. */
export async function skipNumbers({ db }: Pick<Context, 'db'>, numbers: readonly number[]): Promise<void> {
  const settings = await registrySettings(db);
  for (const name of ranges) {
    const range = rangeOf[name](settings);
    const greatest = numbers.reduce(
      (most, number) => (isWithin(range, number) ? Math.max(most, number) : most),
      0,
    );
    if (greatest > 0) await advanceCounter(db, name, range, greatest);
  }
}

/**
 * Makes sure after a restore that these numbers and those below are not issued again. Returns those that are not in
 * any range.
 */
export async function retireNumbers(
  database: Pick<Database, 'db' | 'transaction'>,
  numbers: readonly number[],
): Promise<number[]> {
  const settings = await registrySettings(database.db);
  const rangesOf = (number: number) => ranges.filter((name) => isWithin(rangeOf[name](settings), number));
  await database.transaction(async (db) => {
    for (const number of numbers) for (const name of rangesOf(number)) await retireUpTo(db, name, number);
  });
  return numbers.filter((number) => rangesOf(number).length === 0);
}

/** Issues a number to a client for later use; only that client may use it. */
export async function giveNumbers(
  { db, actor }: Pick<OperationContext, 'db' | 'actor'>,
  numbers: readonly number[],
): Promise<void> {
  if (actor.kind === 'billing') await storeIssuedTo(db, numbers, actor.initiator);
}

/**
 * A number from one of our ranges may be used only by the client it was issued to; clients choose other
 * numbers freely.
 */
export async function refuseUnlessIssued(
  { db, actor }: Pick<OperationContext, 'db' | 'actor'>,
  number: number,
): Promise<void> {
  const settings = await registrySettings(db);
  const owner = await issuedTo(db, number);
  if (owner && !(ownersFor(actor)?.includes(owner) ?? true)) refuseWith(neverIssued());
  for (const name of ranges)
    if (isWithin(rangeOf[name](settings), number) && !(await isIssued(db, name, number)))
      refuseWith(neverIssued());
}

const ranges = ['invoice', 'deposit', 'monthly'] as const;

const isWithin = ({ min, max }: Range, number: number): boolean => number >= min && number <= max;

const neverIssued = (): Failure =>
  failure('PARAMETER_VALUE_POLICY', 'was never issued', { path: ['invoiceNumber'] });
