import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { isLocalDate, type LocalDate } from '../../../base/calendar.ts';
import { failure, refuseWith } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { periodsOf } from '../../rules/domain/periods.ts';
import { balancesBefore } from '../../store/registry/accounts.ts';
import { defineQuery } from '../operation.ts';

export const mostBalances = limit('days of balances', 3660, 'Ten years.');

const date = z.string().refine(isLocalDate);

/**
 * Shows the balance of the caller's registrar at the end of each day or month. A day without movements has the balance
 * of the day before, the current day or month has the present balance, and days to come are left out
 * (docs/rules/registrar.md#account).
 */
export const listBalances = defineQuery({
  name: 'account.list-balances',
  summary: "Shows the registrar's balance at the end of each day or month.",
  permits: ['registrar'],
  scope: 'BILLING',
  input: z.object({ from: date.optional(), to: date.optional(), per: z.enum(['day', 'month']) }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'PARAMETER_VALUE_POLICY'],
  run: async ({ db, now, calendar, actor }, { from, to, per }) => {
    const today = calendar.dateOf(now);
    const last = to !== undefined && to < today ? to : today;
    const first = from ?? calendar.datePlus(last, { months: -12, days: 1 });
    if (to !== undefined && first > to)
      refuseWith(failure('PARAMETER_VALUE_SYNTAX', 'from must not be after to', { path: ['from'] }));
    const { days, next } = periodsOf(calendar, { from: first, to: last, per }, mostBalances + 1);
    if (days.length > mostBalances)
      refuseWith(
        failure(
          'PARAMETER_VALUE_POLICY',
          `At most ${mostBalances} rows: choose a shorter time, or per: MONTH`,
          {
            path: ['from'],
          },
        ),
      );
    const beginnings = [...days.slice(1), ...(days.length > 0 ? [next] : [])];
    const balances = await balancesBefore(
      db,
      registrarOf(actor).registrarId,
      beginnings.map((day) => calendar.startOf(day)),
    );
    return beginnings.map((day, index) => {
      const end: LocalDate = calendar.plusDays(day, -1);
      return { day: end < today ? end : today, balance: balances[index] ?? '0.00' };
    });
  },
});
