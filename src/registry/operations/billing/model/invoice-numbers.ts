import { type Failure, failure, refuseWith } from '../../../../core/errors.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import { ownersFor } from '../../../rules/visibility.ts';
import {
  advanceCounter,
  isIssued,
  issuedTo,
  type Range,
  storeIssuedTo,
  takeNumber,
} from '../../../store/billing/invoice-numbers.ts';
import type { NumberRange } from '../../../store/tables/billing-schema.ts';
import type { OperationContext } from '../../operation.ts';
import { registrySettings } from '../../settings.ts';

type Context = Pick<OperationContext, 'db'>;

/** docs/rules/billing.md#invoice-numbers; the first monthly number is the one after the least. */
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

/** Never issues a number twice, also to concurrent callers; the range is read at each call. */
export async function issueNumber(
  { db }: Context,
  name: NumberRange,
  whenExhausted: Failure = numbersExhausted(exhausted[name]),
): Promise<number> {
  return (await takeNumber(db, name, rangeOf[name](await registrySettings(db)))) ?? refuseWith(whenExhausted);
}

/** No number of the range is left (docs/rules/billing.md#invoice-numbers). */
export const numbersExhausted = (message: string): Failure =>
  failure('PARAMETER_VALUE_RANGE', 'out of range', { reason: 'numbers-used-up', details: { message } });

/** For invoices of every kind but deposits and bulk payments, which have their own range. */
export const issueInvoiceNumber = (context: Context): Promise<number> => issueNumber(context, 'invoice');

/** Numbers that clients chose themselves are not issued any more. */
export async function skipNumbers({ db }: Context, numbers: readonly number[]): Promise<void> {
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

/** A number that is issued to a client, for later use, belongs to that client. */
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
