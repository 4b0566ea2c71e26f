import { z } from 'zod';
import type { Failure } from '../../../../base/errors.ts';
import { mustBe, mustBeFilled, tooLong } from '../../../rules/money/payment-request.ts';
import { object, text } from '../../input.ts';
import { badInput } from '../../runner/outcome.ts';

/** Validates fields with the messages of this API, over REST and GraphQL alike (docs/rules/billing.md#fields). */
const reported = (wrong: Failure) => ({
  code: 'custom' as const,
  message: wrong.message,
  params: { reported: wrong },
});

export const textUpTo = (most: number, description = '') =>
  z
    .string()
    .superRefine((text, { addIssue }) => {
      if (text.length > most) addIssue(reported(tooLong('', most)));
    })
    .meta({ description });

export const filledTextUpTo = (most: number, description = '') =>
  textUpTo(most)
    .superRefine((text, { addIssue }) => {
      if (text.trim() === '') addIssue(reported(mustBeFilled('')));
    })
    .meta({ description });

/** The problems of single fields, for operations that report them together with checks of their own. */
export const failuresIn = <I extends object>(fields: z.ZodType, input: I): Failure[] =>
  fields.safeParse(input).error?.issues.map((issue) => badInput(issue)) ?? [];

export const integerBetween = (least: number, most: number, what = 'an integer') =>
  z.int().superRefine((number, { addIssue }) => {
    if (number < least || number > most) addIssue(reported(mustBe('', what)));
  });

export const depositFields = object('DepositInput', 'The domain at auction and the bidder of a deposit.', {
  domain: filledTextUpTo(255, 'The name of the domain at auction.').meta({
    scalar: 'DomainName',
    named: 'domainName',
  }),
  userUuid: filledTextUpTo(255, 'The id of the bidder, a UUID.'),
  userEmail: filledTextUpTo(255, 'The e-mail address of the bidder.'),
});

export const invoiceNumberField = integerBetween(1, 2_147_483_647).meta({
  description: 'The number of the invoice, such as 10001.',
});

export const whichInvoice = {
  invoiceNumber: invoiceNumberField.meta({ named: 'number' }),
  userUniqueId: text(
    'Which invoice, when several reservations share its number: the userUniqueId of the reservation. When left out, the paid one, or else the newest.',
  ).optional(),
};

/** The registry also acts for the business registry, an operator for every service. */
export const initiatorField = text(
  'The service it belongs to: registry, auction, eeid, business_registry or billing_system; your own when left out.',
).optional();
