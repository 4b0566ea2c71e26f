import { z } from 'zod';
import type { Failure } from '../../../core/errors.ts';
import { mustBe, mustBeFilled, tooLong } from '../../../rules/money/payment-request.ts';
import { badInput } from '../../runner/outcome.ts';

/** Validates fields with the messages of this API, over REST and GraphQL alike (docs/rules/billing.md#fields). */
const reported = (wrong: Failure) => ({
  code: 'custom' as const,
  message: wrong.message,
  params: { reported: wrong },
});

export const textUpTo = (most: number) =>
  z.string().superRefine((text, { addIssue }) => {
    if (text.length > most) addIssue(reported(tooLong('', most)));
  });

export const filledTextUpTo = (most: number) =>
  textUpTo(most).superRefine((text, { addIssue }) => {
    if (text.trim() === '') addIssue(reported(mustBeFilled('')));
  });

/** The problems of single fields, for operations that report them together with checks of their own. */
export const failuresIn = <I extends object>(fields: z.ZodType, input: I): Failure[] =>
  fields.safeParse(input).error?.issues.map((issue) => badInput(issue)) ?? [];

export const integerBetween = (least: number, most: number, what = 'an integer') =>
  z.int().superRefine((number, { addIssue }) => {
    if (number < least || number > most) addIssue(reported(mustBe('', what)));
  });

export const depositFields = z.object({
  domain: filledTextUpTo(255),
  userUuid: filledTextUpTo(255),
  userEmail: filledTextUpTo(255),
});

export const invoiceNumberField = integerBetween(1, 2_147_483_647);
